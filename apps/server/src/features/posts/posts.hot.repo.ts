import type { BoardType } from '@naru/contract/boards';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepareSql, type Statement, statement } from '../../db/pipeline.ts';

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
