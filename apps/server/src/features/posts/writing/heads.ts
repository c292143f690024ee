import type { BoardType } from '@naru/contract/boards';
import { isHeadBoard } from '@naru/contract/heads';
import type { PostInput } from '@naru/contract/posts';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../../db/client.ts';
import { fieldError } from '../../../platform/errors.ts';
import { type HeadHolder, isHeadRequired, lockHead } from './heads.repo.ts';

/** The head that a writer chooses; undefined leaves it as stored, or a new post without one. */
export interface HeadChoice {
  boardType: BoardType;
  headId: number | null | undefined;
}

/** Throws VALIDATION_FAILED on boards without heads. */
export function headChoice({ boardType, headId }: PostInput): HeadChoice {
  if (headId != null && !isHeadBoard(boardType)) {
    throw fieldError('headId', TEXTS.headBoard);
  }
  return { boardType, headId };
}

/**
 * `holder` is the post or scheduled notice that changes, null for a new one. Throws
 * VALIDATION_FAILED for a head that is retired or of another board, and without the one that the board
 * requires.
 */
export async function checkHead(
  tx: Tx,
  { boardType, headId }: HeadChoice,
  holder: HeadHolder | null,
): Promise<void> {
  if (!isHeadBoard(boardType)) return;
  if (headId != null) {
    if (!(await lockHead(tx, { boardType, headId, holder }))) {
      throw fieldError('headId', TEXTS.headGone);
    }
    return;
  }
  const isUnchanged = headId === undefined && holder !== null && 'postId' in holder;
  if (!isUnchanged && (await isHeadRequired(tx, boardType))) {
    throw fieldError('headId', TEXTS.headChoose);
  }
}
