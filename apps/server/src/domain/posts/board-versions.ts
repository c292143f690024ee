import { BOARD_TYPES, BOARDS, type BoardType } from '@naru/contract/boards';
import type { PageReader } from '../../platform/actor.ts';

/** Boards with posts of their own; each has a sequence in the database, `all` another one. */
export const VERSIONED_BOARDS = BOARD_TYPES.filter(
  (boardType) => BOARDS[boardType].writeRole !== null,
);

/** A reader who blocks more members gets pages read for itself. */
export const MAX_BLOCKED = 100;

/** What a list of the boards' posts must have been read under to be served to the reader. */
export function versionOf({ versions }: PageReader, boards: readonly BoardType[]): string {
  if (boards.length === VERSIONED_BOARDS.length) return versions;
  const each = versions.split(' ');
  const own = boards.map((boardType) => each[1 + VERSIONED_BOARDS.indexOf(boardType)]);
  return [each[0], ...own].join(' ');
}

/** Identifies the posts whose author the reader blocks; null when the reader blocks more than `MAX_BLOCKED`. */
export function blockedOf({ blocked, blockedPosts }: PageReader) {
  const members = idsOf(blocked);
  return members.size > MAX_BLOCKED ? null : { members, posts: idsOf(blockedPosts) };
}

export function hasMarked({ marked }: PageReader, boardType: BoardType): boolean {
  return marked?.split(' ').includes(boardType) ?? false;
}

const NONE: ReadonlySet<number> = new Set();

function idsOf(text: string | null): ReadonlySet<number> {
  return text === null ? NONE : new Set(text.split(' ').map(Number));
}
