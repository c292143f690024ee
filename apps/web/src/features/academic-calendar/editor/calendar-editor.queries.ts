import type { AcademicDateInput, EditedDate } from '@naru/contract/academic-calendar';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { academicKeys, lectureKeys } from '../../../entities/keys.ts';
import { editorKeys } from '../../../entities/staff-keys.ts';
import { api } from '../../../lib/api/api.ts';

/** The dates of an academic year, which begins in March, as staff edit them, and its terms. */
function fetchYear(year: number, signal?: AbortSignal) {
  const query = { from: `${year}-03-01`, to: lastDayOf(year) };
  return api('GET /api/admin/academic-dates', { query, signal });
}

/** The date as it is stored now; null when it is gone. */
export async function findDate({ id, startsOn }: EditedDate): Promise<EditedDate | null> {
  const [year = 0, month = 1] = startsOn.split('-').map(Number);
  // Another person may have moved it by some months.
  const from = new Date(Date.UTC(year, month - 7, 1)).toISOString().slice(0, 10);
  const to = new Date(Date.UTC(year, month + 6, 0)).toISOString().slice(0, 10);
  const { dates } = await api('GET /api/admin/academic-dates', { query: { from, to } });
  return dates.find((date) => date.id === id) ?? null;
}

function lastDayOf(year: number): string {
  return new Date(Date.UTC(year + 1, 2, 0)).toISOString().slice(0, 10);
}

export function yearQuery(year: number) {
  return queryOptions({
    queryKey: editorKeys.dates(year),
    queryFn: ({ signal }) => fetchYear(year, signal),
    staleTime: 0,
  });
}

export type SavedDate = { id: number; version: string };

const calls = {
  /** Without a former state a new one. */
  save: ({ former, body }: { former?: SavedDate | undefined; body: AcademicDateInput }) =>
    former === undefined
      ? api('POST /api/admin/academic-dates', { body })
      : api('PUT /api/admin/academic-dates/:id', {
          params: { id: former.id },
          body: { ...body, version: former.version },
        }),
  remove: ({ id, version }: SavedDate) =>
    api('DELETE /api/admin/academic-dates/:id', { params: { id }, query: { version } }),
  restore: (id: number) => api('POST /api/admin/academic-dates/:id/restore', { params: { id } }),
  importFile: ({ csv: text, version }: { csv: string; version: string }) =>
    api('POST /api/admin/academic-dates/import', { body: { text, version, preview: false } }),
};

/** A change after which the months, the dashboard and the editor are loaded again. */
function useChange<In, Out>(change: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      for (const queryKey of [academicKeys.all, editorKeys.allDates, lectureKeys.terms]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
}

export const useSaveDate = () => useChange(calls.save);
export const useRemoveDate = () => useChange(calls.remove);
export const useRestoreDate = () => useChange(calls.restore);
export const useImportDates = () => useChange(calls.importFile);

/** Dry run of an import: the changes and the invalid lines. */
export function previewDates(text: string) {
  return api('POST /api/admin/academic-dates/import', { body: { text, preview: true } });
}
