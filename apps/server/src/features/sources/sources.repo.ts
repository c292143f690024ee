import type { SourceConfig } from '@naru/contract/source-config';
import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  lte,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Executor } from '../../db/client.ts';
import { sources } from '../../db/schema/index.ts';

export type SourceRow = typeof sources.$inferSelect;

/** Serialises changes of the list and claims until the transaction ends. */
export async function lockSources(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sources', 0))`);
}

export function listSources(db: Executor): Promise<SourceRow[]> {
  return db
    .select()
    .from(sources)
    .orderBy(asc(sql`${sources.config}->>'title'`), asc(sources.id));
}

export async function findSource(db: Executor, id: number): Promise<SourceRow | null> {
  const [row] = await db.select().from(sources).where(eq(sources.id, id));
  return row ?? null;
}

/** Locks the source until the transaction ends. */
export async function lockSource(tx: Executor, id: number): Promise<SourceRow | null> {
  const [row] = await tx.select().from(sources).where(eq(sources.id, id)).for('update');
  return row ?? null;
}

export async function isNameTaken(db: Executor, name: string): Promise<boolean> {
  return (await db.$count(sources, eq(sources.name, name))) > 0;
}

export function countConsoleSources(db: Executor): Promise<number> {
  return db.$count(sources, eq(sources.origin, 'CONSOLE'));
}

export async function insertSource(
  tx: Executor,
  origin: SourceRow['origin'],
  config: SourceConfig,
  now: Date,
): Promise<number> {
  const host = hostOf(config);
  const [row] = await tx
    .insert(sources)
    .values({ name: config.name, origin, config, host, nextRunAt: now, updatedAt: now })
    .returning({ id: sources.id });
  if (row === undefined) throw new Error('the source was not stored');
  return row.id;
}

/** A page that may be another one: it is read whole, and nobody is notified of what it shows now. */
const ANEW = { etag: null, lastModified: null, rows: {}, isFirstDone: false, menuMove: null };

/** Ends a run that is under way: what it reads is no longer wanted. */
export async function changeSource(
  tx: Executor,
  id: number,
  values: { config: SourceConfig; origin: SourceRow['origin']; isAnew: boolean },
  now: Date,
): Promise<void> {
  const { config, origin, isAnew } = values;
  await tx
    .update(sources)
    .set({
      config,
      origin,
      host: hostOf(config),
      nextRunAt: now,
      lease: null,
      leaseUntil: null,
      attempts: 0,
      updatedAt: now,
      ...(isAnew && ANEW),
    })
    .where(eq(sources.id, id));
}

export async function deleteSource(tx: Executor, id: number): Promise<void> {
  await tx.delete(sources).where(eq(sources.id, id));
}

/** Deletes the sources of the file that it no longer names; returns how many. */
export async function deleteMissing(tx: Executor, names: readonly string[]): Promise<number> {
  const isOfFile = eq(sources.origin, 'FILE');
  const { rowCount } = await tx
    .delete(sources)
    .where(and(isOfFile, not(inArray(sources.name, [...names]))));
  return rowCount ?? 0;
}

export async function findByName(db: Executor, name: string): Promise<SourceRow | null> {
  const [row] = await db.select().from(sources).where(eq(sources.name, name));
  return row ?? null;
}

export async function storeEnabled(
  tx: Executor,
  id: number,
  isEnabled: boolean,
  now: Date,
): Promise<void> {
  await tx.update(sources).set({ isEnabled, updatedAt: now }).where(eq(sources.id, id));
}

export async function storeMenuMove(
  tx: Executor,
  id: number,
  menuMove: SourceRow['menuMove'],
): Promise<void> {
  await tx.update(sources).set({ menuMove }).where(eq(sources.id, id));
}

/** A run is wanted, whether or not it is time and also while the source is paused. */
export async function storeAsked(tx: Executor, id: number): Promise<void> {
  await tx.update(sources).set({ isAsked: true }).where(eq(sources.id, id));
}

function hostOf({ url }: SourceConfig): string {
  return new URL(url).hostname;
}

/** A run that has the source. */
export interface Lease {
  id: number;
  lease: string;
}

/** Runs at a time on all servers: each may take minutes, in which it keeps a worker from e-mails and other jobs. */
const RUNS_MAX = 4;

const busy = alias(sources, 'busy');

/** Ids of the sources that may be run, longest due first; none while as many as may are running. */
export async function listDue(db: Executor, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: sources.id })
    .from(sources)
    .where(mayRun(db, now))
    .orderBy(asc(sources.nextRunAt), asc(sources.id));
  return rows.map(({ id }) => id);
}

/** Takes the source for a run until `until`; null when it is not due, its host is being read, or there are enough runs. */
export function claimSource(
  db: Db,
  { id, lease }: Lease,
  { now, until }: { now: Date; until: Date },
): Promise<SourceRow | null> {
  return db.transaction(async (tx) => {
    // Two claims at the same moment would not see each other's host.
    await lockSources(tx);
    const [row] = await tx
      .update(sources)
      .set({ lease, leaseUntil: until, attempts: sql`${sources.attempts} + 1` })
      .where(and(eq(sources.id, id), mayRun(tx, now)))
      .returning();
    return row ?? null;
  });
}

/** False once the run has lost the source to another one, to a change or to a deletion. */
export async function renewLease(db: Executor, lease: Lease, until: Date): Promise<boolean> {
  const { rowCount } = await db.update(sources).set({ leaseUntil: until }).where(isHeld(lease));
  return rowCount === 1;
}

/** Gives the source back unread, so that another server takes it. */
export async function releaseSource(db: Executor, lease: Lease): Promise<void> {
  await db.update(sources).set({ lease: null, leaseUntil: null, attempts: 0 }).where(isHeld(lease));
}

type Result = Partial<
  Omit<SourceRow, 'id' | 'lease' | 'leaseUntil' | 'isAsked' | 'attempts' | 'config' | 'name'>
>;

/** Ends the run; false when it has lost the source, whose state it then must not change. */
export async function finishRun(db: Executor, lease: Lease, result: Result): Promise<boolean> {
  const { rowCount } = await db
    .update(sources)
    .set({ ...result, lease: null, leaseUntil: null, isAsked: false, attempts: 0 })
    .where(isHeld(lease));
  return rowCount === 1;
}

function isHeld({ id, lease }: Lease): SQL | undefined {
  return and(eq(sources.id, id), eq(sources.lease, lease));
}

function mayRun(db: Executor, now: Date): SQL | undefined {
  const isDue = or(sources.isAsked, and(sources.isEnabled, lte(sources.nextRunAt, now)));
  const isRunning = gt(busy.leaseUntil, now);
  const atHost = db
    .select({ id: busy.id })
    .from(busy)
    .where(and(eq(busy.host, sources.host), isRunning));
  const running = db.select({ count: count() }).from(busy).where(isRunning);
  return and(isDue, notExists(atHost), sql`${running} < ${RUNS_MAX}`);
}
