import { sql } from 'drizzle-orm';
import type { TestApp } from '../test-app.ts';

/**
 * Row count and checksum of every table: equal snapshots mean that nothing was written. Waits for
 * side effects of earlier calls. Excludes visits, which refused requests record too.
 */
export async function takeSnapshot(t: TestApp): Promise<Record<string, string>> {
  await t.services.events.drain();
  const tables = await t.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'daily_visitors' order by 1`,
  );
  const parts = tables.rows.map(
    // A sum is independent of order; sorting every table for one checksum takes five times as long.
    ({ name }) => sql`select ${name} as name, count(*) || ' ' ||
      coalesce(sum(hashtextextended(t::text, 0)), 0) as state
      from ${sql.identifier(name)} t`,
  );
  const { rows } = await t.db.execute<{ name: string; state: string }>(
    sql.join(parts, sql` union all `),
  );
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

/** Names of the tables with a row that contains `text`. */
export async function findInTables(
  t: TestApp,
  text: string,
  only?: readonly string[],
): Promise<string[]> {
  const names = only ?? Object.keys(await takeSnapshot(t));
  const parts = names.map(
    (name) => sql`select ${name} as name, t::text as row from ${sql.identifier(name)} t
      where strpos(t::text, ${text}) > 0`,
  );
  const { rows } = await t.db.execute<{ name: string; row: string }>(
    sql.join(parts, sql` union all `),
  );
  return rows.map(({ name, row }) => `${name}: ${row}`).toSorted();
}

/** Every row of every table, column by column. */
export async function readAllRows(
  t: TestApp,
): Promise<{ table: string; values: Record<string, unknown> }[]> {
  const parts = Object.keys(await takeSnapshot(t)).map(
    (name) =>
      sql`select ${name} as "table", to_jsonb(t) as "values" from ${sql.identifier(name)} t`,
  );
  const { rows } = await t.db.execute<{ table: string; values: Record<string, unknown> }>(
    sql.join(parts, sql` union all `),
  );
  return rows;
}
