import type { LectureBoardType } from '@naru/contract/boards';
import type { AnswerFilter, LecturePost } from '@naru/contract/lecture-posts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

/** Rows of a page; the server gives up to 50. */
const PAGE_SIZE = 20;
/** No live event tells of new posts in a room: its open list asks by itself (decision 0023). */
const LIST_MS = 20_000;

export type RoomList = {
  lectureId: number;
  board: LectureBoardType;
  /** Zero-based, as on the wire. */
  page: number;
  filter: AnswerFilter;
};

export const lecturePostKeys = {
  all: ['lecture-posts'],
  list: (list: RoomList) => ['lecture-posts', 'list', list.lectureId, list.board, list],
  /** By the id of the post first: live events know no room. */
  detail: (lectureId: number, postId: number) => ['lecture-posts', 'detail', postId, lectureId],
  waiting: (page: number) => ['lecture-posts', 'waiting', page],
} as const;

/** One page of a tab. While the next page loads the last one stays, within the same tab. */
export function roomListQuery(list: RoomList) {
  const { lectureId, board, page, filter } = list;
  return queryOptions({
    queryKey: lecturePostKeys.list(list),
    queryFn: ({ signal }) =>
      api('GET /api/lecture-room/posts', {
        query: { lectureId: String(lectureId), type: board, page, size: PAGE_SIZE, filter },
        signal,
      }),
    placeholderData: (previous, query) =>
      query?.queryKey[2] === lectureId && query.queryKey[3] === board ? previous : undefined,
    refetchInterval: LIST_MS,
  });
}

/** One post. Never asked ahead of time: the call counts a view. */
export function lecturePostQuery(lectureId: number, postId: number) {
  return queryOptions({
    queryKey: lecturePostKeys.detail(lectureId, postId),
    queryFn: ({ signal }): Promise<LecturePost> => loadPost(lectureId, postId, signal),
  });
}

/** The post to edit, always fresh: an edit must not start from an old copy. */
export function editableLecturePostQuery(lectureId: number, postId: number) {
  return queryOptions({
    queryKey: ['writing', 'lecture', lectureId, postId],
    queryFn: ({ signal }): Promise<LecturePost> => loadPost(lectureId, postId, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

async function loadPost(
  lectureId: number,
  postId: number,
  signal: AbortSignal,
): Promise<LecturePost> {
  const params = { lectureId, postId };
  return (await api('GET /api/post/:lectureId/:postId', { params, signal })).dto;
}

/** Questions without an answer in the rooms of the member, oldest first. */
export function waitingQuery(page: number) {
  return queryOptions({
    queryKey: lecturePostKeys.waiting(page),
    queryFn: ({ signal }) =>
      api('GET /api/lecture-room/waiting', { query: { page, size: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_MS,
  });
}

/** Writes known changes of a post into its page. */
export function patchLecturePost(
  client: QueryClient,
  { id, lectureRoomId }: Pick<LecturePost, 'id' | 'lectureRoomId'>,
  patch: Partial<LecturePost>,
): void {
  client.setQueryData(lecturePostKeys.detail(lectureRoomId, id), (post: LecturePost | undefined) =>
    post ? { ...post, ...patch } : post,
  );
}

/** After a post came, went or changed: every list of rooms and every count is old. */
export async function refreshRooms(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      queryKey: lecturePostKeys.all,
      predicate: ({ queryKey }) => queryKey[1] !== 'detail',
    }),
    client.invalidateQueries({ queryKey: ['lectures', 'week'] }),
  ]);
}
