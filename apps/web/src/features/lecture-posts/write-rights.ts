import { canWriteInRoom, LECTURE_BOARD_TYPES, type LectureBoardType } from '@naru/contract/boards';
import type { Lecture } from '@naru/contract/lectures';
import type { Role } from '@naru/contract/roles';

/** Tabs of a room that the member may write on; the server checks again. */
export function writableBoards(
  lecture: Pick<Lecture, 'canRead' | 'isOwner'>,
  roles: readonly Role[],
): LectureBoardType[] {
  if (!lecture.canRead) return [];
  return LECTURE_BOARD_TYPES.filter((board) => canWriteInRoom(board, lecture, roles));
}
