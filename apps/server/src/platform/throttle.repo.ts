import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
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
