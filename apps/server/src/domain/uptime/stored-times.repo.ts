import { gt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import * as schema from '../../db/schema/index.ts';
import { kstDay } from '../../platform/clock.ts';

const { accountUses, dailyVisitors, integrityReports, pushDue, sessions, sources } = schema;

/**
 * Times that the program itself has stored, and by which it later decides whether something may be done again, is
 * over or is new. One that lies ahead would hold that up until the time comes: it is at most now.
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
  schema.timetablePlans.deletedAt,
];

/** Sets them, and the days of last visits, to now where they lie ahead. Returns how many rows. */
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
