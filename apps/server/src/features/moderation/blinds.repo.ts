import { and, countDistinct, eq, isNull, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { inquiries, members } from '../../db/schema/index.ts';
import type { ContentKey } from '../../domain/posts/blinds.repo.ts';

const answered = alias(inquiries, 'answered');

/**
 * Members with an open report of the content. Accounts that were younger than a day do not count, nor
 * do members to whom staff have already answered a report of it.
 */
export async function countReporters(db: Executor, { type, id }: ContentKey): Promise<number> {
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
        isNull(members.withdrawnAt),
        sql`${members.createdAt} <= ${inquiries.createdAt} - interval '1 day'`,
        notExists(wasAnswered),
      ),
    );
  return row?.total ?? 0;
}
