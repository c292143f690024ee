import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { backupKeys, systemKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';

/** While something runs, how far it is should show soon. */
const RUNNING_MS = 2_000;
const IDLE_MS = 60_000;

export const backupsQuery = queryOptions({
  queryKey: backupKeys.all,
  queryFn: ({ signal }) => api('GET /api/admin/backups', { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.tasks.length ? RUNNING_MS : IDLE_MS),
});

const CALLS = {
  BACKUP: () => api('POST /api/admin/backups'),
  PROOF: () => api('POST /api/admin/backups/prove'),
};

/** Runs a call that changes the archives, says how it ended, and reads the list again. */
export function useBackupCall<T>(call: (given: T) => Promise<{ message: string } | null>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (done) => {
      if (done !== null) toast.success(done.message);
    },
    onError: (error) => toast.error(messageOf(error, TRY_LATER)),
    onSettled: () =>
      Promise.all(
        [backupKeys.all, systemKeys.state].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** Asks for a backup or a proof. */
export const useAskFor = (kind: keyof typeof CALLS) => useBackupCall<void>(CALLS[kind]);
