import { BOARDS, type BoardType, canPin, findBoard } from '@naru/contract/boards';
import { hasRole } from '@naru/contract/roles';
import { authorise } from '../../domain/access/authorised.ts';
import { isAuthor, type KnownAuthor } from '../../domain/authorship/author.ts';
import type { ChangeablePost, PinnablePost, WritableBoard } from '../../domain/posts/writing.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { PostAccess } from './items/change.repo.ts';

/**
 * Throws BOARD_NOT_WRITABLE for a computed list, WRITE_DENIED or MARKET_DENIED when the actor's
 * roles are too low for the board.
 */
export function authoriseWrite(boardType: BoardType, actor: Actor): WritableBoard {
  const { writeRole, form } = BOARDS[boardType];
  if (writeRole === null) throw new AppError('BOARD_NOT_WRITABLE');
  if (!hasRole(actor.roles, writeRole)) {
    throw new AppError(form === 'item' ? 'MARKET_DENIED' : 'WRITE_DENIED');
  }
  return authorise('write', { boardType, lectureId: null });
}

/** Allows the author only, not staff. Throws PERMISSION_DENIED, CONTENT_BLINDED, PETITION_FIXED. */
export function authoriseChange(post: PostAccess, self: KnownAuthor): ChangeablePost {
  if (!isAuthor(post, self)) throw new AppError('PERMISSION_DENIED');
  requireNoPetition(post);
  if (post.isBlinded) throw new AppError('CONTENT_BLINDED');
  return authorise('change', post);
}

/**
 * Lets an ADMIN (the route checks the role) change a pasted notice: a notice without an author on the board
 * of its source. Throws POST_NOT_FOUND for any other post.
 */
export function authorisePastedChange(
  post: PostAccess | null,
  boardType: BoardType,
): ChangeablePost {
  const isPasted =
    post?.boardType === boardType && post.authorId === null && post.authorSeal === null;
  if (!isPasted || BOARDS[boardType].sourceName === null) throw new AppError('POST_NOT_FOUND');
  return authorise('change', post);
}

/** What others have signed stays as it is; the author may withdraw it. Throws PETITION_FIXED. */
function requireNoPetition({ boardType }: Pick<PostAccess, 'boardType'>): void {
  if (findBoard(boardType)?.form === 'petition') throw new AppError('PETITION_FIXED');
}

/** The body that owes an answer does not delete the demand for it. Throws PERMISSION_DENIED. */
function requireNoDebt({ isUnanswered }: PostAccess, { roles }: Actor): void {
  if (isUnanswered && !hasRole(roles, 'ADMIN')) {
    throw new AppError('PERMISSION_DENIED', {
      message: '답변이 없는 청원은 관리자만 삭제할 수 있습니다.',
    });
  }
}

/**
 * Allows the author, MANAGER and above, and the professor of the post's lecture room. Throws
 * LECTURE_MEMBERS_ONLY and PERMISSION_DENIED, and PETITION_FIXED for the author of a petition.
 */
export function authoriseModeration(post: PostAccess, actor: Actor, self: KnownAuthor) {
  const isOwn = isAuthor(post, self);
  if (isOwn) requireNoPetition(post);
  requireNoDebt(post, actor);
  if (isOwn || hasRole(actor.roles, 'MANAGER') || post.isOwnRoom) {
    return { post: authorise('moderate', post), isOwn };
  }
  throw new AppError(post.access === 'closed' ? 'LECTURE_MEMBERS_ONLY' : 'PERMISSION_DENIED');
}

/** Allows the staff of the post's board. Throws PERMISSION_DENIED. */
export function authorisePin(
  { id, boardType }: Pick<PostAccess, 'id' | 'boardType'>,
  { roles }: Actor,
): PinnablePost {
  const board = findBoard(boardType);
  if (board === null || !canPin(board, roles)) throw new AppError('PERMISSION_DENIED');
  return authorise('pin', { id, boardType: board.type });
}
