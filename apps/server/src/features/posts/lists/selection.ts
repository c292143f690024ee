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
  'recruiting',
  'minPrice',
  'maxPrice',
] as const;

type Part = (typeof PARTS)[number];

/** Filters and sort order of a board's list (a search is separate); an absent field filters nothing. */
export type Selection = Pick<ListInput, Part>;

/**
 * Returns null without filters: the whole board, newest first. Throws VALIDATION_FAILED for a filter that the
 * board does not offer, and for a minimum price above the maximum price.
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
  const { acceptsAnswers, form, recruits, takesHeads, writeRole } = BOARDS[boardType];
  switch (part) {
    case 'sortBy':
      return writeRole !== null;
    // Allowed on every board: without posts about lectures the list is just empty.
    case 'lectureTagId':
      return true;
    case 'headId':
      return takesHeads;
    case 'unanswered':
      return acceptsAnswers;
    case 'recruiting':
      return recruits;
    default:
      return form === 'item';
  }
}
