import { LIMITS } from '@naru/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChatRoom } from '../../testing/factories/chat.ts';
import { changePerson, createBlock } from '../../testing/factories/friends.ts';
import { changePost, createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let seller: SignedIn;
let buyer: SignedIn;
let itemId: number;
const DAY = 24 * 60 * 60;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  [seller, buyer] = [await t.signIn('STUDENT'), await t.signIn('USER')];
  itemId = await createPost(t, seller, { boardType: 'MARKET', title: '선형대수학' });
});
afterAll(() => t.close());

const ask = (as = buyer, id = itemId) => t.call('POST', `/api/mail/item/${id}`, { as });
const send = (as: SignedIn, roomId: number, content = '아직 있나요?') =>
  t.call('POST', `/api/mail/send-mail/${roomId}`, { as, body: { content } });
/** Moves what happened in the room and with the item into the past. */
const age = async (roomId: number, days: number) => {
  const seconds = days * DAY;
  await t.database.pool.query(
    'update chat_rooms set last_message_at = last_message_at - make_interval(secs => $2) where id = $1',
    [roomId, seconds],
  );
  await t.database.pool.query(
    'update posts set updated_at = updated_at - make_interval(secs => $2) where id = $1',
    [itemId, seconds],
  );
};
const roomsOf = async (as: SignedIn) =>
  (await t.call('GET', '/api/mail/my-room', { as })).json.roomDtos;
const errorOf = ({ status, json }: { status: number; json: { error: string } }) => [
  status,
  json.error,
];

describe('POST /mail/item/:postId', () => {
  it('refuses the own item, other posts, a blocked seller and sellers who left [CHAT-95]', async () => {
    const post = await createPost(t, seller);
    expect(errorOf(await ask(seller))).toEqual([403, 'ITEM_ASK_DENIED']);
    for (const id of [post, 999_999]) {
      expect(errorOf(await ask(buyer, id))).toEqual([404, 'POST_NOT_FOUND']);
    }
    await createBlock(t.db, buyer, seller);
    expect(errorOf(await ask())).toEqual([403, 'ITEM_ASK_DENIED']);
    const other = await t.signIn('STUDENT');
    await changePerson(t.db, seller, { suspendedUntil: new Date(t.clock.now().getTime() + 1000) });
    expect(errorOf(await ask(other))).toEqual([403, 'ITEM_ASK_DENIED']);
    await changePerson(t.db, seller, { suspendedUntil: null });
    await changePost(t, itemId, { deletedAt: t.clock.now() });
    expect(errorOf(await ask(other))).toEqual([404, 'POST_NOT_FOUND']);
  });

  it('opens one room for each item and buyer, beside the room of friends [CHAT-95]', async () => {
    const friends = await createChatRoom(t, seller, buyer);
    const all = await Promise.all([1, 2, 3].map(() => ask()));
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201]);
    const ids = new Set(all.map(({ json }) => json.roomId));
    expect(ids.size).toBe(1);
    expect(ids).not.toContain(friends);
    expect(all.filter(({ json }) => json.isNew)).toHaveLength(1);
    const second = await createPost(t, seller, { boardType: 'MARKET' });
    expect(ids).not.toContain((await ask(buyer, second)).json.roomId);
    const again = await t.call('POST', `/api/mail/new?id=${seller.id}`, { as: buyer });
    expect([again.json.error, again.json.roomId]).toEqual(['ROOM_EXISTS', friends]);
  });

  it('shows the item to both, the seller sees the room with its first message [CHAT-95]', async () => {
    const { roomId } = (await ask()).json;
    expect(await roomsOf(seller)).toEqual([]);
    expect((await send(buyer, roomId)).status).toBe(200);
    const item = {
      postId: itemId,
      title: '선형대수학',
      price: 12_000,
      tradeStatus: 'ON_SALE',
      thumbNailUrl: null,
      isGone: false,
    };
    for (const as of [seller, buyer]) {
      expect((await roomsOf(as))[0]).toMatchObject({ roomId, item, canSend: true });
    }
    expect((await send(seller, roomId, '네')).status).toBe(200);
    expect((await t.call('GET', `/api/mail/messages/${roomId}`, { as: buyer })).status).toBe(200);
    const admin = await t.signIn('ADMIN');
    expect((await t.call('GET', `/api/mail/messages/${roomId}`, { as: admin })).status).toBe(404);
  });

  it('limits new rooms of a day, not the finding of old ones [CHAT-95]', async () => {
    const first = await ask();
    for (let n = 1; n < LIMITS.itemRoomsPerDay; n += 1) {
      const id = await createPost(t, await t.signIn('STUDENT'), { boardType: 'MARKET' });
      expect((await ask(buyer, id)).status).toBe(201);
    }
    const eleventh = await createPost(t, await t.signIn('STUDENT'), { boardType: 'MARKET' });
    expect(errorOf(await ask(buyer, eleventh))).toEqual([429, 'ITEM_ROOM_THROTTLED']);
    expect((await ask()).json).toEqual({ roomId: first.json.roomId, isNew: false });
    await t.database.pool.query('delete from throttles');
    expect((await ask(buyer, eleventh)).status).toBe(201);
  });

  it('refuses new rooms about a sold item and brings a left one back', async () => {
    const { roomId } = (await ask()).json;
    await t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: buyer });
    await changePost(t, itemId, { tradeStatus: 'SOLD', updatedAt: t.clock.now() });
    expect(errorOf(await ask(await t.signIn('STUDENT')))).toEqual([409, 'ITEM_SOLD']);
    expect((await ask()).json).toEqual({ roomId, isNew: false });
    expect((await roomsOf(buyer))[0]).toMatchObject({ roomId, canSend: true });
  });
});

