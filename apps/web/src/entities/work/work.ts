import type { WorkItem, WorkKind } from '@naru/contract/work';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { usePollInterval } from '../../lib/live/use-live.ts';
import { useHasRole } from '../member/me.ts';
import { workKeys } from './work-keys.ts';

const workQuery = queryOptions({
  queryKey: workKeys.waiting,
  queryFn: async ({ signal }) => (await api('GET /api/admin/work', { signal })).items,
  staleTime: 0,
});

/** What waits for a member of the staff; live events keep it fresh. */
export function useWork() {
  const enabled = useHasRole('MANAGER');
  const refetchInterval = usePollInterval();
  return useQuery({ ...workQuery, enabled, refetchInterval });
}

export function countOf(
  items: readonly WorkItem[] | undefined,
  kinds: readonly WorkKind[],
): number {
  return (items ?? [])
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((sum, { count }) => sum + count, 0);
}
