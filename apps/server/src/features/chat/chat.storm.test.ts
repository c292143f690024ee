import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChatRoom } from '../../testing/factories/chat.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';

let t: TestApp;
let people: SignedIn[];
let roomIds: number[];
beforeAll(async () => {
  t = await createTestApp();
  people = await Promise.all(Array.from({ length: 5 }, () => t.signIn('STUDENT')));
  const pairs = people.flatMap((a, i) => people.slice(i + 1).map((b) => [a, b] as const));
  roomIds = await Promise.all(pairs.map(([a, b]) => createChatRoom(t, a, b)));
});
afterAll(() => t.close());

/** Deterministic pseudo-random numbers. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

type Call = [method: string, url: string, body?: object];

/** Actions of one member on another, some in rooms of others. */
const CALLS: ((id: number, roomId: number) => Call)[] = [
  (_id, roomId) => ['POST', `/api/mail/send-mail/${roomId}`, { content: '말' }],
  (_id, roomId) => ['POST', `/api/mail/send-mail/${roomId}`, { content: '또 말' }],
  (_id, roomId) => ['PUT', `/api/mail/read-room/${roomId}`],
  (_id, roomId) => ['DELETE', `/api/mail/exit-room/${roomId}`],
  (id) => ['POST', `/api/mail/new?id=${id}`],
  (id) => ['POST', '/api/friend/add-friend', { id }],
  (id) => ['POST', '/api/friend/accept-friend', { idToAccept: id }],
  (id) => ['POST', '/api/friend/decline-friend', { idToDecline: id }],
  (id) => ['DELETE', `/api/friend/${id}`],
  (id) => ['POST', '/api/friend/block', { id }],
  (id) => ['DELETE', `/api/friend/block/${id}`],
];

describe('random parallel actions of five members', () => {
  it.each([1, 2, 3])('never fail and leave exact counts (round %i)', async (round) => {
    const next = numbers(round);
    const any = async () => {
      const as = people[next(people.length)] as SignedIn;
      const other = people[next(people.length)] as SignedIn;
      const call = CALLS[next(CALLS.length)] ?? CALLS[0];
      const [method, url, body] = call?.(other.id, roomIds[next(roomIds.length)] ?? 0) ?? [];
      return untilServed(() => t.call(method ?? '', url ?? '', { as, body }));
    };
    // No more in parallel than connections, so that no request times out waiting for one.
    const workers = Array.from({ length: 12 }, async () => {
      const own = [];
      for (let n = 0; n < 12; n += 1) own.push(await any());
      return own;
    });
    const responses = (await Promise.all(workers)).flat();
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    expect(new Set(responses.map(({ status }) => status)).size).toBeGreaterThan(3);

    const wrong = await t.db.execute(sql`
      select s.room_id from chat_room_members s
      where s.unread_count <> (select count(*) from chat_messages e
        where e.room_id = s.room_id and e.sender_id <> s.member_id and e.id > s.read_id)`);
    expect(wrong.rows).toEqual([]);
    const friendsAcrossBlocks = await t.db.execute(sql`
      select f.id from friendships f join member_blocks b
        on (b.blocker_id, b.blocked_id) in ((f.low_id, f.high_id), (f.high_id, f.low_id))
      where f.status = 'accepted' or (f.status = 'pending' and f.requester_id = b.blocker_id)`);
    expect(friendsAcrossBlocks.rows).toEqual([]);
  });
});
