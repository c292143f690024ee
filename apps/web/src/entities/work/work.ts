import type { RouteResult } from '@naru/contract/route';
import type { WorkItem, WorkKind, workRoutes } from '@naru/contract/work';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { usePollInterval } from '../../lib/live/live.ts';
import { workKeys } from '../keys.ts';
import { useHasRole } from '../member/me.ts';

const workQuery = queryOptions({
  queryKey: workKeys.waiting,
  queryFn: ({ signal }) => api('GET /api/admin/work', { signal }),
  staleTime: 0,
});

type Work = RouteResult<(typeof workRoutes)['list']>;

/** What waits for a member of the staff; live events keep it fresh. */
export const useWork = () => useWorkPart(({ items }) => items);

/** What an administrator of a new installation still has to do; null or undefined: nothing. */
export const useFirstSteps = () => useWorkPart(({ firstSteps }) => firstSteps ?? null);

/** What an ADMIN has to decide about everything outgoing; null or undefined: nothing is held. */
export const useHeldOutgoing = () => useWorkPart(({ held }) => held ?? null);

function useWorkPart<T>(select: (work: Work) => T) {
  const enabled = useHasRole('MANAGER');
  const refetchInterval = usePollInterval();
  return useQuery({ ...workQuery, select, enabled, refetchInterval });
}

export function countOf(
  items: readonly WorkItem[] | undefined,
  kinds: readonly WorkKind[],
): number {
  return (items ?? [])
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((sum, { count }) => sum + count, 0);
}
