import { LIMITS } from '@naru/contract/limits';
import type { RosterState } from '@naru/contract/roster';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { workKeys } from '../../entities/keys.ts';
import { rosterKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError, messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';
import { toast } from '../../ui/toast.ts';

export type RosterFilter = { state?: RosterState | undefined; query: string };

/** Never refetched automatically, because each call is audited. */
export function rosterQuery(filter: RosterFilter, page: number) {
  return queryOptions({
    queryKey: rosterKeys.page(filter, page),
    queryFn: ({ signal }) =>
      api('GET /api/admin/roster', {
        query: { ...filter, page, size: LIMITS.rosterPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    ...MANUAL_QUERY,
  });
}

/** The same. */
export const roleEndsQuery = queryOptions({
  queryKey: rosterKeys.ends,
  queryFn: async ({ signal }) => (await api('GET /api/admin/role-ends', { signal })).ends,
  ...MANUAL_QUERY,
});

export function previewRoster(csv: string) {
  return api('POST /api/admin/roster/import', { body: { csv, preview: true } });
}

type SavedFile = { csv: string; version: string; confirmed?: true; clientId: string };

export function useImportRoster() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: SavedFile) =>
      api('POST /api/admin/roster/import', { body: { ...file, preview: false } }),
    onSuccess: () => client.invalidateQueries({ queryKey: rosterKeys.all }),
  });
}

export function previewRollOver(csv: string, dropMissing: boolean) {
  return api('POST /api/admin/roll-over', { body: { csv, dropMissing, preview: true } });
}

export function useRollOver() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: SavedFile & { dropMissing: boolean; reason: string }) =>
      api('POST /api/admin/roll-over', { body: { ...file, preview: false } }),
    onSuccess: () => client.invalidateQueries({ queryKey: rosterKeys.all }),
  });
}

const OVERTAKEN = new Set<string>(['ROSTER_ENTRY_NOT_FOUND', 'ROSTER_JOINED', 'EDIT_CONFLICT']);

/** Another administrator or the person was faster: the list is out of date. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && OVERTAKEN.has(error.code);
}

/** Gives an entry another address and sends it a new link. */
export function useCorrectEntry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; email: string; former: string }) =>
      api('PUT /api/admin/roster/:id/email', { params: { id }, body }),
    onSettled: (_result, error) =>
      (error === null || isOvertaken(error)) &&
      Promise.all([
        client.invalidateQueries({ queryKey: rosterKeys.all }),
        client.invalidateQueries({ queryKey: workKeys.waiting }),
      ]),
  });
}

export function useInvitationAction(action: 'resend' | 'withdraw') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      action === 'resend'
        ? api('POST /api/admin/roster/:id/resend', { params: { id } })
        : api('DELETE /api/admin/roster/:id', { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, TRY_LATER)),
    onSettled: () => client.invalidateQueries({ queryKey: rosterKeys.all }),
  });
}
