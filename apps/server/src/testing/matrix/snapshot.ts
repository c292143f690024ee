import { sql } from 'drizzle-orm';
import type { TestApp } from '../test-app.ts';

const statements = new WeakMap<TestApp, Promise<string>>();

async function snapshotStatement(t: TestApp): Promise<string> {
  const { rows } = await t.database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename <> 'daily_visitors' order by 1`,
  );
  // A sum is independent of order; sorting every table for one checksum takes five times as long.
  const parts = rows.map(
    ({ name }) => `select '${name}' as name,
      count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as state from "${name}" t`,
  );
  return parts.join(' union all ');
}

/**
 * Row count and checksum of every table: equal snapshots mean that nothing was written. Waits for
 * side effects of earlier calls. Excludes visits, which refused requests record too.
 */
export async function takeSnapshot(t: TestApp): Promise<Record<string, string>> {
  await t.services.events.drain();
  const statement = statements.get(t) ?? snapshotStatement(t);
  statements.set(t, statement);
  // Named, so that PostgreSQL plans it once per connection: planning takes most of its time.
  const { rows } = await t.database.pool.query<{ name: string; state: string }>({
    name: 'snapshot',
    text: await statement,
  });
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
