import { LIMITS } from '@naru/contract/limits';
import type { StatsRange } from '@naru/contract/stats';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

/** Everything of the console that a deletion changes. */
const KEY = 'console';

/** Figures of a range; the last ones stay while the next load. */
export function statsQuery(range: StatsRange) {
  return queryOptions({
    queryKey: [KEY, 'stats', range],
    queryFn: ({ signal }) => api('GET /api/admin/stats', { query: { range }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function todayPostsQuery(page: number) {
  return queryOptions({
    queryKey: [KEY, 'today-posts', page],
    queryFn: ({ signal }) =>
      api('GET /api/admin/today-posts', { query: { page, size: LIMITS.todayPageSize }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function todayCommentsQuery(page: number) {
  return queryOptions({
    queryKey: [KEY, 'today-comments', page],
    queryFn: ({ signal }) =>
      api('GET /api/admin/today-comments', {
        query: { page, size: LIMITS.todayPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export type TodayItem = { kind: 'post' | 'comment'; id: number };

/** Deletes an item of today for everybody, with the reason on record (decisions 168). */
export function useRemoveToday() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, id, reason }: TodayItem & { reason: string }) => {
      const request = { params: { id }, query: { reason } };
      if (kind === 'post') await api('DELETE /api/post/:id', request);
      else await api('DELETE /api/comment/:id', request);
    },
    onSettled: async () => {
      for (const key of ['posts', 'comments']) {
        void client.invalidateQueries({ queryKey: [key] });
      }
      await client.invalidateQueries({ queryKey: [KEY] });
    },
  });
}
