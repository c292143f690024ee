import * as z from 'zod/mini';
import { dateSchema, pagingQuery } from './fields.ts';
import { LIMITS } from './limits.ts';
import { get } from './route.ts';

/** Aggregation of the figures: by day, by week from Monday, by calendar month. */
export const STATS_RANGES = ['daily', 'weekly', 'monthly'] as const;
export type StatsRange = (typeof STATS_RANGES)[number];

/** Points of each range, the current one last. */
export const STATS_POINTS: Record<StatsRange, number> = { daily: 7, weekly: 4, monthly: 6 };

const figures = {
  /** Accounts that exist at the end of the period, or now. */
  members: z.number(),
  /** Accounts made in the period, also of members who left since. */
  newMembers: z.number(),
  /** Distinct members who used the site in the period: who came on five days counts once. */
  visitors: z.number(),
  /** Posts written and not deleted since. */
  posts: z.number(),
  /** Petitions begun and not removed since, which are among the posts. */
  petitions: z.number(),
  /** Comments and replies written and not deleted since. */
  comments: z.number(),
};

export const statsPointSchema = z.object({
  /** First and last Korean day, yyyy-mm-dd, both inclusive. */
  from: z.string(),
  to: z.string(),
  ...figures,
});
export type StatsPoint = z.output<typeof statsPointSchema>;

export const statsSchema = z.object({
  range: z.enum(STATS_RANGES),
  /** Oldest first. */
  points: z.array(statsPointSchema),
  /** Of all points together; visitors are distinct here too. */
  totals: z.object(figures),
});
export type Stats = z.output<typeof statsSchema>;

const todayFields = {
  id: z.number(),
  boardType: z.string(),
  boardName: z.string(),
  /** Set on posts of lecture rooms. */
  lectureId: z.nullable(z.number()),
  writerNickname: z.string(),
  createdDate: dateSchema,
};

/** A post of today in the console; the writer of anonymous ones is always 익명. */
export const todayPostSchema = z.object({
  ...todayFields,
  title: z.string(),
  viewCount: z.number(),
  likeCount: z.number(),
  commentCount: z.number(),
});
export type TodayPost = z.output<typeof todayPostSchema>;

export const todayCommentSchema = z.object({
  ...todayFields,
  content: z.string(),
  postId: z.number(),
  postTitle: z.string(),
});
export type TodayComment = z.output<typeof todayCommentSchema>;

const pageParams = z.object(pagingQuery(LIMITS.todayPageSize));

export const statsRoutes = {
  figures: get('/api/admin/stats', 'STUDENT_COUNCIL', {
    summary: 'Visitors, posts and comments of the last 7 days, 4 weeks or 6 months (Korean time)',
    query: z.object({ range: z.prefault(z.enum(STATS_RANGES), 'daily') }),
    response: statsSchema,
  }),
  todayPosts: get('/api/admin/today-posts', 'STUDENT_COUNCIL', {
    summary: 'Posts of the Korean day, newest first; their number in `X-Total-Count`',
    query: pageParams,
    response: z.array(todayPostSchema),
  }),
  todayComments: get('/api/admin/today-comments', 'STUDENT_COUNCIL', {
    summary:
      'Comments and replies of the Korean day, newest first; their number in `X-Total-Count`',
    query: pageParams,
    response: z.array(todayCommentSchema),
  }),
};
