import type { StatsRange } from '@naru/contract/stats';

export const statsKeys = {
  all: ['stats'],
  range: (range: StatsRange) => ['stats', 'range', range] as const,
  todayPosts: (page: number) => ['stats', 'today-posts', page] as const,
  todayComments: (page: number) => ['stats', 'today-comments', page] as const,
} as const;
