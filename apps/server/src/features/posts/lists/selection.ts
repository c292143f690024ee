import { BOARDS, type BoardType } from '@naru/contract/boards';
import type { postRoutes } from '@naru/contract/posts';
import type { RouteInput } from '@naru/contract/route';
import { TEXTS } from '@naru/contract/texts';
import { fieldError } from '../../../platform/errors.ts';

type ListInput = RouteInput<typeof postRoutes.list>['query'];

const PARTS = [
  'sortBy',
  'lectureTagId',
  'headId',
  'unanswered',
  'onSale',
  'minPrice',
  'maxPrice',
] as const;

type Part = (typeof PARTS)[number];

/** What selects and sorts the posts of a board beside a search; absent parts leave all of them. */
export type Selection = Pick<ListInput, Part>;

/**
 * Null for the whole board, newest first. Throws VALIDATION_FAILED for what the board does not have and
 * for a range of prices that is none.
 */
export function selectionOf(input: ListInput): Selection | null {
  const given = PARTS.filter((part) => input[part] !== undefined);
  for (const part of given) {
    if (!isOffered(input.boardType, part)) throw fieldError(part, TEXTS.listFilterBoard);
  }
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = input;
  if (minPrice > maxPrice) throw fieldError('minPrice', TEXTS.priceRange);
  return given.length === 0 ? null : Object.fromEntries(given.map((part) => [part, input[part]]));
}

function isOffered(boardType: BoardType, part: Part): boolean {
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
