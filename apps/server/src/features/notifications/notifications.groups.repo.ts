import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { idArray } from '../../db/arrays.ts';
import type { Executor } from '../../db/client.ts';
import { notifications } from '../../db/schema/index.ts';
import { type Followed, isUnread, keyOfReturned } from './notifications.standing.repo.ts';

/** Lets the notifications of groups vanish, or those that vanished unread come back; returns whose. */
export async function setGone(
  db: Executor,
  {
    memberIds,
    groupKeys,
    isGone,
  }: { memberIds: readonly number[]; groupKeys: readonly string[]; isGone: boolean },
  at: Date,
): Promise<Followed[]> {
  const change = isGone
    ? sql`gone_at = ${at}::timestamptz, read_at = coalesce(n.read_at, ${at}::timestamptz)`
    : sql`gone_at = null, read_at = case when n.read_at = n.gone_at then null else n.read_at end,
        group_key = ${keyOfReturned(sql`n.read_at = n.gone_at`)}`;
  const { rows } = await db.execute<Followed>(sql`
    update ${notifications} n set ${change}
    where n.member_id = any(${idArray(memberIds)}) and n.group_key = any(${sql.param([...groupKeys])}::text[])
      and ${
        isGone
          ? sql`n.gone_at is null`
          : sql`n.gone_at is not null and n.id = (select max(id) from ${notifications} as own
        where own.member_id = n.member_id and own.group_key = n.group_key)`
      }
    returning n.id, n.member_id as "memberId", ${isUnread} as "isUnread"`);
  return rows;
}

/** Gives unread notifications of a group another text; returns whose had another one. */
export async function changeContent(
  db: Executor,
  what: { memberIds: readonly number[]; groupKey: string; content: string },
): Promise<Followed[]> {
  return db
    .update(notifications)
    .set({ content: what.content })
    .where(
      and(
        inArray(notifications.memberId, [...what.memberIds]),
        eq(notifications.groupKey, what.groupKey),
        isNull(notifications.readAt),
        ne(notifications.content, what.content),
      ),
    )
    .returning({
      id: notifications.id,
      memberId: notifications.memberId,
      isUnread: sql<boolean>`true`,
    });
}
