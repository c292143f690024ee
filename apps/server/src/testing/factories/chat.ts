import type { ChatReaction } from '@naru/contract/chat';
import { sql } from 'drizzle-orm';
import { chatRoomMembers, chatRooms } from '../../db/schema/index.ts';
import type { SignedIn, TestApp } from '../test-app.ts';
import { befriend } from './friends.ts';
import { createLectureRoom, markRoom } from './lecture-rooms.ts';

interface Person {
  id: number;
}

/** An empty chat room of two friends; returns its id. */
export async function createChatRoom(t: TestApp, a: Person, b: Person): Promise<number> {
  await befriend(t.db, a, b);
  const [room] = await t.db
    .insert(chatRooms)
    .values({
      lowId: Math.min(a.id, b.id),
      highId: Math.max(a.id, b.id),
      createdAt: t.clock.now(),
    })
    .returning({ id: chatRooms.id });
  if (room === undefined) throw new Error('no room was made');
  await t.db
    .insert(chatRoomMembers)
    .values([a, b].map(({ id }) => ({ roomId: room.id, memberId: id })));
  return room.id;
}

/** A lecture of this term whose chat room the members have joined. */
export async function joinLectureChat(
  t: TestApp,
  members: readonly SignedIn[],
  values: Parameters<typeof createLectureRoom>[1] = {},
) {
  const lectureId = await createLectureRoom(t, values);
  let roomId = 0;
  for (const as of members) {
    await markRoom(t, as, lectureId);
    const { status, json } = await t.call('POST', `/api/mail/lecture/${lectureId}`, { as });
    if (status !== 200) throw new Error(`room refused: ${JSON.stringify(json)}`);
    roomId = json.roomId;
  }
  return { lectureId, roomId };
}

/** Shows a reaction at a message through the API; null takes it away. */
export async function changeReaction(
  t: TestApp,
  as: SignedIn,
  { roomId, id }: { roomId: number; id: number },
  reaction: ChatReaction | null,
) {
  const url = `/api/mail/reaction/${roomId}/${id}`;
  return reaction === null
    ? t.call('DELETE', url, { as })
    : t.call('PUT', url, { as, body: { reaction } });
}

/** Sends a message through the API, ten seconds after the previous one. */
export async function sendChatMessage(
  t: TestApp,
  as: SignedIn,
  roomId: number,
  content = '안녕하세요',
  replyTo: number | null = null,
) {
  t.clock.advance(10);
  const { status, json } = await t.call('POST', `/api/mail/send-mail/${roomId}`, {
    as,
    body: { content, replyTo },
  });
  if (status !== 200) throw new Error(`mail refused: ${JSON.stringify(json)}`);
  return json.sentMessage;
}

/** Uploads a picture of a message the way the web app does; returns its key. */
export async function uploadChatPicture(t: TestApp, as: SignedIn, png: Buffer): Promise<string> {
  const url = '/api/mail/picture-presign?contentType=image/png';
  const { uploadUrl, pictureKey } = (await t.call('GET', url, { as })).json;
  const headers = { 'content-type': 'image/png' };
  const { status } = await t.call('PUT', uploadUrl, { body: png, headers });
  if (status !== 200) throw new Error(`picture refused: ${status}`);
  return pictureKey;
}

/** Inserts messages of both members in turn directly: more than the API's limit allows. */
export async function fillChatRoom(
  t: TestApp,
  roomId: number,
  { count, a, b, content }: { count: number; a: Person; b: Person; content?: string },
): Promise<void> {
  await t.db.execute(sql`
    insert into chat_messages (room_id, sender_id, content, created_at)
    select ${roomId}, case when n % 2 = 0 then ${a.id}::bigint else ${b.id}::bigint end,
      coalesce(${content ?? null}::text, '메시지 ' || n), ${t.clock.now()}::timestamptz - make_interval(secs => ${count} - n)
    from generate_series(1, ${count}) n`);
}
