import { CHAT_REACTIONS } from '@naru/contract/chat';
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
import { bigintId, checkEnum, createdAt, id, instant, partOf, requiredRef } from './columns.ts';
import { members } from './members.ts';

/**
 * One row per pair of members, one per market item and member who asks its seller, and one per lecture and per
 * team, which have no pair. Locked while a message is added.
 */
export const chatRooms = pgTable(
  'chat_rooms',
  {
    id: id(),
    lowId: bigintId('low_id').references(() => members.id),
    highId: bigintId('high_id').references(() => members.id),
    /** The item that the room is about; the post itself may be erased since. */
    itemId: bigintId('item_id'),
    /** The lecture whose members talk here; null for a pair. */
    lectureId: bigintId('lecture_id'),
    /** The recruiting post whose team talks here; it may be erased since. Null for others. */
    teamId: bigintId('team_id'),
    createdAt: createdAt(),
    lastMessageAt: instant('last_message_at'),
  },
  (t) => [
    uniqueIndex('chat_rooms_friends_key').on(t.lowId, t.highId).where(sql`${t.itemId} is null`),
    uniqueIndex('chat_rooms_item_key')
      .on(t.lowId, t.highId, t.itemId)
      .where(sql`${t.itemId} is not null`),
    uniqueIndex('chat_rooms_lecture_key').on(t.lectureId).where(sql`${t.lectureId} is not null`),
    uniqueIndex('chat_rooms_team_key').on(t.teamId).where(sql`${t.teamId} is not null`),
    check('chat_rooms_order_check', sql`${t.lowId} < ${t.highId}`),
    check(
      'chat_rooms_kind_check',
      sql`num_nulls(${t.lowId}, ${t.highId}) = case when num_nonnulls(${t.lectureId}, ${t.teamId}) = 0 then 0 else 2 end`,
    ),
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
    /** Of a pair; in the room of a lecture unread messages are counted when they are shown. */
    unreadCount: integer('unread_count').notNull().default(0),
    /** Devices show nothing of the room. */
    isMuted: boolean('is_muted').notNull().default(false),
    /** When the member left last, with what was hidden and read before: undoing it brings both back. */
    leftAt: instant('left_at'),
    leftHiddenId: bigintId('left_hidden_id').notNull().default(0),
    leftReadId: bigintId('left_read_id').notNull().default(0),
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
    /** The message of the room that it replies to. */
    replyToId: bigintId('reply_to_id'),
    /** When the sender took it back, or staff removed it: text, picture and reactions are erased then. */
    recalledAt: instant('recalled_at'),
    isRemoved: boolean('is_removed').notNull().default(false),
  },
  (t) => [
    index('chat_messages_room_idx').on(t.roomId, t.id.desc()),
    uniqueIndex('chat_messages_client_key').on(t.roomId, t.senderId, t.clientId),
  ],
);

/** What members show at a message: one each. */
export const chatReactions = pgTable(
  'chat_reactions',
  {
    messageId: partOf('message_id', () => chatMessages.id),
    memberId: partOf('member_id', () => members.id),
    reaction: text('reaction', { enum: CHAT_REACTIONS }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.memberId] }),
    index('chat_reactions_member_idx').on(t.memberId),
    checkEnum('chat_reactions_reaction_check', t.reaction, CHAT_REACTIONS),
  ],
);
