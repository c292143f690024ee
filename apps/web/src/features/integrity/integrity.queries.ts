import type { CounterCheck } from '@naru/contract/integrity-checks';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { integrityKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';

/** While a check runs, its result should show soon. */
const RUNNING_MS = 2_000;
const IDLE_MS = 60_000;

export const integrityQuery = queryOptions({
  queryKey: integrityKeys.all,
  queryFn: ({ signal }) => api('GET /api/admin/integrity', { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.isPending ? RUNNING_MS : IDLE_MS),
});

/** Asks for a check, or with `check` for a recount of its counters and a check after it. */
export function useAsk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (check: CounterCheck | null) =>
      check === null
        ? api('POST /api/admin/integrity/run', {})
        : api('POST /api/admin/integrity/recount', { body: { check } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, TRY_LATER)),
    onSettled: () => client.invalidateQueries({ queryKey: integrityKeys.all }),
  });
}
