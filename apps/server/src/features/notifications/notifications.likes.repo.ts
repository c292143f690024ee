import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import { comments, members, notifications, posts } from '../../db/schema/index.ts';
import {
  isReachable,
  joinGroup,
  type NewNotificationRow,
  notifiedColumns,
} from './notifications.repo.ts';

const of = sql.placeholder;

/** Upserts the notification of a group for one member, if it is reachable; false if it is not. */
export function prepareUpsertGrouped(db: Db) {
  const reach = { wanting: of('type'), actorId: of('actorId') };
  const query = prepare<{ id: number }>(
    db,
    'upsert_grouped_notification',
    sql`insert into ${notifications}
        (member_id, type, sub_type, content, target_url, group_key, post_id, comment_id, causes, cause, created_at)
      select ${members.id}, ${of('type')}, ${of('subType')}, ${of('content')}, ${of('targetUrl')}, ${of('groupKey')},
        ${of('postId')}::bigint, ${of('commentId')}::bigint, array[${of('actorId')}]::bigint[], ${of('cause')}::jsonb, ${of('createdAt')}::timestamptz
      from ${members} where ${members.id} = ${of('memberId')} and ${isReachable(db, reach)}
      on conflict (member_id, group_key) where read_at is null and group_key is not null
      ${joinGroup}
      returning id`,
  );
  return (row: NewNotificationRow, actorId: number) =>
    query({ ...row, cause: JSON.stringify(row.cause), actorId }, (rows) => rows.length > 0);
}

/** The unread notification of a group, with the member's unread number. */
export function prepareReadGrouped(db: Db) {
  const select = db
    .select(notifiedColumns)
    .from(notifications)
    .leftJoin(posts, eq(posts.id, notifications.postId))
    .leftJoin(comments, eq(comments.id, notifications.commentId))
    .where(
      and(
        eq(notifications.memberId, of('memberId')),
        eq(notifications.groupKey, of('groupKey')),
        isNull(notifications.readAt),
      ),
    );
  const query = prepare(db, 'read_grouped_notification', select);
  return (memberId: number, groupKey: string) =>
    query({ memberId, groupKey }, ([row]) => row ?? null);
}
