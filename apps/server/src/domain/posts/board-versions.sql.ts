import type { BoardType } from '@naru/contract/boards';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { prepareSql, type Statement, statement } from '../../db/pipeline.ts';
import { boardFavorites, memberBlocks, members } from '../../db/schema/index.ts';
import { MAX_BLOCKED, VERSIONED_BOARDS } from './board-versions.ts';

/** Once for a statement, however many rows it has. */
const versions: SQL<string> = sql`(select ${sql.join(
  ['all', ...VERSIONED_BOARDS].map(
    (board) =>
      sql`(select last_value from ${sql.identifier(`board_version_${board.toLowerCase()}`)})`,
  ),
  sql` || ' ' || `,
)})`;

/** The columns of a `PageReader`, for statements that read `members`. */
export function pageReaderColumns(memberId: SQLWrapper) {
  const blocked = sql`select ${memberBlocks.blockedId} as id from ${memberBlocks} where ${memberBlocks.blockerId} = ${memberId} limit ${sql.raw(String(MAX_BLOCKED + 1))}`;
  return {
    ...columns(members, 'studyYear', 'studyYearOf'),
    versions,
    blocked: sql<string | null>`(select string_agg(id::text, ' ') from (${blocked}) as blocked)`,
    marked: sql<
      string | null
    >`(select string_agg(${boardFavorites.boardType}, ' ') from ${boardFavorites} where ${boardFavorites.memberId} = ${memberId})`,
  };
}

/**
 * Whether no transaction that has changed one of the boards is in progress: what a later statement
 * reads of them contains all changes whose versions an earlier statement has read.
 */
export function prepareAreQuiet(db: Db) {
  const prepared = prepareSql<{ areQuiet: boolean }>(
    db,
    'are_boards_quiet',
    sql`select are_boards_quiet(${sql.placeholder('boards')}::text[]) as "areQuiet"`,
  );
  return (boards: readonly BoardType[]): Statement<boolean> =>
    statement(prepared, { boards: [...boards] }, ({ rows }) => rows[0]?.areQuiet === true);
}
