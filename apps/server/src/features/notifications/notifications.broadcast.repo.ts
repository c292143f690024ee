import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { broadcasts, lectureMarks, members, notifications } from '../../db/schema/index.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { isInAudience, type NoticeAudience, studyYear } from '../../domain/notices/audience.sql.ts';
import { isWaitingFor } from '../../domain/notices/must-reads.sql.ts';
import { hasMuted } from '../../domain/notifications/mutes.sql.ts';
import type { BroadcastFacts } from '../../domain/notifications/notification-kinds.ts';
import type {
  NotificationOf,
  PostCause,
  RenderedNotification,
} from '../../domain/notifications/notifications.ts';

import { selectNotifications } from './notifications.repo.ts';

type Broadcast = typeof broadcasts.$inferSelect;

export interface BroadcastRow extends Omit<Broadcast, 'notification'> {
  notification: NotificationOf<keyof BroadcastFacts>;
}

export async function insertBroadcast(
  db: Executor,
  values: Pick<BroadcastRow, 'notification' | 'actorId' | 'createdAt'>,
): Promise<void> {
  await db.insert(broadcasts).values(values);
}

/** Locks the oldest broadcast that no other server handles, or returns null. */
export async function lockBroadcast(db: Executor): Promise<BroadcastRow | null> {
  const [row] = await db
    .select()
    .from(broadcasts)
    .orderBy(asc(broadcasts.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return (row as BroadcastRow | undefined) ?? null;
}

export async function moveCursor(
  db: Executor,
  id: number,
  cursor: Partial<Pick<Broadcast, 'writtenTo' | 'announcedTo'>>,
): Promise<void> {
  await db.update(broadcasts).set(cursor).where(eq(broadcasts.id, id));
}

export async function deleteBroadcast(db: Executor, id: number): Promise<void> {
  await db.delete(broadcasts).where(eq(broadcasts.id, id));
}

interface Recipients {
  /** The actor. */
  except: number;
  audience: NoticeAudience;
  now: Date;
}

const isRecipient = ({ except, audience, now }: Recipients) =>
  sql`${isActive(now)} and ${members.id} <> ${except} and ${isInAudience(audience, now)}`;

/** Counts the members whom a notice would notify, and those of them who stated no year of study. */
export async function countRecipients(db: Executor, recipients: Recipients) {
  const { rows } = await db.execute<{ count: number; unstated: number }>(sql`
    select count(*)::int as count,
      (count(*) filter (where ${studyYear(recipients.now)} is null))::int as unstated
    from ${members} where ${isRecipient(recipients)} and not ${hasMuted(sql`id`, 'notice')}`);
  return rows[0] ?? { count: 0, unstated: 0 };
}

/**
 * Inserts the notification for the next members after `afterId` (with `lectureId` only those who
 * marked the lecture, only those whom the notice is for, with `waitingFor` only those who
 * have not confirmed that notice) who have not muted its type and have none of its group. Returns the last
 * member id of the range, null at the end.
 */
export async function insertForMembers(
  db: Executor,
  row: Pick<
    RenderedNotification,
    'type' | 'subType' | 'content' | 'targetUrl' | 'groupKey' | 'postId'
  > & {
    cause: PostCause | null;
    createdAt: Date;
  },
  range: Recipients & {
    afterId: number;
    limit: number;
    lectureId: number | null;
    waitingFor: number | null;
  },
): Promise<number | null> {
  const { rows } = await db.execute<{ last: number | null }>(sql`
    with audience as (
      select id from ${members}
      where id > ${range.afterId} and ${isRecipient(range)}
        and (${range.lectureId}::bigint is null or id in (
          select member_id from ${lectureMarks} where lecture_id = ${range.lectureId}::bigint))
        ${range.waitingFor === null ? sql`` : sql`and ${isWaitingFor(range.waitingFor, range.now)}`}
      order by id limit ${range.limit}
    ), written as (
      insert into ${notifications} (member_id, type, sub_type, content, target_url, post_id, cause, group_key, created_at)
      select id, ${row.type}, ${row.subType}, ${row.content}, ${row.targetUrl}, ${row.postId}, ${JSON.stringify(row.cause)}::jsonb,
        ${row.groupKey}, ${row.createdAt}
      from audience
      where not ${hasMuted(sql`id`, row.type)}
      on conflict do nothing
    )
    select max(id) as last from audience`);
  return rows[0]?.last ?? null;
}

const isUnreadOf = (memberIds: number[]) =>
  and(inArray(notifications.memberId, memberIds), isNull(notifications.readAt));

export async function findOfGroup(db: Executor, memberIds: number[], groupKey: string) {
  const isOfGroup = eq(notifications.groupKey, groupKey);
  return selectNotifications(db).where(and(isUnreadOf(memberIds), isOfGroup));
}

/** Unread notifications per member. */
export async function countUnreadOf(db: Executor, memberIds: number[]) {
  const rows = await db
    .select({ memberId: notifications.memberId, count: count() })
    .from(notifications)
    .where(isUnreadOf(memberIds))
    .groupBy(notifications.memberId);
  return new Map(rows.map((row) => [row.memberId, row.count]));
}
