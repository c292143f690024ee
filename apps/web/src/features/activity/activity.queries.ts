import type { TradeStatus } from '@naru/contract/posts';
import type { ApplicationState } from '@naru/contract/teams';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { accountKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';

export const ACTIVITY_SIZE = 5;

/** A post, comment, like or scrap as the server lists it; only scraps keep deleted posts. */
export type ActivityRow = {
  id: number;
  /** The post itself when absent. */
  postId?: number;
  boardType: string;
  /** Null outside lecture rooms. */
  lectureRoomId: number | null;
  title: string;
  /** Text of a comment. */
  content?: string;
  /** Start of a liked or scrapped post. */
  excerpt?: string;
  writerNickname?: string;
  createdDate: string;
  likeCount?: number;
  deleted?: boolean;
  /** Of an own comment whose deletion cannot be taken back. */
  blinded?: boolean;
  accepted?: boolean;
  /** Of an own market item. */
  sale?: { tradeStatus: TradeStatus; price: number | null; canBump: boolean };
  /** Of an own application to a recruiting post. */
  application?: ApplicationState;
};

export type ActivityPage = { rows: ActivityRow[]; totalPages: number; totalElements: number };

export const ACTIVITY_SECTIONS = [
  'comments',
  'posts',
  'sales',
  'teams',
  'liked',
  'scraps',
] as const;
export type ActivitySection = (typeof ACTIVITY_SECTIONS)[number];

type Loader = (page: number, signal: AbortSignal) => Promise<ActivityPage>;

const LOADERS: Record<ActivitySection, Loader> = {
  async comments(page, signal) {
    const query = { page, pageSize: ACTIVITY_SIZE };
    const { posts: rows, ...rest } = await api('GET /api/post/my-comments', { query, signal });
    return { ...rest, rows };
  },
  async posts(page, signal) {
    const query = { page, pageSize: ACTIVITY_SIZE };
    const { posts: rows, ...rest } = await api('GET /api/post/my-posts', { query, signal });
    return { ...rest, rows };
  },
  async sales(page, signal) {
    const query = { page, pageSize: ACTIVITY_SIZE };
    const { posts, ...rest } = await api('GET /api/post/my-sales', { query, signal });
    const rows = posts.map(({ tradeStatus, price, canBump, ...row }) => ({
      ...row,
      sale: { tradeStatus, price, canBump },
    }));
    return { ...rest, rows };
  },
  async teams(page, signal) {
    const query = { page, size: ACTIVITY_SIZE };
    const { applications, ...rest } = await api('GET /api/team/mine', { query, signal });
    const rows = applications.map(({ postId, title, isThere, state, date }) => ({
      ...{ id: postId, title, boardType: 'TEAM', lectureRoomId: null, createdDate: date },
      ...{ application: state, deleted: !isThere },
    }));
    return { ...rest, rows };
  },
  async liked(page, signal) {
    const query = { page, size: ACTIVITY_SIZE };
    const { likes: rows, ...rest } = await api('GET /api/post/like', { query, signal });
    return { ...rest, rows };
  },
  async scraps(page, signal) {
    const query = { page, size: ACTIVITY_SIZE };
    const { scraps: rows, ...rest } = await api('GET /api/post/scraps', { query, signal });
    return { ...rest, rows };
  },
};

/** `page` counts from 0. */
export function activityQuery(section: ActivitySection, page: number) {
  return queryOptions({
    queryKey: accountKeys.activity(section, page),
    queryFn: ({ signal }) => LOADERS[section](page, signal),
    placeholderData: keepPreviousData,
    // Always refetched: posts and likes change on other pages.
    staleTime: 0,
  });
}
