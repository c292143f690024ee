import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { accountKeys } from '../../entities/member/member-keys.ts';
import { api } from '../../lib/api/api.ts';

/** Items of one page of each section. */
const SIZE = 5;

/** One row of any section. */
export type ActivityRow = {
  key: number;
  postId: number;
  boardType: string;
  /** The room of a lecture post; null elsewhere. */
  lectureRoomId: number | null;
  title: string;
  /** A second line: the words of the comment, or how the post begins. */
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
    const rows = likes.map((like) => ({
      ...PLAIN,
      key: like.id,
      postId: like.id,
      boardType: like.boardType,
      lectureRoomId: like.lectureRoomId,
      title: like.title,
      text: like.excerpt,
      writer: like.writerNickname,
      date: like.createdDate,
      likeCount: like.likeCount,
    }));
    return { ...rest, rows };
  },
  async scraps(page, signal) {
    const query = { page, size: SIZE };
    const { scraps, ...rest } = await api('GET /api/post/scraps', { query, signal });
    const rows = scraps.map((scrap) => ({
      key: scrap.id,
      postId: scrap.postId,
      boardType: scrap.boardType,
      lectureRoomId: scrap.lectureRoomId,
      title: scrap.title,
      text: scrap.excerpt,
      writer: scrap.writerNickname,
      date: scrap.createdDate,
      likeCount: scrap.likeCount,
      deleted: scrap.deleted,
    }));
    return { ...rest, rows };
  },
};

/** One page of a section; pages count from 0. */
export function activityQuery(section: ActivitySection, page: number) {
  return queryOptions({
    queryKey: accountKeys.activity(section, page),
    queryFn: ({ signal }) => LOADERS[section](page, signal),
    placeholderData: keepPreviousData,
    // What was written or liked elsewhere a moment ago belongs in it.
    staleTime: 0,
  });
}
