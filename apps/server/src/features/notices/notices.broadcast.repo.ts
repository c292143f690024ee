import type { NoticeType } from '@naru/contract/notices';
import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { lectureMarks, members, notificationMutes, notifications } from '../../db/schema/index.ts';
import type { NoticeRow } from './notices.repo.ts';

export interface BroadcastRow {
  type: NoticeType;
  content: string;
  targetUrl: string;
  groupKey: string;
  createdAt: Date;
}

/**
 * Writes the notice for the next members (of a lecture: who marked it) after `afterId` who have none of its group yet and want its
 * kind; answers the last of those looked at, null when there are no more.
 */
export async function insertForMembers(
  db: Executor,
  row: BroadcastRow,
  range: { except: number; afterId: number; limit: number; lectureId: number | null },
): Promise<number | null> {
  const { rows } = await db.execute<{ last: number | null }>(sql`
    with audience as (
      select id from ${members}
      where withdrawn_at is null and id > ${range.afterId} and id <> ${range.except}
        and (${range.lectureId}::bigint is null or id in (
          select member_id from ${lectureMarks} where lecture_id = ${range.lectureId}::bigint))
      order by id limit ${range.limit}
    ), written as (
      insert into ${notifications} (member_id, type, content, target_url, group_key, created_at)
      select id, ${row.type}, ${row.content}, ${row.targetUrl}, ${row.groupKey}, ${row.createdAt}
      from audience
      where not exists (select from ${notificationMutes} m where m.member_id = id and m.type = ${row.type})
      on conflict do nothing
    )
    select max(id) as last from audience`);
  return rows[0]?.last ?? null;
}

/** Unread notifications of the group that these members have. */
export async function findOfGroup(
  db: Executor,
  memberIds: number[],
  groupKey: string,
): Promise<NoticeRow[]> {
  return db
    .select()
    .from(notifications)
    .where(
      and(
        inArray(notifications.memberId, memberIds),
        eq(notifications.groupKey, groupKey),
        isNull(notifications.readAt),
      ),
    );
}

/** Numbers of unread notifications, by member. */
export async function countUnreadOf(
  db: Executor,
  memberIds: number[],
): Promise<Map<number, number>> {
  const rows = await db
    .select({ memberId: notifications.memberId, count: count() })
    .from(notifications)
    .where(and(inArray(notifications.memberId, memberIds), isNull(notifications.readAt)))
    .groupBy(notifications.memberId);
  return new Map(rows.map((row) => [row.memberId, row.count]));
}
