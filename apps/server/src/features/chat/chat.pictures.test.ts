import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createChatRoom,
  sendChatMessage,
  uploadChatPicture,
} from '../../testing/factories/chat.ts';
import { changePerson, createBlock } from '../../testing/factories/friends.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { listStored, makePicture } from '../uploads/pictures.fixture.ts';

let t: TestApp;
let me: SignedIn;
let friend: SignedIn;
let roomId: number;
let png: Buffer;
beforeAll(async () => {
  [t, png] = await Promise.all([createTestApp(), makePicture('png', 60, 40)]);
});
beforeEach(async () => {
  [me, friend] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  roomId = await createChatRoom(t, me, friend);
});
afterAll(() => t.close());

const upload = (as = me) => uploadChatPicture(t, as, png);
const send = (as: SignedIn, pictureKey: string, clientId: string | null = null) =>
  t.call('POST', `/api/mail/send-picture/${roomId}`, { as, body: { pictureKey, clientId } });
const lastOf = async (as: SignedIn) => {
  const { json } = await t.call('GET', `/api/mail/messages/${roomId}`, { as });
  return json.messages.at(0);
};
const load = async (url: string) => (await t.call('GET', url)).status;
const errorOf = ({ status, json }: { status: number; json: { error: string } }) => [
  status,
  json.error,
];

async function sendOne() {
  const key = await upload();
  const { sentMessage } = (await send(me, key)).json;
  return { key, id: sentMessage.id, mine: sentMessage.picture.url as string };
}

describe('POST /mail/send-picture/:roomId', () => {
  it('refuses foreign, unknown, unfinished and used pictures, and stores nothing [CHAT-91]', async () => {
    const presigned = await t.call('GET', '/api/mail/picture-presign?contentType=image/png', {
      as: me,
    });
    const foreign = await upload(friend);
    const used = await upload();
    expect((await send(me, used)).status).toBe(201);
    for (const key of [presigned.json.pictureKey, foreign, 'a'.repeat(24), used]) {
      expect(errorOf(await send(me, key))).toEqual([400, 'IMAGE_NOT_READY']);
    }
    expect((await send(me, '../secret')).status).toBe(400);
    expect(errorOf(await send(await t.signIn('ADMIN'), used))).toEqual([404, 'ROOM_NOT_FOUND']);
    const { json } = await t.call('GET', `/api/mail/messages/${roomId}`, { as: me });
    expect(json.messages).toHaveLength(1);
  });

  it('refuses strangers and blocked members like a text, and keeps the picture for a retry [FRIEND-07]', async () => {
    const key = await upload();
    await createBlock(t.db, friend, me);
    expect(errorOf(await send(me, key))).toEqual([403, 'NOT_FRIENDS']);
    await t.call('DELETE', `/api/friend/block/${me.id}`, { as: friend });
    await t.call('DELETE', `/api/friend/${me.id}`, { as: friend });
    expect(errorOf(await send(me, key))).toEqual([403, 'NOT_FRIENDS']);
  });

  it('stores a repeated or parallel send once, with its picture [CHAT-10, CHAT-91]', async () => {
    const key = await upload();
    const all = await Promise.all([1, 2, 3].map(() => send(me, key, 'client-0001')));
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(all.map(({ json }) => json.sentMessage.id)).size).toBe(1);
    const picture = { width: 60, height: 40, url: expect.stringMatching(/^\/files\/chat\//) };
    expect(all.map(({ json }) => json.sentMessage.picture)).toEqual([picture, picture, picture]);
    const rooms = (await t.call('GET', '/api/mail/my-room', { as: friend })).json.roomDtos;
    expect(rooms[0]).toMatchObject({ lastMessage: '사진', newMailCount: 1 });
  });
});

describe('GET /files/chat/:name', () => {
  it('serves each member at an own address and nobody at the public one [CHAT-91]', async () => {
    const key = await upload();
    expect(await load(`/files/${key}.webp`)).toBe(404);
    const { mine } = await sendOne();
    const theirs = (await lastOf(friend)).picture.url;
    expect(theirs).not.toBe(mine);
    expect((await lastOf(me)).picture.url).toBe(mine);
    for (const url of [mine, theirs, mine.replace('.webp', '_thumb.webp')]) {
      const response = await t.call('GET', url);
      expect([response.status, response.headers['content-type']]).toEqual([200, 'image/webp']);
      expect(response.headers['cache-control']).toBe('private, no-cache');
    }
    expect(mine).not.toContain(key);
    for (const url of [`/files/${key}.webp`, mine.replace(/.(?=.{24}$)/, '~'), '/files/chat/x']) {
      expect(await load(url)).toBe(404);
    }
  });

  it('stops when the reader leaves, is suspended, or three days have passed [CHAT-91]', async () => {
    const { mine } = await sendOne();
    const theirs = (await lastOf(friend)).picture.url;
    await t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: friend });
    expect([await load(mine), await load(theirs)]).toEqual([200, 404]);
    const until = new Date(t.clock.now().getTime() + 60_000);
    await changePerson(t.db, me, { suspendedUntil: until });
    expect(await load(mine)).toBe(404);
    await changePerson(t.db, me, { suspendedUntil: null });
    t.clock.advance(3 * 24 * 60 * 60);
    expect(await load(mine)).toBe(404);
  });

  it('goes on after a block like the texts, which would otherwise reveal it [CHAT-91, FRIEND-07]', async () => {
    await sendChatMessage(t, me, roomId, '사진 보내요');
    const { mine } = await sendOne();
    const theirs = (await lastOf(friend)).picture.url;
    await createBlock(t.db, me, friend);
    const { json } = await t.call('GET', `/api/mail/messages/${roomId}`, { as: friend });
    expect(json.messages).toMatchObject([{ picture: { url: theirs } }, { content: '사진 보내요' }]);
    expect([await load(mine), await load(theirs)]).toEqual([200, 200]);
  });

  it('loses a recalled picture at once, and the sweep those that were never sent [CHAT-91]', async () => {
    const { id, key, mine } = await sendOne();
    const unsent = await upload();
    await t.services.uploads.sweepPictures();
    expect(await load(mine)).toBe(200);
    await t.call('DELETE', `/api/mail/messages/${roomId}/${id}`, { as: me });
    expect(await load(mine)).toBe(404);
    expect((await lastOf(friend)).picture).toBeNull();
    t.clock.advance(25 * 60 * 60);
    expect(await t.services.uploads.sweepPictures()).toBeGreaterThan(0);
    const files = await listStored(t, 'files');
    expect(files.filter((name) => name.includes(key) || name.includes(unsent))).toEqual([]);
  });

  it('goes with the room that both members left [CHAT-08]', async () => {
    const { key } = await sendOne();
    await t.db.execute(sql`delete from chat_rooms where id = ${roomId}`);
    t.clock.advance(25 * 60 * 60);
    await t.services.uploads.sweepPictures();
    expect((await listStored(t, 'files')).filter((name) => name.includes(key))).toEqual([]);
  });
});

describe('after a text', () => {
  it('leaves texts without a picture as they were', async () => {
    await sendChatMessage(t, me, roomId, '글');
    expect(await lastOf(friend)).toMatchObject({ content: '글', picture: null, isRecalled: false });
  });
});
