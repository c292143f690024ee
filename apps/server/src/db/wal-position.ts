import { type SQL, sql } from 'drizzle-orm';
import type { Statement } from './fast/fast.ts';

/**
 * Up to where the write-ahead log of the primary is on disk, in bytes. A commit is on disk before any
 * statement sees it, so what a statement sees lies before the position that it returns.
 */
export const walPosition: SQL<number> = sql<number>`pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint`;

/** On a replica: whether a later statement sees everything before the position of its primary. */
export function isReplayed(position: number): Statement<boolean> {
  return async (on) => {
    const { rows } = await on.execute<{ isThere: boolean | null }>(
      sql`select pg_is_in_recovery() and pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= ${position} as "isThere"`,
    );
    return rows[0]?.isThere === true;
  };
}
