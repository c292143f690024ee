import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db, Executor } from '../db/client.ts';
import { prepareSql } from '../db/pipeline.ts';
import { throttles } from '../db/schema/index.ts';

type Counter = typeof throttles.$inferSelect;

const isOver = (now: Date) => sql`${throttles.windowEndsAt} <= ${now}`;
const nextCount = (now: Date, amount = 1) =>
  sql<number>`case when ${isOver(now)} then ${amount}::int else ${throttles.count} + ${amount}::int end`;

/** Adds `amount` in a window that starts with its first hit, in one atomic statement. */
export async function addToWindow(
  db: Executor,
  key: string,
  now: Date,
  windowEndsAt: Date,
  amount: number,
): Promise<Counter> {
  const first = { key, count: amount, windowEndsAt, blockedUntil: null };
  return upsert(db, first, {
    count: nextCount(now, amount),
    windowEndsAt: sql`case when ${isOver(now)} then ${windowEndsAt} else ${throttles.windowEndsAt} end`,
  });
}

/** A counter as the JSON of `addToWindows` has it. */
export type CountedWindow = Pick<Counter, 'count'> & { windowEndsAt: string };

/**
 * `addToWindow` of one hit for several keys, in their order, for a CTE named `counters`. `keys` is an
 * array of texts; the placeholders `now` and `ends`, the ends of the windows, take the other values.
 */
export function addToWindows(keys: SQL): SQL {
  return addHits(hitsOf(keys), sql`hit.place`);
}

/**
 * `addToWindows` for the rows of `callers`, of which each has its array `keys`, in the order of `by`. The
 * keys of two rows must differ.
 */
export function addToWindowsOf(callers: SQL, by: SQL, keys: SQL): SQL {
  return addHits(sql`${callers} cross join lateral ${hitsOf(keys)}`, sql`${by}, hit.place`);
}

const hitsOf = (keys: SQL) =>
  sql`unnest(${keys}, ${sql.placeholder('ends')}::timestamptz[]) with ordinality as hit (key, ends_at, place)`;
const now = sql`${sql.placeholder('now')}::timestamptz`;

function addHits(hits: SQL, order: SQL): SQL {
  return sql`insert into ${throttles} as counter (key, count, window_ends_at)
    select hit.key, 1, hit.ends_at
    from ${hits}
    order by ${order}
    on conflict (key) do update set
      count = case when counter.window_ends_at <= ${now} then 1 else counter.count + 1 end,
      window_ends_at = case when counter.window_ends_at <= ${now}
        then excluded.window_ends_at else counter.window_ends_at end
    returning key, json_build_object('count', count, 'windowEndsAt', window_ends_at) as counter`;
}

/** What the CTE of `addToWindowsOf` counted for these keys, in their order. */
export const countedWindowsOf = (keys: SQL) =>
  sql<CountedWindow[]>`(select json_agg(counter order by own.place)
    from unnest(${keys}) with ordinality as own (key, place) inner join counters using (key))`;

/**
 * Whether one more hit would exceed one of the limits, at the placeholder `now`. Each counter is looked
 * up by itself: a join would read all counters where PostgreSQL planned it for an empty table.
 */
export function isAnyFull(keys: SQL, maxes: readonly number[]): SQL {
  const isFull = maxes.map(
    (max, index) => sql`coalesce((
      select counter.count >= ${sql.raw(String(max))} and counter.window_ends_at > ${now}
      from ${throttles} as counter where counter.key = (${keys})[${sql.raw(String(index + 1))}]
    ), false)`,
  );
  return sql`(${sql.join(isFull, sql` or `)})`;
}

/** Prepares it for one key. */
export function prepareAddToWindow(db: Db, name: string) {
  const key = sql`array[${sql.placeholder('key')}::text]`;
  return prepareSql<{ counter: CountedWindow }>(db, name, addToWindows(key));
}

/** What that CTE counted, in the order of the keys. */
export const countedWindows = sql<CountedWindow[]>`(select json_agg(counter) from counters)`;

/**
 * Adds one, keeps the counter until `windowEndsAt`, and from the `free`-th hit on blocks for 1, 2,
 * 4 ... `longest` seconds.
 */
export async function addWithDelay(
  db: Executor,
  key: string,
  now: Date,
  windowEndsAt: Date,
  { free, longest }: { free: number; longest: number },
): Promise<Counter> {
  const count = nextCount(now);
  const seconds = sql`least(${longest}::float8, power(2::float8, least(${count} - ${free}::int, 30)))`;
  return upsert(
    db,
    { key, count: 1, windowEndsAt, blockedUntil: null },
    {
      count,
      windowEndsAt: sql`${windowEndsAt}`,
      blockedUntil: sql`case when ${count} >= ${free}::int
      then ${now}::timestamptz + ${seconds} * interval '1 second' end`,
    },
  );
}

async function upsert(db: Executor, first: Counter, set: Record<string, SQL>): Promise<Counter> {
  const [row] = await db
    .insert(throttles)
    .values(first)
    .onConflictDoUpdate({ target: throttles.key, set })
    .returning();
  return row ?? first;
}

/** Hits of a key in its window at the placeholder `now`. */
export const countOf = (key: unknown) =>
  sql<number>`coalesce((select count from ${throttles}
    where key = ${key} and window_ends_at > ${sql.placeholder('now')}::timestamptz), 0)`;

/** Returns the counters among `keys` whose window has not ended. */
export async function findCounters(
  db: Executor,
  keys: readonly string[],
  now: Date,
): Promise<Counter[]> {
  return db
    .select()
    .from(throttles)
    .where(sql`${inArray(throttles.key, [...keys])} and ${throttles.windowEndsAt} > ${now}`);
}

export async function deleteCounter(db: Executor, key: string): Promise<void> {
  await db.delete(throttles).where(eq(throttles.key, key));
}
