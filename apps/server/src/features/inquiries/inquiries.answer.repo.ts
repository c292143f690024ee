import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { emailLog, inquiries, inquiryFollowUps, members } from '../../db/schema/index.ts';

/** Returns false unless the inquiry was still processing. */
export async function completeInquiry(
  db: Executor,
  id: number,
  values: { reply: string; responderId: number; completedAt: Date },
) {
  const { rowCount } = await db
    .update(inquiries)
    .set({ ...values, state: 'COMPLETED' })
    .where(and(eq(inquiries.id, id), eq(inquiries.state, 'PROCESSING')));
  return rowCount === 1;
}

export async function markGranted(db: Executor, id: number, grantedAt: Date): Promise<void> {
  await db.update(inquiries).set({ grantedAt }).where(eq(inquiries.id, id));
}

/** Notes the line of the log of an e-mail with the answer, or with more of it. */
export async function noteAnswerEmail(
  db: Executor,
  ids: readonly number[],
  logId: number | null,
): Promise<void> {
  if (logId === null) return;
  await db
    .update(inquiries)
    .set({ emailLogIds: sql`${inquiries.emailLogIds} || ${logId}::bigint` })
    .where(inArray(inquiries.id, [...ids]));
}

/** Whether an e-mail of the inquiry was refused, or given up while the mail server was away. */
export async function isAnswerLost(db: Executor, id: number): Promise<boolean> {
  const isLost = sql`${emailLog.state} in ('FAILED', 'EXPIRED') and ${emailLog.id} = any(
    (select ${inquiries.emailLogIds} from ${inquiries} where ${inquiries.id} = ${id})::bigint[])`;
  return (await db.$count(emailLog, isLost)) > 0;
}

/** Whether one of the inquiries is still there, and the member who asked, if it was one. */
export async function isAskerThere(db: Executor, ids: readonly number[]): Promise<boolean> {
  const [row] = await db
    .select({ id: inquiries.id })
    .from(inquiries)
    .leftJoin(members, eq(members.id, inquiries.memberId))
    .where(and(inArray(inquiries.id, [...ids]), isNull(members.withdrawnAt)))
    .limit(1);
  return row !== undefined;
}

type NewFollowUp = typeof inquiryFollowUps.$inferInsert;

export async function insertFollowUp(db: Executor, values: NewFollowUp): Promise<void> {
  await db.insert(inquiryFollowUps).values(values);
}

export async function listFollowUps(db: Executor, inquiryId: number) {
  return db
    .select({
      id: inquiryFollowUps.id,
      content: inquiryFollowUps.content,
      createdAt: inquiryFollowUps.createdAt,
      nickname: members.nickname,
      withdrawnAt: members.withdrawnAt,
    })
    .from(inquiryFollowUps)
    .innerJoin(members, eq(members.id, inquiryFollowUps.authorId))
    .where(eq(inquiryFollowUps.inquiryId, inquiryId))
    .orderBy(asc(inquiryFollowUps.createdAt), asc(inquiryFollowUps.id));
}

export type FollowUpRow = Awaited<ReturnType<typeof listFollowUps>>[number];
