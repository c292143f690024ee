import { BOARDS, type BoardType, canPin } from '@naru/contract/boards';
import { AppError } from '../../platform/errors.ts';
import { authorise } from '../access/authorised.ts';
import type { ChangeablePost, PinnablePost } from '../posts/writing.ts';

/** Throws BOARD_NOT_WRITABLE for a board that shows no other site as the author. */
export function requireSourceBoard(boardType: BoardType): void {
  if (BOARDS[boardType].sourceName === null) throw new AppError('BOARD_NOT_WRITABLE');
}

/** Allows an importer to change the post that it made. */
export function authoriseImported(id: number): ChangeablePost {
  return authorise('change', { id, isAnonymous: false });
}

/** Allows it to pin the post where staff may. Throws BOARD_NOT_WRITABLE. */
export function authoriseImportedPin(id: number, boardType: BoardType): PinnablePost {
  if (!canPin(BOARDS[boardType], ['ADMIN'])) throw new AppError('BOARD_NOT_WRITABLE');
  return authorise('pin', { id, boardType });
}
