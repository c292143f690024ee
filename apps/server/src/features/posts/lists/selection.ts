import { BOARDS, type BoardType } from '@naru/contract/boards';
import type { PostSort } from '@naru/contract/choices';
import type { postRoutes } from '@naru/contract/posts';
import type { RouteInput } from '@naru/contract/route';
import { TEXTS } from '@naru/contract/texts';
import { fieldError } from '../../../platform/errors.ts';

type ListInput = RouteInput<typeof postRoutes.list>['query'];

/** What selects and sorts the posts of a board beside a search; absent parts leave all of them. */
export interface Selection {
  sortBy?: PostSort;
  lectureTagId?: number;
  headId?: number;
  unanswered?: true;
  onSale?: true;
  minPrice?: number;
  maxPrice?: number;
}

/**
 * Null for the whole board, newest first. Throws VALIDATION_FAILED for what the board does not have and
 * for a range of prices that is none.
 */
export function selectionOf(input: ListInput): Selection | null {
  const selection = readSelection(input);
  for (const part of Object.keys(selection) as (keyof Selection)[]) {
    if (!isOffered(input.boardType, part)) throw fieldError(part, TEXTS.listFilterBoard);
  }
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = selection;
  if (minPrice > maxPrice) throw fieldError('minPrice', TEXTS.priceRange);
  return Object.keys(selection).length === 0 ? null : selection;
}

function readSelection(input: ListInput): Selection {
  const { sortBy, lectureTagId, headId, unanswered, onSale, minPrice, maxPrice } = input;
  return {
    ...(sortBy && { sortBy }),
    ...(lectureTagId !== undefined && { lectureTagId }),
    ...(headId !== undefined && { headId }),
    ...(unanswered && { unanswered: true }),
    ...(onSale && { onSale: true }),
    ...(minPrice !== undefined && { minPrice }),
    ...(maxPrice !== undefined && { maxPrice }),
  };
}

function isOffered(boardType: BoardType, part: keyof Selection): boolean {
  const { acceptsAnswers, form, takesHeads, writeRole } = BOARDS[boardType];
  switch (part) {
    case 'sortBy':
      return writeRole !== null;
    // Another board has no post about a lecture, and its list is empty.
    case 'lectureTagId':
      return true;
    case 'headId':
      return takesHeads;
    case 'unanswered':
      return acceptsAnswers;
    default:
      return form === 'item';
  }
}
