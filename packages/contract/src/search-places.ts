import { BOARD_TYPES, BOARDS } from './boards.ts';
import { SEARCHED_ROOMS } from './choices.ts';

// Without schemas: a search that opens need not load them.

/** Boards with posts of their own, and the lecture rooms of the searcher. */
export const SEARCH_PLACES = [
  ...BOARD_TYPES.filter((board) => BOARDS[board].writeRole !== null),
  SEARCHED_ROOMS,
] as const;

/** Two adjacent characters, which the index needs. */
export function isSearchable(query: string): boolean {
  return /\S{2}/u.test(query);
}
