import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { accountKeys } from '../../entities/member/member-keys.ts';
import { api } from '../../lib/api/api.ts';

const SIZE = 5;

export type ActivityRow = {
  key: number;
  postId: number;
  boardType: string;
  /** Null outside lecture rooms. */
  lectureRoomId: number | null;
  title: string;
  /** Text of the comment or excerpt of the post. */
  text: string | null;
  writer: string | null;
  date: string;
  likeCount: number | null;
  deleted: boolean;
};

export type ActivityPage = { rows: ActivityRow[]; totalPages: number; totalElements: number };

export const ACTIVITY_SECTIONS = ['comments', 'posts', 'liked', 'scraps'] as const;
export type ActivitySection = (typeof ACTIVITY_SECTIONS)[number];

const PLAIN = { text: null, writer: null, likeCount: null, deleted: false } as const;

const LOADERS: Record<
  ActivitySection,
  (page: number, signal: AbortSignal) => Promise<ActivityPage>
> = {
  async comments(page, signal) {
    const query = { page, pageSize: SIZE };
    const { posts, ...rest } = await api('GET /api/post/my-comments', { query, signal });
    const rows = posts.map(({ id, content, createdDate, ...post }) => ({
      ...PLAIN,
      ...post,
      key: id,
      text: content,
      date: createdDate,
    }));
    return { ...rest, rows };
  },
  async posts(page, signal) {
    const query = { page, pageSize: SIZE };
    const { posts, ...rest } = await api('GET /api/post/my-posts', { query, signal });
    const rows = posts.map(({ id, createdDate, ...post }) => ({
      ...PLAIN,
      ...post,
      key: id,
      date: createdDate,
    }));
    return { ...rest, rows };
  },
  async liked(page, signal) {
    const query = { page, size: SIZE };
    const { likes, ...rest } = await api('GET /api/post/like', { query, signal });
    const rows = likes.map(({ id, excerpt, writerNickname, createdDate, ...post }) => ({
      ...PLAIN,
      ...post,
      key: id,
      postId: id,
      text: excerpt,
      writer: writerNickname,
      date: createdDate,
    }));
    return { ...rest, rows };
  },
  async scraps(page, signal) {
    const query = { page, size: SIZE };
    const { scraps, ...rest } = await api('GET /api/post/scraps', { query, signal });
    const rows = scraps.map(({ id, excerpt, writerNickname, createdDate, ...post }) => ({
      ...post,
      key: id,
      text: excerpt,
      writer: writerNickname,
      date: createdDate,
    }));
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
