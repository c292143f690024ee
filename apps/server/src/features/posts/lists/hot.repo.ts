import type { BoardType } from '@naru/contract/boards';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { prepareSql, type Statement, statement } from '../../../db/pipeline.ts';
import { walPosition } from '../../../db/wal-position.ts';

/**
 * The position of the database's log if no transaction that has changed one of the boards is in progress,
 * else null: what a later statement reads of them, on the primary or beyond this position of a replica,
 * contains all changes whose versions an earlier statement has read.
 */
export function prepareQuietPosition(db: Db) {
  const prepared = prepareSql<{ position: number | null }>(
    db,
    'are_boards_quiet',
    // The position is read after the locks.
    sql`select case when are_boards_quiet(${sql.placeholder('boards')}::text[]) then ${walPosition} end as position`,
  );
  return (boards: readonly BoardType[]): Statement<number | null> =>
    statement(prepared, { boards: [...boards] }, ({ rows }) => rows[0]?.position ?? null);
}
