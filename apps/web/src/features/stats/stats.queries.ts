import { LIMITS } from '@naru/contract/limits';
import type { StatsRange } from '@naru/contract/stats';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { statsKeys } from '../../entities/stats/stats-keys.ts';
import { api } from '../../lib/api/api.ts';

export function statsQuery(range: StatsRange) {
  return queryOptions({
    queryKey: statsKeys.range(range),
    queryFn: ({ signal }) => api('GET /api/admin/stats', { query: { range }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function todayPostsQuery(page: number) {
  return queryOptions({
    queryKey: statsKeys.todayPosts(page),
    queryFn: ({ signal }) =>
      api('GET /api/admin/today-posts', { query: { page, size: LIMITS.todayPageSize }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function todayCommentsQuery(page: number) {
  return queryOptions({
    queryKey: statsKeys.todayComments(page),
    queryFn: ({ signal }) =>
      api('GET /api/admin/today-comments', {
        query: { page, size: LIMITS.todayPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
