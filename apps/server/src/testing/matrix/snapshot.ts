import { sql } from 'drizzle-orm';
import type { TestApp } from '../test-app.ts';

const watched = new WeakMap<TestApp, Promise<void>>();

async function tableNames(t: TestApp): Promise<string[]> {
  const { rows } = await t.database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename <> 'daily_visitors' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Makes the database record the table of every written row, for as long as the write is not undone. */
async function watchWrites(t: TestApp): Promise<void> {
  const names = await tableNames(t);
  await t.database.pool.query(`
    create schema watch;
    create unlogged table watch.writes (
      id bigint generated always as identity primary key,
      name text not null
    );
    create function watch.record() returns trigger language plpgsql security definer as
      $$ begin insert into watch.writes (name) values (tg_table_name); return null; end $$;
    ${names
      .map(
        (name) => `
          create trigger watch_rows after insert or update or delete on "${name}"
            for each row execute function watch.record();
          create trigger watch_truncate after truncate on "${name}"
            for each statement execute function watch.record();`,
      )
      .join('')}`);
}

/**
 * The latest written rows, each as its number and table: equal snapshots mean that nothing was
 * written. Waits for side effects of earlier calls. Leaves out visits, which refused requests record
 * too, and the tables in `except`.
 */
export async function takeSnapshot(t: TestApp, except: string[] = []): Promise<string[]> {
  await t.services.events.drain();
  const watching = watched.get(t) ?? watchWrites(t);
  watched.set(t, watching);
  await watching;
  const { rows } = await t.database.pool.query<{ write: string }>(
    `select id || ' ' || name as write from watch.writes where name <> all($1)
     order by id desc limit 20`,
    [except],
  );
  return rows.map(({ write }) => write);
}

/** Rows that contain the text, or one of the texts, each after the name of its table. */
export async function findInTables(
  t: TestApp,
  text: string | readonly string[],
  only?: readonly string[],
): Promise<string[]> {
  const names = only ?? (await tableNames(t));
  const texts = sql.param([text].flat());
  const parts = names.map(
    (name) => sql`select ${name} as name, t::text as row from ${sql.identifier(name)} t
      where exists (select from unnest(${texts}::text[]) text where strpos(t::text, text) > 0)`,
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
  const parts = (await tableNames(t)).map(
    (name) =>
      sql`select ${name} as "table", to_jsonb(t) as "values" from ${sql.identifier(name)} t`,
  );
  const { rows } = await t.db.execute<{ table: string; values: Record<string, unknown> }>(
    sql.join(parts, sql` union all `),
  );
  return rows;
}
