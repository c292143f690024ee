import { BOARD_TYPES, BOARDS, type BoardType } from '@naru/contract/boards';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boardFavorites, memberBlocks, members } from '../../db/schema/index.ts';
import type { PageReader } from '../../platform/actor.ts';
import { postsOfBlockedAliases } from '../access/blocks.sql.ts';
import type { AuthorIdentity } from '../authorship/author.ts';

/** Whether a list is computed from the posts of other boards. */
export function isComputed(boardType: BoardType): boolean {
  return BOARDS[boardType].writeRole === null;
}

/** Boards with posts of their own. Each has a sequence in the database, as does `all`. */
export const VERSIONED_BOARDS = BOARD_TYPES.filter((boardType) => !isComputed(boardType));

/** A reader who blocks more members is not served from memory. */
const MAX_BLOCKED = 100;

/** The version that a cached list of these boards must have to be served to the reader. */
export function versionOf({ versions }: PageReader, boards: readonly BoardType[]): string {
  if (boards.length === VERSIONED_BOARDS.length) return versions;
  const each = versions.split(' ');
  const own = boards.map((boardType) => each[1 + VERSIONED_BOARDS.indexOf(boardType)]);
  return [each[0], ...own].join(' ');
}

/** Identifies the posts whose author the reader blocks; null when the reader blocks more than `MAX_BLOCKED`. */
export function blockedOf({ blocked, blockedPosts }: PageReader) {
  const authors = idsOf(blocked);
  return authors.size > MAX_BLOCKED ? null : { authors, posts: idsOf(blockedPosts) };
}

export function hasMarked({ marked }: PageReader, boardType: BoardType): boolean {
  return marked?.split(' ').includes(boardType) ?? false;
}

const NONE: ReadonlySet<number> = new Set();

function idsOf(text: string | null): ReadonlySet<number> {
  return text === null ? NONE : new Set(text.split(' ').map(Number));
}

/** Computed once for a statement, however many rows it has. */
const versions: SQL<string> = sql`(select ${sql.join(
  ['all', ...VERSIONED_BOARDS].map(
    (board) =>
      sql`(select last_value from ${sql.identifier(`board_version_${board.toLowerCase()}`)})`,
  ),
  sql` || ' ' || `,
)})`;

/** The columns of a `PageReader`, for statements that read `members`. */
export function pageReaderColumns({ memberId, seal }: AuthorIdentity<SQLWrapper>) {
  const blocked = sql`select ${memberBlocks.blockedId} as id from ${memberBlocks} where ${memberBlocks.blockerId} = ${memberId} limit ${sql.raw(String(MAX_BLOCKED + 1))}`;
  return {
    studyYear: members.studyYear,
    studyYearOf: members.studyYearOf,
    versions,
    blocked: sql<string | null>`(select string_agg(id::text, ' ') from (${blocked}) as blocked)`,
    blockedPosts: sql<
      string | null
    >`(select string_agg(post_id::text, ' ') from (${postsOfBlockedAliases(seal)}) as blocked_posts)`,
    marked: sql<
      string | null
    >`(select string_agg(${boardFavorites.boardType}, ' ') from ${boardFavorites} where ${boardFavorites.memberId} = ${memberId})`,
  };
}
