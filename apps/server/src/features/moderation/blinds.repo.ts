import { and, countDistinct, eq, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { inquiries, members } from '../../db/schema/index.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { holdsRoleFrom } from '../../domain/access/roles.sql.ts';
import type { ContentKey } from '../../domain/posts/blinds.repo.ts';

const answered = alias(inquiries, 'answered');

/**
 * Members with an open report of the content. Counts only verified students and staff who may log in and
 * whose accounts were at least a day old, since anybody can sign up. Skips members who already got a response
 * to a report of it.
 */
export async function countReporters(
  db: Executor,
  { type, id }: ContentKey,
  now: Date,
): Promise<number> {
  const wasAnswered = db
    .select({ id: answered.id })
    .from(answered)
    .where(
      and(
        eq(answered.memberId, inquiries.memberId),
        eq(answered.targetType, type),
        eq(answered.targetId, id),
        eq(answered.state, 'COMPLETED'),
      ),
    );
  const [row] = await db
    .select({ total: countDistinct(inquiries.memberId) })
    .from(inquiries)
    .innerJoin(members, eq(members.id, inquiries.memberId))
    .where(
      and(
        eq(inquiries.category, 'REPORT'),
        eq(inquiries.targetType, type),
        eq(inquiries.targetId, id),
        eq(inquiries.state, 'PROCESSING'),
        isActive(now),
        holdsRoleFrom(members.id, 'STUDENT'),
        sql`${members.createdAt} <= ${inquiries.createdAt} - interval '1 day'`,
        notExists(wasAnswered),
      ),
    );
  return row?.total ?? 0;
}
