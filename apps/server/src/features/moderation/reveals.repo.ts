import type { JudgedType } from '@naru/contract/moderation';
import { and, desc, eq, gt, isNull, lte, ne, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import {
  auditEntries,
  comments,
  memberRoles,
  members,
  posts,
  revealRequests,
} from '../../db/schema/index.ts';
import { addressCorrectedAt } from '../../domain/access/corrected-addresses.repo.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { holdsRole } from '../../domain/access/roles.sql.ts';
import { findReviewSeal } from '../../domain/course-reviews/course-reviews.repo.ts';
import type { AdminGrant, RevealAdmin } from './reveals.policy.ts';

const approver = alias(members, 'approver');

const selectReveals = (db: Executor) =>
  db
    .select({
      id: revealRequests.id,
      targetType: sql<JudgedType>`${revealRequests.targetType}`,
      targetId: revealRequests.targetId,
      reason: revealRequests.reason,
      state: sql<'PENDING' | 'APPROVED' | 'REJECTED'>`${revealRequests.state}`,
      requesterId: revealRequests.requesterId,
      requesterNickname: members.nickname,
      requesterWithdrawnAt: members.withdrawnAt,
      approverId: revealRequests.approverId,
      approverNickname: approver.nickname,
      approverWithdrawnAt: approver.withdrawnAt,
      createdAt: revealRequests.createdAt,
      decidedAt: revealRequests.decidedAt,
      withheld: revealRequests.withheld,
      authorToldAt: revealRequests.authorToldAt,
    })
    .from(revealRequests)
    .innerJoin(members, eq(members.id, revealRequests.requesterId))
    .leftJoin(approver, eq(approver.id, revealRequests.approverId));

export type RevealRow = Awaited<ReturnType<typeof selectReveals>>[number];

/** Returns one page, newest first, and the total. */
export async function listReveals(db: Executor, page: { limit: number; offset: number }) {
  const rows = await selectReveals(db)
    .orderBy(desc(revealRequests.createdAt), desc(revealRequests.id))
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total: await db.$count(revealRequests) };
}

export async function findReveal(db: Executor, id: number) {
  const [row] = await selectReveals(db).where(eq(revealRequests.id, id));
  return row ?? null;
}

type NewReveal = typeof revealRequests.$inferInsert;

/** Returns null when a request for the same target is pending. */
export async function insertReveal(db: Executor, values: NewReveal): Promise<number | null> {
  const [row] = await db
    .insert(revealRequests)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: revealRequests.id });
  return row?.id ?? null;
}

/** Returns false unless another member's request was pending. */
export async function decideReveal(
  db: Executor,
  id: number,
  values: {
    state: 'APPROVED' | 'REJECTED';
    approverId: number;
    decidedAt: Date;
    authorSeal: Buffer | null;
  },
): Promise<boolean> {
  const { rowCount } = await db
    .update(revealRequests)
    .set(values)
    .where(
      and(
        eq(revealRequests.id, id),
        eq(revealRequests.state, 'PENDING'),
        ne(revealRequests.requesterId, values.approverId),
      ),
    );
  return rowCount === 1;
}

/** Returns the sealed author, of removed content too; null after the content was erased. */
export async function findSealedAuthor(
  db: Executor,
  { type, targetId: id }: { type: JudgedType; targetId: number },
) {
  if (type === 'COURSE_REVIEW') return findReviewSeal(db, id);
  const rows =
    type === 'POST'
      ? await db
          .select({ isAnonymous: posts.anonymous, authorSeal: posts.authorSeal })
          .from(posts)
          .where(eq(posts.id, id))
      : await db
          .select({ isAnonymous: posts.anonymous, authorSeal: comments.authorSeal })
          .from(comments)
          .innerJoin(posts, eq(posts.id, comments.postId))
          .where(eq(comments.id, id));
  return rows[0] ?? null;
}

/** Returns null for a withdrawn member, whose names are erased. */
export async function findIdentity(db: Executor, memberId: number) {
  const [row] = await db
    .select({
      id: members.id,
      username: members.username,
      name: members.name,
      nickname: members.nickname,
      email: members.email,
    })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.withdrawnAt)));
  return row ?? null;
}

/** Approved before the given time, with an author who has to be notified and was not. */
export async function listDueNotices(db: Executor, before: Date) {
  return db
    .select({
      id: revealRequests.id,
      type: revealRequests.targetType,
      targetId: revealRequests.targetId,
      authorSeal: revealRequests.authorSeal,
    })
    .from(revealRequests)
    .where(
      and(
        eq(revealRequests.state, 'APPROVED'),
        eq(revealRequests.withheld, false),
        isNull(revealRequests.authorToldAt),
        lte(revealRequests.decidedAt, before),
      ),
    );
}

export type DueNotice = Awaited<ReturnType<typeof listDueNotices>>[number];

/** Drops the stored seal; returns false when it was done before. */
export async function markAuthorNotified(db: Executor, id: number, authorToldAt: Date) {
  const { rowCount } = await db
    .update(revealRequests)
    .set({ authorToldAt, authorSeal: null })
    .where(and(eq(revealRequests.id, id), isNull(revealRequests.authorToldAt)));
  return rowCount === 1;
}

/** Suspended members and those with SYSTEM are left out. */
export async function findRevealAdmins(db: Executor, now: Date): Promise<RevealAdmin[]> {
  const trustedAt = sql`greatest(${memberRoles.grantedAt}, ${addressCorrectedAt})`;
  return db
    .select({ id: members.id, trustedAt: trustedAt.mapWith(memberRoles.grantedAt) })
    .from(members)
    .innerJoin(memberRoles, eq(memberRoles.memberId, members.id))
    .where(and(eq(memberRoles.role, 'ADMIN'), isActive(now), not(holdsRole(members.id, 'SYSTEM'))));
}

/**
 * Grants of ADMIN after `since`, from the audit log, which keeps them when the role is revoked or
 * the giver leaves. A grant on the command line has no giver.
 */
export async function findAdminGrants(db: Executor, since: Date): Promise<AdminGrant[]> {
  return db
    .select({
      giverId: auditEntries.actorId,
      receiverId: auditEntries.targetId,
      at: auditEntries.createdAt,
    })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.action, 'role.grant'),
        sql`${auditEntries.detail} ->> 'role' = 'ADMIN'`,
        gt(auditEntries.createdAt, since),
        ne(auditEntries.actorId, auditEntries.targetId),
      ),
    );
}
