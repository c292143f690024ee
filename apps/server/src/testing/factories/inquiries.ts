import type { RequestableRole } from '@naru/contract/inquiries';
import { desc, eq } from 'drizzle-orm';
import {
  auditEntries,
  inquiries,
  memberRoles,
  members,
  revealRequests,
} from '../../db/schema/index.ts';
import type { SignedIn, TestApp } from '../test-app.ts';

type InquiryValues = Partial<typeof inquiries.$inferInsert>;

let counter = 0;

/** An inquiry of the member, in progress by default; returns its id. */
export async function createInquiry(
  t: TestApp,
  member: { id: number },
  values: InquiryValues = {},
): Promise<number> {
  counter += 1;
  const isDone = values.state === 'COMPLETED';
  const [row] = await t.db
    .insert(inquiries)
    .values({
      memberId: member.id,
      title: `문의 ${counter}`,
      content: `문의 내용 ${counter}`,
      category: 'GENERAL',
      createdAt: t.clock.now(),
      ...(isDone && { reply: '답변입니다', completedAt: t.clock.now(), responderId: member.id }),
      ...values,
    })
    .returning({ id: inquiries.id });
  return row?.id ?? 0;
}

export function createRoleRequest(
  t: TestApp,
  member: { id: number },
  targetRole: RequestableRole = 'STUDENT',
): Promise<number> {
  return createInquiry(t, member, { category: 'ROLE_REQUEST', targetRole });
}

/** A pending request to reveal the post's author; returns its id. */
export async function createReveal(
  t: TestApp,
  requester: { id: number },
  targetId: number,
  targetType: 'POST' | 'COMMENT' = 'POST',
): Promise<number> {
  const [row] = await t.db
    .insert(revealRequests)
    .values({
      targetType,
      targetId,
      requesterId: requester.id,
      reason: '협박하는 글',
      createdAt: t.clock.now(),
    })
    .returning({ id: revealRequests.id });
  return row?.id ?? 0;
}

export async function readInquiry(t: TestApp, id: number) {
  const [row] = await t.db.select().from(inquiries).where(eq(inquiries.id, id));
  if (row === undefined) throw new Error(`no inquiry ${id}`);
  return row;
}

/** Audit entries about one target, newest first. */
export function readAudit(t: TestApp, targetId: number) {
  return t.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.targetId, targetId))
    .orderBy(desc(auditEntries.id));
}

export async function readRoles(t: TestApp, memberId: number): Promise<string[]> {
  const rows = await t.db
    .select({ role: memberRoles.role })
    .from(memberRoles)
    .where(eq(memberRoles.memberId, memberId));
  return rows.map(({ role }) => role).toSorted();
}

export async function readSuspension(t: TestApp, memberId: number) {
  const [row] = await t.db
    .select({ until: members.suspendedUntil, reason: members.suspendedReason })
    .from(members)
    .where(eq(members.id, memberId));
  return row;
}

const actorOf = ({ id, roles }: SignedIn) => ({ memberId: id, sessionId: '', roles });

/** Suspends the member and returns the token of the link in the e-mail. */
export async function suspendByEmail(
  t: TestApp,
  admin: SignedIn,
  member: SignedIn,
  { until, reason = '도배' }: { until: string; reason?: string },
): Promise<string> {
  await t.services.moderation.suspend(actorOf(admin), member.id, { until, reason });
  return findLink(t, member);
}

/** The token of the link in the member's newest e-mail. */
export async function findLink(t: TestApp, member: SignedIn): Promise<string> {
  const email = (await t.mails()).find(({ to }) => to === member.email);
  return /\/objection#(\S+)/.exec(email?.text ?? '')?.[1] ?? '';
}