describe('a room about an item', () => {
  it('closes seven days after the sale and the last message, and stays readable [CHAT-96]', async () => {
    const { roomId } = (await ask()).json;
    await changePost(t, itemId, { tradeStatus: 'SOLD', updatedAt: t.clock.now() });
    await age(roomId, 6);
    expect((await send(buyer, roomId)).status).toBe(200);
    await age(roomId, 7);
    expect((await send(seller, roomId)).status).toBe(200);
    await age(roomId, 7);
    t.clock.advance(1);
    expect(errorOf(await send(buyer, roomId))).toEqual([403, 'ITEM_ROOM_CLOSED']);
    for (const as of [seller, buyer]) expect((await roomsOf(as))[0].canSend).toBe(false);
    const { json } = await t.call('GET', `/api/mail/messages/${roomId}`, { as: buyer });
    expect(json.messages).toHaveLength(2);
    await changePost(t, itemId, { tradeStatus: 'ON_SALE', updatedAt: t.clock.now() });
    expect((await send(buyer, roomId)).status).toBe(200);
  });

  it('says nothing of a deleted item and closes after seven days, at once when it is erased [CHAT-96]', async () => {
    const { roomId } = (await ask()).json;
    await send(buyer, roomId);
    await t.call('DELETE', `/api/post/${itemId}`, { as: seller });
    const gone = { postId: itemId, title: '', price: null, thumbNailUrl: null, isGone: true };
    expect((await roomsOf(buyer))[0]).toMatchObject({ item: gone, canSend: true });
    await t.database.pool.query('delete from posts where id = $1', [itemId]);
    expect((await roomsOf(buyer))[0]).toMatchObject({ item: gone, canSend: false });
    expect(errorOf(await send(seller, roomId))).toEqual([403, 'ITEM_ROOM_CLOSED']);
  });

  it('ends for the member who blocks, and shows this member nothing more [CHAT-95, CHAT-97]', async () => {
    const { roomId } = (await ask()).json;
    expect((await send(buyer, roomId)).status).toBe(200);
    await createBlock(t.db, buyer, seller);
    expect(errorOf(await send(buyer, roomId))).toEqual([403, 'NOT_FRIENDS']);
    expect((await send(seller, roomId, '들리지 않는 말')).status).toBe(200);
    expect((await roomsOf(seller))[0]).toMatchObject({
      lastMessage: '들리지 않는 말',
      canSend: true,
    });
    expect((await roomsOf(seller))[0].partner).not.toHaveProperty('isBlocked');
    expect((await roomsOf(buyer))[0]).toMatchObject({
      lastMessage: '아직 있나요?',
      newMailCount: 0,
      canSend: false,
      partner: { isBlocked: true },
    });
  });

  it.each([
    ['reads', 'PUT', 'read-room'],
    ['leaves', 'DELETE', 'exit-room'],
  ])(
    'shows nobody that a message across a block was read when the blocker %s [CHAT-97, FRIEND-07]',
    async (_what, method, path) => {
      const { roomId } = (await ask()).json;
      await send(buyer, roomId);
      const { id } = (await send(seller, roomId, '네, 있습니다')).json.sentMessage;
      await createBlock(t.db, buyer, seller);
      expect((await send(seller, roomId, '들리지 않는 말')).status).toBe(200);
      expect((await t.call(method, `/api/mail/${path}/${roomId}`, { as: buyer })).status).toBe(200);
      const { json } = await t.call('GET', `/api/mail/messages/${roomId}`, { as: seller });
      expect(json.messages).toHaveLength(3);
      expect(json.partnerReadId).toBe(id);
    },
  );
});
