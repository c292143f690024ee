import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { workKeys } from '../../entities/keys.ts';
import { rosterKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';

/** Never refetched automatically, because each call is audited. */
export const signUpsQuery = queryOptions({
  queryKey: rosterKeys.signUps,
  queryFn: ({ signal }) => api('GET /api/admin/sign-ups', { signal }),
  ...MANUAL_QUERY,
});

type Decision = { id: number; reason: string; isAccepted: boolean };

export function useDecideSignUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason, isAccepted }: Decision) => {
      const request = { params: { id }, body: { reason } };
      return isAccepted
        ? api('POST /api/admin/sign-ups/:id/accept', request)
        : api('POST /api/admin/sign-ups/:id/decline', request);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: rosterKeys.signUps }),
        client.invalidateQueries({ queryKey: workKeys.waiting }),
      ]),
  });
}
