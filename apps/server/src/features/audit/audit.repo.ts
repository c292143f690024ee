import type { AuditAction, AuditTarget } from '@naru/contract/admin';
import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { containsPattern } from '../../db/like.ts';
import { auditEntries, inquiries, members } from '../../db/schema/index.ts';

export interface AuditFilter {
  action?: AuditAction | undefined;
  /** Substring of a nickname, case-insensitive. */
  actor?: string | undefined;
  targetType?: AuditTarget | undefined;
  targetId?: number | undefined;
  /** Inclusive. */
  since?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
}

type NewEntry = Omit<typeof auditEntries.$inferInsert, 'id' | 'hash'>;

export async function insertEntry(db: Executor, entry: NewEntry): Promise<void> {
  await db.insert(auditEntries).values(entry);
}

/** Returns the id of the first row whose hash does not match the chain, or null. */
export async function findBrokenLink(db: Executor): Promise<number | null> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with links as (
      select e.id, e.hash,
        audit_hash(coalesce(lag(e.hash) over (order by e.id), ''::bytea), e) as expected
      from audit_entries e
    )
    select id from links where hash <> expected order by id limit 1`);
  return rows[0]?.id ?? null;
}

const target = alias(members, 'target');

/** Returns one page, newest first, with the names of actors and targets, and the total. */
export async function listEntries(
  db: Executor,
  filter: AuditFilter,
  page: { limit: number; offset: number },
) {
  const where = condition(filter);
  const rows = await db
    .select({
      ...columns(auditEntries, 'id', 'actorId', 'action', 'targetType', 'targetId'),
      ...columns(auditEntries, 'reason', 'detail', 'address', 'createdAt'),
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

export type AuditRow = Awaited<ReturnType<typeof listEntries>>['rows'][number];

function condition(filter: AuditFilter): SQL | undefined {
  const { action, actor, targetType, targetId, since, until } = filter;
  return and(
    action && eq(auditEntries.action, action),
    actor ? sql`${members.nickname} ilike ${containsPattern(actor)}` : undefined,
    targetType && eq(auditEntries.targetType, targetType),
    targetId === undefined ? undefined : eq(auditEntries.targetId, targetId),
    since && gte(auditEntries.createdAt, since),
    until && lt(auditEntries.createdAt, until),
  );
}
