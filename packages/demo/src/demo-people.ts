import { CHAT_REACTIONS } from '@naru/contract/chat';
import type { Tx } from '@naru/server/db/client';
import {
  chatMessages,
  chatPictures,
  chatReactions,
  chatRoomMembers,
  chatRooms,
  friendships,
} from '@naru/server/db/schema';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import roomList from './content/chats.json' with { type: 'json' };
import friendLists from './content/friends.json' with { type: 'json' };
import { ago } from './content.ts';
import { wakingTimeBefore } from './demo-calendar.ts';
import { lectureNamed } from './demo-lectures.ts';
import { uploadRow } from './demo-media.ts';
import { type DemoWorld, type Person, personNamed } from './demo-world.ts';

/** `by` sent the friend request to `of`; both are nicknames. */
const friendshipSchema = z.strictObject({ by: z.string(), of: z.string(), ago });
const friendsSchema = z.strictObject({
  friends: z.array(friendshipSchema),
  requests: z.array(friendshipSchema),
});

const roomSchema = z.strictObject({
  /** Two, or those who joined the room of a lecture. */
  of: z.array(z.string()).check(z.minLength(2)),
  /** Key of the lecture whose members talk. */
  lecture: z.optional(z.string()),
  /** Key of the market item that they talk about; friends have none. */
  item: z.optional(z.string()),
  /** Number of unread messages by nickname of the reader. */
  unread: z.record(z.string(), z.int().check(z.minimum(1))),
  /** Oldest first. */
  messages: z
    .array(
      z.strictObject({
        by: z.string(),
        ago,
        text: z.prefault(z.string(), ''),
        /** Instead of a text. */
        picture: z.optional(z.string()),
        /** Place in the list of the message that it replies to. */
        re: z.optional(z.int()),
        /** By nickname. */
        reactions: z.prefault(z.record(z.string(), z.enum(CHAT_REACTIONS)), {}),
      }),
    )
    .check(z.minLength(1)),
});
type DemoRoom = z.output<typeof roomSchema>;

export function demoFriends(): z.output<typeof friendsSchema> {
  return z.parse(friendsSchema, friendLists);
}

/** Names of the pictures that members sent each other. */
export function chatPictureNames(): string[] {
  return demoRooms().flatMap(({ messages }) => messages.flatMap(({ picture }) => picture ?? []));
}

export function demoRooms(): DemoRoom[] {
  return z.parse(z.array(roomSchema), roomList);
}

/** Inserts friendships, pending friend requests and chats. */
export async function insertDemoPeople(
  tx: Tx,
  world: DemoWorld,
  posts: readonly { id: number; key: string }[],
  lectures: ReadonlyMap<string, number>,
): Promise<void> {
  await insertFriendships(tx, world);
  for (const room of demoRooms()) {
    const itemId = posts.find(({ key }) => key === room.item)?.id ?? null;
    const about = { itemId: room.item === undefined ? null : itemId };
    const lectureId = room.lecture === undefined ? null : lectureNamed(lectures, room.lecture);
    await insertRoom(tx, world, { ...room, ...about, lectureId });
  }
}

async function insertFriendships(tx: Tx, world: DemoWorld): Promise<void> {
  const { friends, requests } = demoFriends();
  const row = ({ by, of, ago: minutes }: z.output<typeof friendshipSchema>, isFriend: boolean) => {
    const [requester, other] = [personNamed(world, by), personNamed(world, of)];
    return {
      ...pairOf(requester, other),
      requesterId: requester.id,
      status: isFriend ? ('accepted' as const) : ('pending' as const),
      createdAt: wakingTimeBefore(world.now, minutes),
      decidedAt: isFriend ? wakingTimeBefore(world.now, Math.max(1, minutes - 30)) : null,
    };
  };
  await tx
    .insert(friendships)
    .values([...friends.map((one) => row(one, true)), ...requests.map((one) => row(one, false))]);
}

async function insertRoom(
  tx: Tx,
  world: DemoWorld,
  room: DemoRoom & { itemId: number | null; lectureId: number | null },
): Promise<void> {
  const people = room.of.map((nickname) => personNamed(world, nickname));
  const [a, b] = people;
  if (a === undefined || b === undefined) return;
  const times = room.messages.map((message) => wakingTimeBefore(world.now, message.ago));
  const [stored] = await tx
    .insert(chatRooms)
    .values({
      ...(room.lectureId === null ? pairOf(a, b) : { lectureId: room.lectureId }),
      itemId: room.itemId,
      createdAt: times[0] ?? world.now,
      lastMessageAt: times.at(-1),
    })
    .returning({ id: chatRooms.id });
  if (stored === undefined) throw new Error('the chat room was not stored');
  const roomId = stored.id;
  const rows = await tx
    .insert(chatMessages)
    .values(
      room.messages.map(({ by, text }, i) => ({
        roomId,
        senderId: personNamed(world, by).id,
        content: text,
        createdAt: times[i] ?? world.now,
      })),
    )
    .returning({ id: chatMessages.id, senderId: chatMessages.senderId });
  await insertAnswers(tx, world, room, rows, times);
  const pictures = room.messages.flatMap(({ by, picture }, i) => {
    const found = picture === undefined ? undefined : world.pictures.get(picture);
    const use = { ownerId: personNamed(world, by).id, postId: null, at: times[i] ?? world.now };
    return found === undefined ? [] : [{ ...uploadRow(found, use), messageId: rows[i]?.id }];
  });
  if (pictures.length > 0) await tx.insert(chatPictures).values(pictures);
  await tx.insert(chatRoomMembers).values(
    people.map((person) => {
      const unreadCount = room.unread[person.nickname] ?? 0;
      return {
        roomId,
        memberId: person.id,
        // Counted in the room of a lecture when it is shown.
        unreadCount: room.lectureId === null ? unreadCount : 0,
        readId: readUpTo(rows, person, unreadCount),
      };
    }),
  );
}

/** Sets what messages reply to, and the reactions that they got a little later. */
async function insertAnswers(
  tx: Tx,
  world: DemoWorld,
  { messages }: DemoRoom,
  rows: readonly { id: number }[],
  times: readonly Date[],
): Promise<void> {
  for (const [i, { re, reactions }] of messages.entries()) {
    const [row, quoted, at] = [rows[i], re === undefined ? undefined : rows[re], times[i]];
    if (row === undefined || at === undefined) continue;
    if (quoted) {
      await tx
        .update(chatMessages)
        .set({ replyToId: quoted.id })
        .where(eq(chatMessages.id, row.id));
    }
    const shown = Object.entries(reactions).map(([nickname, reaction]) => ({
      messageId: row.id,
      memberId: personNamed(world, nickname).id,
      reaction,
      createdAt: at,
    }));
    if (shown.length > 0) await tx.insert(chatReactions).values(shown);
  }
}

/** Returns the id of the last read message, or 0. */
function readUpTo(
  rows: readonly { id: number; senderId: number }[],
  person: Person,
  unreadCount: number,
): number {
  const received = rows.filter(({ senderId }) => senderId !== person.id);
  const firstUnread = received[received.length - unreadCount];
  return rows.findLast(({ id }) => firstUnread === undefined || id < firstUnread.id)?.id ?? 0;
}

function pairOf(a: Person, b: Person): { lowId: number; highId: number } {
  return { lowId: Math.min(a.id, b.id), highId: Math.max(a.id, b.id) };
}
