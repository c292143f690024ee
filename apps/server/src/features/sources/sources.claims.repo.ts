import { and, asc, count, eq, gt, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Executor } from '../../db/client.ts';
import { sources } from '../../db/schema/index.ts';
import { lockSources, type SourceRow } from './sources.repo.ts';

/** A run that has the source. */
export interface Lease {
  id: number;
  lease: string;
}

const busy = alias(sources, 'busy');
/** Sources that are read at a time: a run may take minutes, and e-mail needs workers too. */
const RUNS_MAX = 4;

/**
 * Ids of the sources that wait for a run, longest first; only four may run at a time, and of one host only
 * one.
 */
export async function listDue(db: Executor, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: sources.id })
    .from(sources)
    .where(mayRun(db, now))
    .orderBy(asc(sources.nextRunAt), asc(sources.id));
  return rows.map(({ id }) => id);
}

/** Takes the source for a run until `until`; null when it is not due, or others run that it waits for. */
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
  const running = db
    .select({ id: busy.id })
    .from(busy)
    .where(and(eq(busy.host, sources.host), gt(busy.leaseUntil, now)));
  const runs = db.select({ count: count() }).from(busy).where(gt(busy.leaseUntil, now));
  return and(isDue, notExists(running), sql`(${runs}) < ${RUNS_MAX}`);
}
