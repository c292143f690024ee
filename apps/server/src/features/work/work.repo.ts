import { BOARD_TYPES, isNoticeBoard } from '@naru/contract/boards';
import type { WorkEmails } from '@naru/contract/work';
import { and, eq, exists, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  emailQueue,
  memberRoles,
  members,
  posts,
  rosterEntries,
  settings,
  siteDocuments,
  workEmails,
} from '../../db/schema/index.ts';
import { isRefused } from '../../domain/emails/email-log.repo.ts';

/** E-mails that are not sent yet. */
export function countEmails(db: Executor): Promise<number> {
  return db.$count(emailQueue);
}

/** Addresses of members and of open invitations that the mail server refuses. */
export async function countRefused(db: Executor): Promise<number> {
  const ofMembers = and(isNull(members.withdrawnAt), isRefused(members.email));
  const ofRoster = and(isNull(rosterEntries.memberId), isNotNull(rosterEntries.refusedAt));
  return (await db.$count(members, ofMembers)) + (await db.$count(rosterEntries, ofRoster));
}

interface EmailChoice {
  choice: WorkEmails;
  toldAt: Date | null;
  /** What the last e-mail counted. */
  toldItems: readonly string[];
}

const DEFAULT: EmailChoice = { choice: 'DAILY', toldAt: null, toldItems: [] };

export async function findChoice(db: Executor, memberId: number): Promise<EmailChoice> {
  const [row] = await db
    .select({
      choice: workEmails.choice,
      toldAt: workEmails.toldAt,
      toldItems: workEmails.toldItems,
    })
    .from(workEmails)
    .where(eq(workEmails.memberId, memberId));
  return row ?? DEFAULT;
}

export async function saveChoice(db: Executor, memberId: number, choice: WorkEmails) {
  await db
    .insert(workEmails)
    .values({ memberId, choice })
    .onConflictDoUpdate({ target: workEmails.memberId, set: { choice } });
}

/** False when another server was faster since `toldAt` was read. */
export async function markSent(
  db: Executor,
  sent: { memberId: number; toldAt: Date | null; now: Date; items: string[] },
): Promise<boolean> {
  const { memberId, toldAt, now, items: toldItems } = sent;
  const { rowCount } = await db
    .insert(workEmails)
    .values({ memberId, toldAt: now, toldItems })
    .onConflictDoUpdate({
      target: workEmails.memberId,
      set: { toldAt: now, toldItems },
      setWhere: sql`${workEmails.toldAt} is not distinct from ${toldAt?.toISOString() ?? null}::timestamptz`,
    });
  return rowCount === 1;
}

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
