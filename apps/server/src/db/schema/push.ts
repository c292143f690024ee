import { DIGESTS } from '@naru/contract/digest';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sessions } from './auth.ts';
import { chatRooms } from './chat.ts';
import { bigintId, bytes, checkEnum, createdAt, id, instant, partOf } from './columns.ts';
import { members } from './members.ts';
import { notifications } from './notifications.ts';

/**
 * A browser that shows notifications, by its session. A trigger deletes it when the session ends. Its
 * address lets anybody send to it, so it is stored encrypted, and as a keyed hash to find it again.
 */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: id(),
    memberId: partOf('member_id', () => members.id),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpointHash: bytes('endpoint_hash').notNull(),
    /** Encrypted address and keys of the browser's subscription. */
    subscription: bytes('subscription').notNull(),
    /** The public key with which the browser subscribed. */
    serverKey: text('server_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('push_devices_member_idx').on(t.memberId),
    uniqueIndex('push_devices_session_key').on(t.sessionId),
    uniqueIndex('push_devices_endpoint_key').on(t.endpointHash),
  ],
);

/** What a member wants on its devices; without a row the defaults hold. */
export const pushChoices = pgTable(
  'push_choices',
  {
    memberId: bigintId('member_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    kinds: text('kinds').array().notNull(),
    preview: boolean('preview').notNull(),
    /** Minutes of the Korean day. */
    quietFrom: smallint('quiet_from'),
    quietTo: smallint('quiet_to'),
  },
  (t) => [
    check(
      'push_choices_quiet_check',
      sql`num_nulls(${t.quietFrom}, ${t.quietTo}) in (0, 2) and ${t.quietFrom} between 0 and 1439
        and ${t.quietTo} between 0 and 1439 and ${t.quietFrom} <> ${t.quietTo}`,
    ),
  ],
);

/**
 * A notification, or a chat room with new messages, that the member's devices are to show. Triggers
 * write it in the transaction of the notification or message.
 */
export const pushDue = pgTable(
  'push_due',
  {
    id: id(),
    memberId: partOf('member_id', () => members.id),
    notificationId: bigintId('notification_id').references(() => notifications.id, {
      onDelete: 'cascade',
    }),
    roomId: bigintId('room_id').references(() => chatRooms.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    /** Waits for the end of quiet hours or of the pause of its thread; null: for nothing. */
    notBefore: instant('not_before'),
  },
  (t) => [
    uniqueIndex('push_due_notification_key').on(t.notificationId),
    uniqueIndex('push_due_room_key').on(t.memberId, t.roomId),
    index('push_due_member_idx').on(t.memberId),
    check('push_due_source_check', sql`num_nonnulls(${t.notificationId}, ${t.roomId}) = 1`),
  ],
);

/** When devices of a member were last notified of a thread, which is stored as a keyed hash. */
export const pushThreads = pgTable(
  'push_threads',
  {
    memberId: partOf('member_id', () => members.id),
    thread: bytes('thread').notNull(),
    pushedAt: instant('pushed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.thread] }),
    index('push_threads_pushed_idx').on(t.pushedAt),
  ],
);

/** A message on its way to a device; a job sends it and deletes it. */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: id(),
    deviceId: partOf('device_id', () => pushDevices.id),
    /** Encrypted content and headers. */
    message: bytes('message').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('push_messages_device_idx').on(t.deviceId)],
);

/** How often a member gets a digest by e-mail; without a row the default holds. */
export const digests = pgTable(
  'digests',
  {
    memberId: bigintId('member_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    digest: text('digest', { enum: DIGESTS }).notNull(),
    /** When the member was last considered, whether or not there was anything to send. */
    checkedAt: instant('checked_at'),
  },
  (t) => [checkEnum('digests_digest_check', t.digest, DIGESTS)],
);
