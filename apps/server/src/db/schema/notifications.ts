import { NOTICE_SUB_TYPES, NOTICE_TYPES } from '@naru/contract/notifications';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, bytes, checkEnum, createdAt, id, instant } from './columns.ts';
import { members } from './members.ts';

/**
 * A line in somebody's bell. Notifications of one group (likes of one post) share a row while it is
 * unread. What is about an anonymous post holds its target sealed: no row joins the post to the
 * member who is notified.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    memberId: bigintId('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    type: text('type', { enum: NOTICE_TYPES }).notNull(),
    /** Without a constraint: a new kind of notification needs no migration. */
    subType: text('sub_type', { enum: NOTICE_SUB_TYPES }),
    /** Empty when sealed. */
    content: text('content').notNull(),
    targetUrl: text('target_url'),
    /** Content and target of a notification about an anonymous post, in place of the two above. */
    targetSeal: bytes('target_seal'),
    /** Notifications with the same key are grouped while unread; null: never. */
    groupKey: text('group_key'),
    /** How many are grouped in it. */
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
    checkEnum('notifications_type_check', t.type, NOTICE_TYPES),
  ],
);

/** A type of notification that a member does not want. */
export const notificationMutes = pgTable(
  'notification_mutes',
  {
    memberId: bigintId('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    type: text('type', { enum: NOTICE_TYPES }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.type] }),
    checkEnum('notification_mutes_type_check', t.type, NOTICE_TYPES),
  ],
);

/**
 * A notification to many members, stored in the transaction of its cause and deleted when the last
 * member is served. The cursor moves in the transaction of each chunk.
 */
export const broadcasts = pgTable('broadcasts', {
  id: id(),
  /** What happened: a kind of notification and its facts. */
  notification: jsonb('notification').notNull(),
  actorId: bigintId('actor_id')
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
  /** Members up to this one have their row; null: all have, and live events are being written. */
  writtenTo: bigintId('written_to').default(0),
  /** Listening members up to this one have their live event. */
  announcedTo: bigintId('announced_to').notNull().default(0),
});

/**
 * What happened below an anonymous post and is not yet told, sealed. The rows that name members are
 * written by another transaction than the post's or comment's own: the id of a transaction (xmin)
 * would join the two in a copy of the data folder.
 */
export const pendingNotifications = pgTable('pending_notifications', {
  id: id(),
  payload: bytes('payload').notNull(),
});
