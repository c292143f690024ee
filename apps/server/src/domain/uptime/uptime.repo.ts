import { desc, gt, gte, max, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { siteRuns } from '../../db/schema/index.ts';

const RUNS_LOCK = 'site runs';

export type SiteRun = typeof siteRuns.$inferSelect;

/** One server at a time records the run until the transaction ends. */
export async function lockRuns(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${RUNS_LOCK}, 0))`);
}

export async function findLastRun(db: Executor): Promise<SiteRun | null> {
  const [run] = await db.select().from(siteRuns).orderBy(desc(siteRuns.seenAt)).limit(1);
  return run ?? null;
}

/** Seconds for which the site was on after a moment. */
export async function sumLived(db: Executor, since: Date): Promise<number> {
  const [row] = await db
    .select({
      seconds: sql<number>`coalesce(sum(extract(epoch from
        ${siteRuns.seenAt} - greatest(${siteRuns.startedAt}, ${since}))), 0)::float8`,
    })
    .from(siteRuns)
    .where(gt(siteRuns.seenAt, since));
  return row?.seconds ?? 0;
}

/** Takes back what a clock that was ahead recorded. */
export async function endRunsAhead(db: Executor, now: Date): Promise<void> {
  await db.delete(siteRuns).where(gt(siteRuns.startedAt, now));
  await db.update(siteRuns).set({ seenAt: now }).where(gt(siteRuns.seenAt, now));
}

export async function extendRun(db: Executor, { startedAt }: SiteRun, now: Date): Promise<void> {
  await db
    .update(siteRuns)
    .set({ seenAt: sql`greatest(${siteRuns.seenAt}, ${now})` })
    .where(sql`${siteRuns.startedAt} = ${startedAt}`);
}

export async function insertRun(db: Executor, run: SiteRun): Promise<void> {
  await db.insert(siteRuns).values(run).onConflictDoNothing();
}

/** When the site last came back after it was off for `seconds` or longer; null when it never was. */
export async function findReturn(db: Executor, seconds: number): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(siteRuns.startedAt) })
    .from(siteRuns)
    .where(gte(siteRuns.offSeconds, seconds));
  return row?.at ?? null;
}
