import { NOTIFICATION_SUB_TYPES, NOTIFICATION_TYPES } from '@naru/contract/notifications';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, bytes, checkEnum, createdAt, id, instant, partOf } from './columns.ts';
import { members } from './members.ts';

/**
 * A line in a member's bell. Notifications of one group (likes of one post) share a row while it is
 * unread. The target is sealed when it is an anonymous post: no row links the post to the notified
 * member.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    memberId: partOf('member_id', () => members.id),
    type: text('type', { enum: NOTIFICATION_TYPES }).notNull(),
    /** Without a constraint, so that a new kind of notification needs no migration. */
    subType: text('sub_type', { enum: NOTIFICATION_SUB_TYPES }),
    content: text('content').notNull(),
    targetUrl: text('target_url'),
    /** Replaces `content` and the target when the notification is about an anonymous post. */
    targetSeal: bytes('target_seal'),
    /** Notifications with the same key are grouped while unread; null: never. */
    groupKey: text('group_key'),
    count: integer('count').notNull().default(1),
    createdAt: createdAt(),
    readAt: instant('read_at'),
  },
  (t) => [
    index('notifications_member_idx').on(t.memberId, t.createdAt.desc(), t.id.desc()),
    index('notifications_unread_idx').on(t.memberId).where(sql`${t.readAt} is null`),
    uniqueIndex('notifications_group_key')
      .on(t.memberId, t.groupKey)
      .where(sql`${t.readAt} is null and ${t.groupKey} is not null`),
    checkEnum('notifications_type_check', t.type, NOTIFICATION_TYPES),
  ],
);

export const notificationMutes = pgTable(
  'notification_mutes',
  {
    memberId: partOf('member_id', () => members.id),
    type: text('type', { enum: NOTIFICATION_TYPES }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.type] }),
    checkEnum('notification_mutes_type_check', t.type, NOTIFICATION_TYPES),
  ],
);

/**
 * A notification to many members (fan-out), stored in the transaction of its cause and deleted
 * after the last member is served. The cursor moves in the transaction of each chunk.
 */
export const broadcasts = pgTable('broadcasts', {
  id: id(),
  /** Kind of notification with its data. */
  notification: jsonb('notification').notNull(),
  actorId: partOf('actor_id', () => members.id),
  createdAt: createdAt(),
  /** Members up to this id have their row; null: all have, and live events are being written. */
  writtenTo: bigintId('written_to').default(0),
  /** Listening members up to this id have their live event. */
  announcedTo: bigintId('announced_to').notNull().default(0),
});

/**
 * Sealed events below an anonymous post that wait for their notifications. The rows that name
 * members are written by a later transaction than the post or comment: a shared transaction id
 * (xmin) would link the two in a copy of the data folder.
 */
export const pendingNotifications = pgTable('pending_notifications', {
  id: id(),
  payload: bytes('payload').notNull(),
});
