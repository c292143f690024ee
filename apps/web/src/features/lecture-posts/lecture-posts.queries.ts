import type { LectureBoardType } from '@naru/contract/boards';
import type { AnswerFilter } from '@naru/contract/choices';
import type { LecturePost } from '@naru/contract/lecture-posts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { lecturePostKeys, writingKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import { FOR_EDITING } from '../../lib/api/query-client.ts';

/** Rows per page; the server allows 50. */
const PAGE_SIZE = 20;
/** No live event covers new posts in a room, so an open list polls (decision 0018). */
const LIST_MS = 20_000;

export type RoomList = {
  lectureId: number;
  board: LectureBoardType;
  /** Zero-based. */
  page: number;
  filter: AnswerFilter;
};

/** One page of a tab; keeps the previous page of the same tab while loading. */
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

/** Never prefetched: the call counts a view. */
export function lecturePostQuery(lectureId: number, postId: number) {
  return queryOptions({
    queryKey: lecturePostKeys.detail(lectureId, postId),
    queryFn: ({ signal }) => loadPost(lectureId, postId, signal),
  });
}

export function editableLecturePostQuery(lectureId: number, postId: number) {
  return queryOptions({
    queryKey: writingKeys.lecturePost(lectureId, postId),
    queryFn: ({ signal }) => loadPost(lectureId, postId, signal),
    ...FOR_EDITING,
  });
}

function loadPost(lectureId: number, postId: number, signal: AbortSignal): Promise<LecturePost> {
  return api('GET /api/post/:lectureId/:postId', { params: { lectureId, postId }, signal });
}

/** Unanswered questions in the member's rooms, oldest first. */
export function waitingQuery(page: number) {
  return queryOptions({
    queryKey: lecturePostKeys.waiting(page),
    queryFn: ({ signal }) =>
      api('GET /api/lecture-room/waiting', { query: { page, size: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_MS,
  });
}

export function patchLecturePost(
  client: QueryClient,
  { id, lectureRoomId }: Pick<LecturePost, 'id' | 'lectureRoomId'>,
  patch: Partial<LecturePost>,
): void {
  client.setQueryData(lecturePostKeys.detail(lectureRoomId, id), (post: LecturePost | undefined) =>
    post ? { ...post, ...patch } : post,
  );
}
