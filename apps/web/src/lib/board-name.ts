import { findBoard, findLectureBoard } from '@naru/contract/boards';

/** Name of the board of a wire name; a board of a lecture room says so. */
export function boardNameOf(boardType: string): string {
  const board = findBoard(boardType);
  if (board) return board.name;
  const lecture = findLectureBoard(boardType);
  return lecture ? `강의실 ${lecture.name}` : '게시판';
}
