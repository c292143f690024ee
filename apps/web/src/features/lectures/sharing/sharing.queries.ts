import type { Term } from '@naru/contract/timetable';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { friendKeys } from '../../../entities/keys.ts';
import { api } from '../../../lib/api/api.ts';
import { termParams } from '../lectures.queries.ts';

/** Below the keys of friends: a live event about a friend refreshes them. */
export const sharingQuery = queryOptions({
  queryKey: friendKeys.timetables,
  queryFn: ({ signal }) => api('GET /api/timetable/friends', { signal }),
});

/** When the member and the friends are busy; a consent that ends shows within seconds. */
export function commonQuery(term: Term, friendIds: readonly number[]) {
  const friends = friendIds.join(',');
  return queryOptions({
    queryKey: friendKeys.common(`${term.year}-${term.semester}`, friends),
    queryFn: async ({ signal }) => {
      const query = { ...termParams(term), friends };
      return (await api('GET /api/timetable/common', { query, signal })).people;
    },
    enabled: friendIds.length > 0,
    refetchInterval: 15_000,
    gcTime: 0,
    retry: false,
  });
}

type Change = { friendId: number; isShown: boolean } | { isOpen: boolean };

/** Shows the own timetable to a friend or to all friends, or no longer. */
export function useShare() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change): Promise<{ message: string }> =>
      'isOpen' in change
        ? api('PUT /api/timetable/open', { body: change })
        : api('PUT /api/timetable/friends/:id', {
            params: { id: change.friendId },
            body: { isShown: change.isShown },
          }),
    onSettled: () => client.invalidateQueries({ queryKey: friendKeys.timetables }),
  });
}
