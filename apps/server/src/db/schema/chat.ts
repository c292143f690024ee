import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bigintId, createdAt, id, instant, partOf, requiredRef } from './columns.ts';
import { members } from './members.ts';

/**
 * One row per pair of members, and one per market item and member who asks its seller. Locked while a
 * message is added.
 */
export const chatRooms = pgTable(
  'chat_rooms',
  {
    id: id(),
    lowId: requiredRef('low_id', () => members.id),
    highId: requiredRef('high_id', () => members.id),
    /** The item that the room is about; the post itself may be erased since. */
    itemId: bigintId('item_id'),
    createdAt: createdAt(),
    lastMessageAt: instant('last_message_at'),
  },
  (t) => [
    uniqueIndex('chat_rooms_friends_key').on(t.lowId, t.highId).where(sql`${t.itemId} is null`),
    uniqueIndex('chat_rooms_item_key')
      .on(t.lowId, t.highId, t.itemId)
      .where(sql`${t.itemId} is not null`),
    check('chat_rooms_order_check', sql`${t.lowId} < ${t.highId}`),
  ],
);

export const chatRoomMembers = pgTable(
  'chat_room_members',
  {
    roomId: partOf('room_id', () => chatRooms.id),
    memberId: requiredRef('member_id', () => members.id),
    /** Newest message read; 0 for none. */
    readId: bigintId('read_id').notNull().default(0),
    /** Messages up to this id are hidden because the member left the room after them. */
    hiddenId: bigintId('hidden_id').notNull().default(0),
    /** The member left; the room reappears with the partner's next message. */
    isOut: boolean('is_out').notNull().default(false),
    outAt: instant('out_at'),
    unreadCount: integer('unread_count').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.memberId] }),
    index('chat_room_members_member_idx').on(t.memberId, t.isOut),
    check('chat_room_members_unread_check', sql`${t.unreadCount} >= 0`),
  ],
);

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: id(),
    roomId: partOf('room_id', () => chatRooms.id),
    senderId: requiredRef('sender_id', () => members.id),
    /** Client-generated id: the same one is stored once (idempotent retry). */
    clientId: text('client_id'),
    /** Empty for a picture and after a recall. */
    content: text('content').notNull(),
    createdAt: createdAt(),
    /** Sent to a member who blocked the sender then: only the sender ever sees it. */
    isWithheld: boolean('is_withheld').notNull().default(false),
    /** When the sender took it back: text and picture are erased then. */
    recalledAt: instant('recalled_at'),
  },
  (t) => [
    index('chat_messages_room_idx').on(t.roomId, t.id.desc()),
    uniqueIndex('chat_messages_client_key').on(t.roomId, t.senderId, t.clientId),
  ],
);
