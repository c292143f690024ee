import { BOARDS, type BoardType } from '@naru/contract/boards';
import { hasRole } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';

/** Who wrote a row: in the open, sealed, or nobody any more. */
export interface Authorship {
  authorId: number | null;
  authorSeal: Buffer | null;
}

/** Boards with posts of their own; the popular list only shows posts of these (decisions 13). */
export const WRITABLE_BOARDS: readonly BoardType[] = Object.values(BOARDS)
  .filter((board) => board.writeRole !== null)
  .map((board) => board.type);

/**
 * Throws BOARD_NOT_WRITABLE for a computed list, WRITE_DENIED or MARKET_DENIED when the caller's
 * roles are too low for the board (spec 6).
 */
export function checkWrite(board: BoardType, actor: Actor): void {
  const { writeRole } = BOARDS[board];
  if (writeRole === null) throw new AppError('BOARD_NOT_WRITABLE');
  if (!hasRole(actor.roles, writeRole)) {
    throw new AppError(board === 'MARKET' ? 'MARKET_DENIED' : 'WRITE_DENIED');
  }
}

/** `seal` is the caller's own: equal seals are the same member. */
export function isAuthor(row: Authorship, actor: Actor, seal: Buffer): boolean {
  return row.authorId === actor.memberId || row.authorSeal?.equals(seal) === true;
}

/** Staff may delete any post (decisions 77) and settle questions (decisions 84). */
export function canModerate(actor: Actor): boolean {
  return hasRole(actor.roles, 'MANAGER');
}

/** A post of the assistants' notice board starts with the year it is for (spec 5, decisions 59). */
export function titleOnCreate(board: BoardType, title: string, prefix: string): string {
  return board === 'NOTICE' && !title.startsWith(prefix) ? `${prefix} ${title}` : title;
}

/** Sentence for an empty field of the board's form (spec 5). */
export function requiredText(board: BoardType): string {
  return board === 'MARKET' ? TEXTS.marketRequired : TEXTS.postRequired;
}
