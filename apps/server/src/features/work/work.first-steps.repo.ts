import { BOARD_TYPES, isNoticeBoard } from '@naru/contract/boards';
import { and, eq, exists, inArray, isNull, not, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { memberRoles, members, posts, settings, siteDocuments } from '../../db/schema/index.ts';

/** Of the settings: the row is there once they have been put away. */
const KEY = 'firstStepsPutAway';
const NOTICE_BOARDS = BOARD_TYPES.filter(isNoticeBoard);

/** Whether the first steps still matter: not with the demo, and not after they were put away. */
export async function areStepsOpen(db: Executor): Promise<boolean> {
  const demo = db.select({ id: members.id }).from(members).where(eq(members.isDemo, true)).limit(1);
  const away = db.select({ key: settings.key }).from(settings).where(eq(settings.key, KEY));
  const found = await Promise.all([demo, away]);
  return found.every((rows) => rows.length === 0);
}

export async function insertPutAway(db: Executor, updatedAt: Date): Promise<void> {
  await db.insert(settings).values({ key: KEY, value: 'true', updatedAt }).onConflictDoNothing();
}

/** What the database knows of the steps. */
export async function findSteps(db: Executor) {
  const admins = db
    .select({ id: memberRoles.memberId })
    .from(memberRoles)
    .where(and(eq(memberRoles.memberId, members.id), eq(memberRoles.role, 'ADMIN')));
  const others = db
    .select({ id: members.id })
    .from(members)
    .where(and(isNull(members.withdrawnAt), not(exists(admins))));
  const notices = db
    .select({ id: posts.id })
    .from(posts)
    .where(and(inArray(posts.boardType, NOTICE_BOARDS), isNull(posts.deletedAt)));
  const texts = db
    .select({ id: siteDocuments.id })
    .from(siteDocuments)
    .where(eq(siteDocuments.document, 'privacy'));
  const { rows } = await db.execute<Record<'MEMBERS' | 'NOTICE' | 'TERMS', boolean>>(
    sql`select ${exists(others)} as "MEMBERS", ${exists(notices)} as "NOTICE", ${exists(texts)} as "TERMS"`,
  );
  return rows[0] ?? { MEMBERS: false, NOTICE: false, TERMS: false };
}
