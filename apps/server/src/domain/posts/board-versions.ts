import { BOARD_TYPES, BOARDS, type BoardType } from '@naru/contract/boards';
import type { PageReader } from '../../platform/actor.ts';

/** Boards with posts of their own; each has a sequence in the database, `all` another one. */
export const VERSIONED_BOARDS = BOARD_TYPES.filter((board) => BOARDS[board].writeRole !== null);

/** A reader who blocks more members gets pages read for itself. */
export const MAX_BLOCKED = 100;

/** What a list of the boards' posts must have been read under to be served to the reader. */
export function versionOf({ versions }: PageReader, boards: readonly BoardType[]): string {
  if (boards.length === VERSIONED_BOARDS.length) return versions;
  const each = versions.split(' ');
  const own = boards.map((board) => each[1 + VERSIONED_BOARDS.indexOf(board)]);
  return [each[0], ...own].join(' ');
}

/** Null when the reader blocks more than `MAX_BLOCKED`. */
export function blockedIds({ blocked }: PageReader): ReadonlySet<number> | null {
  if (blocked === null) return NOBODY;
  const ids = blocked.split(' ').map(Number);
  return ids.length > MAX_BLOCKED ? null : new Set(ids);
}

export function hasMarked({ marked }: PageReader, board: BoardType): boolean {
  return marked?.split(' ').includes(board) ?? false;
}

const NOBODY: ReadonlySet<number> = new Set();
