import type { SourceConfig } from '@naru/contract/source-config';
import { and, asc, eq, inArray, not, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
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
const ANEW = { etag: null, lastModified: null, rows: {}, isFirstDone: false };

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

/** A run is wanted, whether or not it is time and also while the source is paused. */
export async function storeAsked(tx: Executor, id: number): Promise<void> {
  await tx.update(sources).set({ isAsked: true }).where(eq(sources.id, id));
}

function hostOf({ url }: SourceConfig): string {
  return new URL(url).hostname;
}
