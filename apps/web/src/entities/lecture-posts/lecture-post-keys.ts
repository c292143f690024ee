import type { LectureBoardType } from '@naru/contract/boards';
import type { AnswerFilter } from '@naru/contract/choices';

export type RoomList = {
  lectureId: number;
  board: LectureBoardType;
  /** Zero-based, as on the wire. */
  page: number;
  filter: AnswerFilter;
};

/** Posts of lecture rooms. */
export const lecturePostKeys = {
  all: ['lecture-posts'],
  list: (list: RoomList) => ['lecture-posts', 'list', list.lectureId, list.board, list] as const,
  /** A post whose room is not known, as in a live event. */
  inAnyRoom: (postId: number) => ['lecture-posts', 'detail', postId] as const,
  detail: (lectureId: number, postId: number) =>
    ['lecture-posts', 'detail', postId, lectureId] as const,
  waiting: (page: number) => ['lecture-posts', 'waiting', page] as const,
} as const;
