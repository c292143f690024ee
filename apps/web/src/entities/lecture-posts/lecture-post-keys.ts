import type { LectureBoardType } from '@naru/contract/boards';
import type { AnswerFilter } from '@naru/contract/choices';

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
