import { and, desc, gt, gte, max, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import * as schema from '../../db/schema/index.ts';
import { siteRuns } from '../../db/schema/index.ts';
import { addSeconds, kstDay } from '../../platform/clock.ts';

const { accountUses, dailyVisitors, integrityReports, pushDue, sessions, sources } = schema;

/**
 * Times that the program has stored and later compares with the clock, to decide whether something may be
 * repeated, is over or is new. A time in the future would delay that, so it is set to now.
 */
export const AT_MOST_NOW: readonly AnyPgColumn[] = [
  sessions.lastUsedAt,
  sessions.rotatedAt,
  schema.verifications.createdAt,
  schema.emailQueue.createdAt,
  schema.emailLog.createdAt,
  schema.emailLog.triedAt,
  schema.emailServer.acceptedAt,
  schema.emailServer.failingSince,
  schema.emailServer.failedAt,
  schema.backupState.triedAt,
  schema.backupState.succeededAt,
  schema.backupState.failedAt,
  schema.backupState.dailyAt,
  schema.backupProof.triedAt,
  schema.backupProof.provedAt,
  schema.backupProof.failedAt,
  schema.backupProof.scheduledAt,
  schema.backupDownloads.seenAt,
  schema.digests.checkedAt,
  schema.workEmails.toldAt,
  sources.nextRunAt,
  sources.lastRunAt,
  sources.lastSuccessAt,
  sources.leaseUntil,
  pushDue.createdAt,
  pushDue.notBefore,
  schema.pushThreads.pushedAt,
  schema.eventStreams.listenedAt,
  schema.events.createdAt,
  schema.notifications.createdAt,
  schema.lectureMarks.seenAt,
  schema.chatRoomMembers.outAt,
  schema.chatRoomMembers.leftAt,
  schema.boardVisits.visitedAt,
  schema.friendships.decidedAt,
  schema.memberRoles.grantedAt,
  schema.lectureMarks.createdAt,
  schema.mustReads.askedAt,
  accountUses.firstWarnedAt,
  accountUses.lastWarnedAt,
  integrityReports.startedAt,
  integrityReports.endedAt,
  schema.drafts.savedAt,
  schema.uploads.createdAt,
  schema.attachments.createdAt,
  schema.chatPictures.createdAt,
  schema.videos.createdAt,
  schema.posts.deletedAt,
  schema.comments.deletedAt,
  schema.courseReviews.deletedAt,
  schema.teamApplications.decidedAt,
  schema.timetablePlans.deletedAt,
];

/** Sets times in the future, and the days of last visits, to now. Returns the number of rows. */
export async function bringBackTimes(db: Executor, now: Date): Promise<number> {
  let rows = 0;
  for (const column of AT_MOST_NOW) {
    const { rowCount } = await db.execute(sql`update ${column.table}
      set ${sql.identifier(column.name)} = ${now.toISOString()}::timestamptz
      where ${column} > ${now.toISOString()}::timestamptz`);
    rows += rowCount ?? 0;
  }
  const today = kstDay(now);
  await db.delete(dailyVisitors).where(gt(dailyVisitors.day, today));
  const { rowCount } = await db.execute(sql`update ${accountUses}
    set last_used_on = ${today} where last_used_on > ${today}`);
  return rows + (rowCount ?? 0);
}

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

/** Removes records of a clock that was ahead. */
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

/** When the site was off, of times that ended after a moment. */
export async function listTimesOff(db: Executor, after: Date) {
  const { startedAt, offSeconds } = siteRuns;
  const rows = await db
    .select({ startedAt, offSeconds })
    .from(siteRuns)
    .where(and(gt(offSeconds, 0), gt(startedAt, after)));
  return rows.map((row) => ({
    since: addSeconds(row.startedAt, -row.offSeconds),
    endedAt: row.startedAt,
  }));
}
