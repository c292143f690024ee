import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { mealKeys } from '../../../entities/keys.ts';
import { editorKeys } from '../../../entities/staff-keys.ts';
import { api } from '../../../lib/api/api.ts';
import { MANUAL_QUERY } from '../../../lib/api/query-client.ts';
import type { changedDays } from './week-draft.ts';

/** The seven days from a Monday. A refetch of the query would restart an editor that shows it. */
export async function fetchWeek(monday: string, signal?: AbortSignal) {
  return (await api('GET /api/admin/menus', { query: { from: monday }, signal })).days;
}

/** The seven days from a Monday, always fresh. */
export function mealWeekQuery(monday: string) {
  return queryOptions({
    queryKey: editorKeys.mealsOfWeek(monday),
    queryFn: ({ signal }) => fetchWeek(monday, signal),
    staleTime: 0,
    gcTime: 0,
    // A refetch must not change the form while it is edited.
    ...MANUAL_QUERY,
  });
}

/** Saves all days or none. */
export function useSaveDays() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (days: ReturnType<typeof changedDays>) =>
      api('PUT /api/admin/menus', { body: { days } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: mealKeys.all }),
  });
}

/** Dry run of an import: the changes and the invalid lines. */
export function previewMeals(csv: string) {
  return api('POST /api/admin/menus/import', { body: { csv, preview: true } });
}

export function useImportMeals() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: { csv: string; version: string }) =>
      api('POST /api/admin/menus/import', { body: { ...file, preview: false } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: mealKeys.all }),
  });
}
