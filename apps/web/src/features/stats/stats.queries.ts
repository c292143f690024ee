import { LIMITS } from '@naru/contract/limits';
import type { StatsRange } from '@naru/contract/stats';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { statsKeys } from '../../entities/staff-keys.ts';
import { api, apiPage } from '../../lib/api/api.ts';

/** Refetches on every visit and shows the former page or range until the next has loaded. */
const REFRESHING = { placeholderData: keepPreviousData, staleTime: 0 };

export function statsQuery(range: StatsRange) {
  return queryOptions({
    queryKey: statsKeys.range(range),
    queryFn: ({ signal }) => api('GET /api/admin/stats', { query: { range }, signal }),
    ...REFRESHING,
  });
}

const pageParams = (page: number) => ({ page, size: LIMITS.todayPageSize });

export function todayPostsQuery(page: number) {
  return queryOptions({
    queryKey: statsKeys.todayPosts(page),
    queryFn: ({ signal }) =>
      apiPage('GET /api/admin/today-posts', { query: pageParams(page), signal }),
    ...REFRESHING,
  });
}

export function todayCommentsQuery(page: number) {
  return queryOptions({
    queryKey: statsKeys.todayComments(page),
    queryFn: ({ signal }) =>
      apiPage('GET /api/admin/today-comments', { query: pageParams(page), signal }),
    ...REFRESHING,
  });
}
