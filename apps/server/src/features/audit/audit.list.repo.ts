import type { AuditAction, AuditTarget } from '@naru/contract/admin';
import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { auditEntries, inquiries, members } from '../../db/schema/index.ts';

export interface AuditFilter {
  action?: AuditAction | undefined;
  /** Part of a nickname, case aside. */
  actor?: string | undefined;
  targetType?: AuditTarget | undefined;
  targetId?: number | undefined;
  /** At or after it. */
  since?: Date | undefined;
  /** Before it. */
  until?: Date | undefined;
}

export interface AuditRow {
  id: number;
  actorId: number;
  action: string;
  targetType: string;
  targetId: number;
  reason: string | null;
  detail: unknown;
  address: string | null;
  createdAt: Date;
  /** Null when there is no such member. */
  actorNickname: string | null;
  actorWithdrawnAt: Date | null;
  targetNickname: string | null;
  targetWithdrawnAt: Date | null;
  inquiryTitle: string | null;
}

const target = alias(members, 'target');

/** One page of the log, newest first, with the names it needs, and how many lines fit. */
export async function listEntries(
  db: Executor,
  filter: AuditFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const where = condition(filter);
  const rows = await db
    .select({
      id: auditEntries.id,
      actorId: auditEntries.actorId,
      action: auditEntries.action,
      targetType: auditEntries.targetType,
      targetId: auditEntries.targetId,
      reason: auditEntries.reason,
      detail: auditEntries.detail,
      address: auditEntries.address,
      createdAt: auditEntries.createdAt,
      actorNickname: members.nickname,
      actorWithdrawnAt: members.withdrawnAt,
      targetNickname: target.nickname,
      targetWithdrawnAt: target.withdrawnAt,
      inquiryTitle: inquiries.title,
    })
    .from(auditEntries)
    .leftJoin(members, eq(members.id, auditEntries.actorId))
    .leftJoin(
      target,
      and(eq(auditEntries.targetType, 'member'), eq(target.id, auditEntries.targetId)),
    )
    .leftJoin(
      inquiries,
      and(eq(auditEntries.targetType, 'inquiry'), eq(inquiries.id, auditEntries.targetId)),
    )
    .where(where)
    .orderBy(desc(auditEntries.id))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db
    .select({ total: count() })
    .from(auditEntries)
    .leftJoin(members, eq(members.id, auditEntries.actorId))
    .where(where);
  return { rows, total: counted?.total ?? 0 };
}

function condition(filter: AuditFilter): SQL | undefined {
  const { action, actor, targetType, targetId, since, until } = filter;
  return and(
    action && eq(auditEntries.action, action),
    actor ? sql`${members.nickname} ilike ${`%${actor.replace(/[\\%_]/g, '\\$&')}%`}` : undefined,
    targetType && eq(auditEntries.targetType, targetType),
    targetId === undefined ? undefined : eq(auditEntries.targetId, targetId),
    since && gte(auditEntries.createdAt, since),
    until && lt(auditEntries.createdAt, until),
  );
}
