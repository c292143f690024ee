import { chatMessageField } from '@naru/contract/chat';
import { createTestApp, type SignedIn, type TestApp } from '@naru/server/testing/test-app';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listPictures } from './demo-media.ts';
import { demoFriends, demoRooms } from './demo-people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  t.clock.set(new Date('2026-11-20T05:00:30.000Z'));
  expect(await t.services.demo.fill()).toBe(true);
}, 120_000);
afterAll(() => t.close());

async function signIn(username: string): Promise<SignedIn> {
  const { rows } = await t.db.execute<{ id: number }>(
    sql`select id from members where username = ${username}`,
  );
  const id = Number(rows[0]?.id);
  return t.signInAs({ id, username, nickname: '', email: '', name: '', roles: [] });
}

/** Anybody may ask a seller, and talk about a lecture. */
function pairsOf(room: ReturnType<typeof demoRooms>[number], friends: string[]): string[] {
  const isOfFriends = room.item === undefined && room.lecture === undefined;
  return isOfFriends ? friends : [[...room.of].sort().join()];
}

describe('demo members', () => {
  it('write valid messages, in order, to friends only', () => {
    const pairs = demoFriends().friends.map(({ by, of }) => [by, of].sort().join());
    for (const room of demoRooms()) {
      expect(pairsOf(room, pairs)).toContain([...room.of].sort().join());
      expect(room.messages.length).toBeGreaterThanOrEqual(5);
      expect(room.messages.length).toBeLessThanOrEqual(40);
      const times = room.messages.map(({ ago }) => ago);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      for (const [i, { by, text, picture, re = -1, reactions }] of room.messages.entries()) {
        expect(room.of).toEqual(expect.arrayContaining([by, ...Object.keys(reactions)]));
        expect(re).toBeLessThan(i);
        if (picture === undefined) expect(z.parse(chatMessageField, text)).toBe(text);
        else expect([text, listPictures()]).toEqual(['', expect.arrayContaining([picture])]);
      }
      for (const [nickname, count] of Object.entries(room.unread)) {
        const last = room.messages.slice(-count);
        expect(last.every(({ by }) => by !== nickname && room.of.includes(by))).toBe(true);
      }
    }
  });

  it('have no friendship or message before joining', async () => {
    const { rows } = await t.db.execute<{ n: number }>(sql`
      select count(*) as n from friendships f join members m on m.id in (f.low_id, f.high_id)
      where m.created_at > f.created_at`);
    expect(Number(rows[0]?.n)).toBe(0);
    const early = await t.db.execute<{ n: number }>(sql`
      select count(*) as n from chat_messages e join chat_rooms r on r.id = e.room_id
      join friendships f on f.low_id = r.low_id and f.high_id = r.high_id
      where e.created_at < f.decided_at`);
    expect(Number(early.rows[0]?.n)).toBe(0);
  });

  it('give 20250001 four friends, a pending request, six chat rooms with unread messages, one about an item, one of a lecture and one of a team', async () => {
    const me = await signIn('20250001');
    const get = async (url: string) => (await t.call('GET', url, { as: me })).json;
    expect((await get('/api/friend/my-friends')).acceptMemberDtoList).toHaveLength(4);
    expect((await get('/api/friend/request-friend-list')).requestMemberList).toHaveLength(1);
    expect((await get('/api/mail/check-new')).newMailCount).toBe(5);
    const { roomDtos } = await get('/api/mail/my-room');
    expect(roomDtos).toHaveLength(6);
    const items = roomDtos.flatMap(({ item }: { item: object | null }) => item ?? []);
    expect(items).toEqual([expect.objectContaining({ tradeStatus: 'ON_SALE', isGone: false })]);
    for (const { roomId, newMailCount, canSend } of roomDtos) {
      expect(canSend).toBe(true);
      const { messages } = await get(`/api/mail/messages/${roomId}?size=50`);
      const { rows } = await t.db.execute<{ read_id: number }>(
        sql`select read_id from chat_room_members where room_id = ${roomId} and member_id = ${me.id}`,
      );
      const unread = messages.filter(
        ({ id, senderId }: { id: number; senderId: number }) =>
          id > Number(rows[0]?.read_id) && senderId !== me.id,
      );
      expect(unread).toHaveLength(newMailCount);
    }
  });
});

describe('demo inquiries', () => {
  const work = async (username: string) => {
    const { json } = await t.call('GET', '/api/admin/work', { as: await signIn(username) });
    return Object.fromEntries(
      json.items.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    );
  };

  it('give staff every kind of work', async () => {
    expect(await work('admin01')).toMatchObject({
      REPORTS: 2,
      // One question and two objections.
      INQUIRIES: 3,
      ROLE_REQUESTS: 1,
      REVEALS: 1,
    });
    expect(await work('manager01')).toEqual({ REPORTS: 2, PETITIONS: 2, BOOKINGS: 1 });
  });

  it('include a post that reports have hidden, which staff can show again', async () => {
    const as = await signIn('manager01');
    const { json } = await t.call('GET', '/api/admin/reports', { as });
    const hidden = json.reports.find(
      ({ target }: { target: { blinded: boolean } }) => target.blinded,
    );
    expect(hidden.openReports).toBe(5);
    const url = `/api/post/${hidden.target.id}`;
    const titleFor = async (username: string) =>
      (await t.call('GET', url, { as: await signIn(username) })).json.dto.title;
    expect(await titleFor('20250001')).toBe('블라인드 처리된 글입니다.');
    expect(await titleFor('manager01')).toContain('과제');
    const decided = await t.call('POST', `/api/admin/reports/${hidden.inquiryId}/decide`, {
      as,
      body: { decision: 'KEEP', reason: '확인' },
    });
    expect(decided.json.closed).toBe(5);
    expect(await titleFor('20250001')).toContain('과제');
  });
});
