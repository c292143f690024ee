import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boardFavorites, memberBlocks, members } from '../../db/schema/index.ts';
import { postsOfBlockedAliases } from '../access/blocks.sql.ts';
import type { AuthorIdentity } from '../authorship/author.ts';
import { MAX_BLOCKED, VERSIONED_BOARDS } from './board-versions.ts';

/** Once for a statement, however many rows it has. */
const versions: SQL<string> = sql`(select ${sql.join(
  ['all', ...VERSIONED_BOARDS].map(
    (board) =>
      sql`(select last_value from ${sql.identifier(`board_version_${board.toLowerCase()}`)})`,
  ),
  sql` || ' ' || `,
)})`;

/** The columns of a `PageReader` but the position, for statements that read `members`. */
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
