import { NOTIFICATION_SUB_TYPES, NOTIFICATION_TYPES } from '@naru/contract/notifications';
import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bigintId, bytes, checkEnum, createdAt, id, instant, partOf } from './columns.ts';
import { members } from './members.ts';

type TextColumns = Record<'type' | 'cause' | 'content', SQLWrapper>;

/** Notifications whose text may name the member who caused them. */
export const namesActor = ({ type }: TextColumns) => sql`${type} in ('comment', 'like', 'friend')`;

/** That name as the text has it (`해솔님`). Texts without a cause have it behind the quoted title, if any. */
export const actorNameOf = ({ cause, content }: TextColumns) =>
  sql`coalesce(${cause} -> 'facts' ->> 'actor', substring(${content} from '^(?:.* )?([^ ]+님)(?:[이과]| 외 )[^'']*$'))`;

/**
 * A notification of one member. Notifications of one group, such as the likes of one post, share a row
 * while it is unread. When the target is an anonymous post it is encrypted, so that no row links the
 * post to the notified member.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    memberId: partOf('member_id', () => members.id),
    type: text('type', { enum: NOTIFICATION_TYPES }).notNull(),
    /** Has no CHECK constraint, so that a new subtype needs no migration. */
    subType: text('sub_type', { enum: NOTIFICATION_SUB_TYPES }),
    content: text('content').notNull(),
    targetUrl: text('target_url'),
    /** Encrypted text and target of a notification about an anonymous post. */
    targetSeal: bytes('target_seal'),
    /** The post and comment that it is about; null for anonymous posts, which no row may name. */
    postId: bigintId('post_id'),
    commentId: bigintId('comment_id'),
    /** `kind` and `facts`, for a text with the post's current title; null without a post. */
    cause: jsonb('cause'),
    /**
     * The newest things that it counts: comments, posts of a followed board, or members who like; null when it is
     * about one thing only, and about anonymous posts, where they are sealed with the text.
     */
    causes: bigint('causes', { mode: 'number' }).array(),
    /** Those that are deleted, hidden or taken back now; `count` includes them. */
    lost: bigint('lost', { mode: 'number' }).array(),
    /** Since when nothing of what it is about is left; one that was unread has the same `read_at`. */
    goneAt: instant('gone_at'),
    /** Notifications with the same key share a row while it is unread; null: no grouping. */
    groupKey: text('group_key'),
    count: integer('count').notNull().default(1),
    createdAt: createdAt(),
    readAt: instant('read_at'),
  },
  (t) => [
    index('notifications_member_idx').on(t.memberId, t.createdAt.desc(), t.id.desc()),
    index('notifications_unread_idx').on(t.memberId).where(sql`${t.readAt} is null`),
    index('notifications_post_idx')
      .on(t.memberId, t.postId)
      .where(sql`${t.readAt} is null and ${t.postId} is not null`),
    index('notifications_about_idx').on(t.postId).where(sql`${t.postId} is not null`),
    index('notifications_handled_idx')
      .on(t.memberId)
      .where(sql`${t.subType} in ('blinded', 'content-handled')`),
    index('notifications_causes_idx')
      .using('gin', t.causes)
      .where(sql`${t.subType} = 'followed-board'`),
    index('notifications_actor_idx')
      .on(sql`(${actorNameOf(t)})`)
      .where(namesActor(t)),
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
 * A notification to many members (fan-out), stored in the transaction of its cause and deleted once
 * all members have it. Members are processed in chunks; the transaction of a chunk also advances
 * `writtenTo` or `announcedTo`.
 */
export const broadcasts = pgTable('broadcasts', {
  id: id(),
  /** `kind` and `facts` of the notification. */
  notification: jsonb('notification').notNull(),
  /** Who is not notified; null: all are, as nobody wrote what it is about. */
  actorId: bigintId('actor_id').references(() => members.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
  /** Members up to this id have their `notifications` row; null once all have it. */
  writtenTo: bigintId('written_to').default(0),
  /** Members with an open event stream up to this id have their live event. */
  announcedTo: bigintId('announced_to').notNull().default(0),
});

/**
 * Encrypted data of notifications about anonymous posts that are not created yet. A later transaction
 * than that of the post or comment creates them: a shared transaction id (xmin) would link the
 * notified members to the content in a copy of the data folder.
 */
export const pendingNotifications = pgTable('pending_notifications', {
  id: id(),
  payload: bytes('payload').notNull(),
});
