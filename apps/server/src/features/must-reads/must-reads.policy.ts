import { BOARDS, canPin, isLectureBoard, type PostBoardType } from '@naru/contract/boards';
import { hasRole } from '@naru/contract/roles';
import { type Authorised, authorise } from '../../domain/access/authorised.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';

interface MustReadHead {
  id: number;
  boardType: PostBoardType;
  authorId: number | null;
  isOpen: boolean;
  /** Whether it is for groups, such as a list of members. */
  isForGroups: boolean;
}

/** `isNamed`: its readers may be named. */
export type WatchedNotice = Authorised<'watch', MustReadHead & { isNamed: boolean }>;

/**
 * Allows the staff of a must-read notice's board, and its author while the author may write there. Throws POST_NOT_FOUND,
 * PERMISSION_DENIED, and MUST_READ_NOT_ASKED for a notice that nobody confirms. The readers of one for groups are named
 * for MANAGER and above only, who see the members of lists too.
 */
export function authoriseWatching(head: MustReadHead | null, actor: Actor): WatchedNotice {
  if (head === null || isLectureBoard(head.boardType)) throw new AppError('POST_NOT_FOUND');
  const board = BOARDS[head.boardType];
  const isWriter = board.writeRole !== null && hasRole(actor.roles, board.writeRole);
  const isAuthor = head.authorId === actor.memberId && isWriter;
  if (!isAuthor && !canPin(board, actor.roles)) {
    throw new AppError('PERMISSION_DENIED');
  }
  if (!head.isOpen) throw new AppError('MUST_READ_NOT_ASKED');
  const isNamed = !head.isForGroups || hasRole(actor.roles, 'MANAGER');
  return authorise('watch', { ...head, isNamed });
}
