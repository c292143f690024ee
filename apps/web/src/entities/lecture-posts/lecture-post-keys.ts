import type { LectureBoardType } from '@naru/contract/boards';
import type { AnswerFilter } from '@naru/contract/choices';
import type { QueryClient } from '@tanstack/react-query';
import { lectureKeys } from '../lectures/lecture-keys.ts';

export type RoomList = {
  lectureId: number;
  board: LectureBoardType;
  /** Zero-based. */
  page: number;
  filter: AnswerFilter;
};

export const lecturePostKeys = {
  all: ['lecture-posts'],
  list: (list: RoomList) => ['lecture-posts', 'list', list.lectureId, list.board, list] as const,
  /** For live events, which do not name the room. */
  inAnyRoom: (postId: number) => ['lecture-posts', 'detail', postId] as const,
  detail: (lectureId: number, postId: number) =>
    ['lecture-posts', 'detail', postId, lectureId] as const,
  waiting: (page: number) => ['lecture-posts', 'waiting', page] as const,
} as const;

/** After a post was added, changed or removed: invalidates every room list and count. */
export async function refreshRooms(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      queryKey: lecturePostKeys.all,
      predicate: ({ queryKey }) => queryKey[1] !== 'detail',
    }),
    client.invalidateQueries({ queryKey: lectureKeys.weeks }),
  ]);
}
