import { and, eq, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import { throttles } from '../../db/schema/index.ts';

type Counter = typeof throttles.$inferSelect;

/** Seconds that the clock of another server may be ahead. */
export const AHEAD_SECONDS = 60;

/**
 * Whether the window that ends at `end` is over. `nextEnd` is where a window that begins now would end; a
 * later `end` was stored before the clock was set back, and that window is over too.
 */
const isOver = (end: SQLWrapper, now: SQLWrapper, nextEnd: SQLWrapper) =>
  sql`(${end} <= ${now} or ${end} > ${nextEnd} + interval '${sql.raw(String(AHEAD_SECONDS))} seconds')`;
const instant = (value: Date) => sql`${value}::timestamptz`;

/** Adds `amount` in a window that starts with its first hit, in one atomic statement. */
export async function addToWindow(
  db: Executor,
  key: string,
  now: Date,
  windowEndsAt: Date,
  amount: number,
): Promise<Counter> {
  const first = { key, count: amount, windowEndsAt, blockedUntil: null };
  const over = isOver(throttles.windowEndsAt, instant(now), instant(windowEndsAt));
  return upsert(db, first, {
    count: sql`case when ${over} then ${amount}::int else ${throttles.count} + ${amount}::int end`,
    windowEndsAt: sql`case when ${over} then ${windowEndsAt} else ${throttles.windowEndsAt} end`,
  });
}

/** A counter as JSON. */
export type CountedWindow = Pick<Counter, 'count'> & { windowEndsAt: string };

/**
 * The CTE `counters`: `addToWindow` with one hit for each row of `callers` and each of its `keys`, in the
 * order of `by`. The placeholders `now` and `ends` (the ends of the windows) are its other arguments.
 */
export function addToWindowsOf(callers: SQL, by: SQL, keys: SQL): SQL {
  return addHits(sql`${callers} cross join lateral ${hitsOf(keys)}`, sql`${by}, hit.place`);
}

const ends = sql`${sql.placeholder('ends')}::timestamptz[]`;
const hitsOf = (keys: SQL) =>
  sql`unnest(${keys}, ${ends}) with ordinality as hit (key, ends_at, place)`;
const now = sql`${sql.placeholder('now')}::timestamptz`;

function addHits(hits: SQL, order: SQL): SQL {
  const over = isOver(sql`counter.window_ends_at`, now, sql`excluded.window_ends_at`);
  return sql`insert into ${throttles} as counter (key, count, window_ends_at)
    select hit.key, 1, hit.ends_at
    from ${hits}
    order by ${order}
    on conflict (key) do update set
      count = case when ${over} then 1 else counter.count + 1 end,
      window_ends_at = case when ${over} then excluded.window_ends_at else counter.window_ends_at end
    returning key, json_build_object('count', count, 'windowEndsAt', window_ends_at) as counter`;
}

/** The counters of these keys in the CTE `counters`, in the order of the keys. */
export const countedWindowsOf = (keys: SQL) =>
  sql<CountedWindow[]>`(select json_agg(counter order by own.place)
    from unnest(${keys}) with ordinality as own (key, place) inner join counters using (key))`;

/**
 * Whether one more hit would exceed one of the limits, at the placeholders `now` and `ends`. Each counter
 * is looked up by itself: a join would read all counters where PostgreSQL planned it for an empty table.
 */
export function isAnyFull(keys: SQL, maxes: readonly number[]): SQL {
  const isFull = maxes.map((max, index) => {
    const at = sql.raw(String(index + 1));
    const over = isOver(sql`counter.window_ends_at`, now, sql`(${ends})[${at}]`);
    return sql`coalesce((
      select counter.count >= ${sql.raw(String(max))} and not ${over}
      from ${throttles} as counter where counter.key = (${keys})[${at}]
    ), false)`;
  });
  return sql`(${sql.join(isFull, sql` or `)})`;
}

/** Prepares `addToWindow` with one hit. */
export function prepareAddToWindow(db: Db, name: string) {
  const key = sql`array[${sql.placeholder('key')}::text]`;
  return prepare<{ counter: CountedWindow }>(db, name, addHits(hitsOf(key), sql`hit.place`));
}

/**
 * Adds one, keeps the counter until `windowEndsAt`, and from the `free`-th hit on blocks for 1, 2,
 * 4 ... `longest` seconds. A counter of a clock that is ahead goes on: no other server ends its delay.
 */
export async function addWithDelay(
  db: Executor,
  key: string,
  now: Date,
  windowEndsAt: Date,
  { free, longest }: { free: number; longest: number },
): Promise<Counter> {
  const count = sql<number>`case when ${throttles.windowEndsAt} <= ${now} then 1 else ${throttles.count} + 1 end`;
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

/** Hits of a key in its window of `seconds` at the placeholder `now`. */
export function countOf(key: unknown, seconds: number) {
  const nextEnd = sql`${now} + interval '${sql.raw(String(seconds))} seconds'`;
  return sql<number>`coalesce((select count from ${throttles}
    where key = ${key} and not ${isOver(throttles.windowEndsAt, now, nextEnd)}), 0)`;
}

/** The counter of the key, unless its window is over; `nextEnd` as in `isOver`. */
export async function findCounter(
  db: Executor,
  key: string,
  now: Date,
  nextEnd: Date,
): Promise<Counter | undefined> {
  const over = isOver(throttles.windowEndsAt, instant(now), instant(nextEnd));
  const [counter] = await db
    .select()
    .from(throttles)
    .where(sql`${eq(throttles.key, key)} and not ${over}`);
  return counter;
}

/** Returns until when the key is blocked; null when it never was. */
export async function findBlock(db: Executor, key: string): Promise<Date | null> {
  const [row] = await db
    .select({ until: throttles.blockedUntil })
    .from(throttles)
    .where(eq(throttles.key, key));
  return row?.until ?? null;
}

/** Shortens the block of the key to `until` if it lasts longer. */
export async function shortenBlock(db: Executor, key: string, until: Date): Promise<void> {
  await db
    .update(throttles)
    .set({ blockedUntil: until })
    .where(and(eq(throttles.key, key), gt(throttles.blockedUntil, until)));
}

/** Stores the key until `windowEndsAt`; false if it is stored already, even after that time. */
export async function addOnce(db: Executor, key: string, windowEndsAt: Date): Promise<boolean> {
  const { rowCount } = await db
    .insert(throttles)
    .values({ key, count: 1, windowEndsAt, blockedUntil: null })
    .onConflictDoNothing();
  return rowCount === 1;
}

export async function deleteCounter(db: Executor, key: string): Promise<void> {
  await db.delete(throttles).where(eq(throttles.key, key));
}

export async function deleteCounters(db: Executor, prefix: string): Promise<void> {
  await db.delete(throttles).where(sql`starts_with(${throttles.key}, ${prefix})`);
}
