import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepareSql, type Statement, statement } from '../../db/pipeline.ts';
import { boardFavorites, memberBlocks } from '../../db/schema/index.ts';
import { MAX_BLOCKED, VERSIONED_BOARDS } from './board-versions.ts';

/** Once for a statement, however many rows it has. */
const versions: SQL<string> = sql`(select ${sql.join(
  ['all', ...VERSIONED_BOARDS].map(
    (board) =>
      sql`(select last_value from ${sql.identifier(`board_version_${board.toLowerCase()}`)})`,
  ),
  sql` || ' ' || `,
)})`;

/** The columns of a `PageReader`. */
export function pageReaderColumns(memberId: SQLWrapper) {
  const blocked = sql`select ${memberBlocks.blockedId} as id from ${memberBlocks} where ${memberBlocks.blockerId} = ${memberId} limit ${sql.raw(String(MAX_BLOCKED + 1))}`;
  return {
    versions,
    blocked: sql<string | null>`(select string_agg(id::text, ' ') from (${blocked}) as blocked)`,
    marked: sql<
      string | null
    >`(select string_agg(${boardFavorites.boardType}, ' ') from ${boardFavorites} where ${boardFavorites.memberId} = ${memberId})`,
  };
}

/**
 * Whether no transaction that has changed the board is in progress: a page that a later statement
 * reads contains all changes whose versions an earlier statement has read.
 */
export function prepareIsQuiet(db: Db) {
  const prepared = prepareSql<{ isQuiet: boolean }>(
    db,
    'is_board_quiet',
    sql`select is_board_quiet(${sql.placeholder('board')}) as "isQuiet"`,
  );
  return (board: string): Statement<boolean> =>
    statement(prepared, { board }, ({ rows }) => rows[0]?.isQuiet === true);
}
