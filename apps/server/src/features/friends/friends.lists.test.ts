import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  befriend,
  changePerson,
  createBlock,
  createRequest,
} from '../../testing/factories/friends.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let me: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  [me, other] = [await t.signIn('STUDENT'), await t.signIn('PROFESSOR')];
});
afterAll(() => t.close());

const search = (nickname: string, as = me) =>
  t.call('GET', `/api/friend/search?nickname=${encodeURIComponent(nickname)}`, { as });
const found = async (nickname: string, as = me) =>
  (await search(nickname, as)).json.members.map(({ id }: { id: number }) => id);

describe('GET /friend/search', () => {
  it('refuses a caller without a token, and an empty or endless nickname', async () => {
    expect((await t.call('GET', '/api/friend/search?nickname=a')).status).toBe(401);
    for (const nickname of ['', '  ', '\n']) {
      const { status, json } = await search(nickname);
      expect([status, json.message]).toEqual([400, '닉네임을 입력해주세요.']);
    }
    expect((await search('가'.repeat(101))).status).toBe(400);
    expect((await t.call('GET', '/api/friend/search', { as: me })).status).toBe(400);
  });

  it('returns no student number, real name or e-mail address [PRIV-03, PRIV-05, API-09]', async () => {
    await changePerson(t.db, other, { emailPublic: true });
    expect((await search(other.nickname)).json).toEqual({
      members: [
        {
          id: other.id,
          nickname: other.nickname,
          nickName: other.nickname,
          profileThumbnails: null,
          roles: ['USER', 'PROFESSOR'],
          friendStatus: 'none',
        },
      ],
    });
  });

  it('finds the exact nickname only, without wildcards [FRIEND-01]', async () => {
    await changePerson(t.db, other, { nickname: 'Buoy부표7' });
    expect(await found('Buoy부표7')).toEqual([other.id]);
    expect(await found(' bUOY부표7 ')).toEqual([other.id]);
    for (const part of ['Buoy', '부표', '%', 'Buoy부표_', "' or 1=1 --", other.username]) {
      expect(await found(part)).toEqual([]);
    }
    await changePerson(t.db, other, { nickname: other.nickname });
  });

  it('finds a decomposed nickname [LIST-23]', async () => {
    expect(await found(other.nickname.normalize('NFD'))).toEqual([other.id]);
  });

  it('never finds oneself, withdrawn, suspended or blocked members, but who blocks one [FRIEND-01, FRIEND-80]', async () => {
    expect(await found(me.nickname)).toEqual([]);
    const now = t.clock.now();
    await changePerson(t.db, other, { suspendedUntil: new Date(now.getTime() + 1000) });
    expect(await found(other.nickname)).toEqual([]);
    await changePerson(t.db, other, { suspendedUntil: now });
    expect(await found(other.nickname)).toEqual([other.id]);
    await createBlock(t.db, other, me);
    expect(await found(other.nickname)).toEqual([other.id]);
    expect(await found(me.nickname, other)).toEqual([]);
    const gone = await t.signIn('STUDENT');
    await changePerson(t.db, gone, { withdrawnAt: now });
    expect(await found(gone.nickname)).toEqual([]);
  });

  it('returns the status between the two members [MEMB-11]', async () => {
    const statusFor = async (as: SignedIn, nickname: string) =>
      (await search(nickname, as)).json.members[0].friendStatus;
    await createRequest(t.db, me, other);
    expect(await statusFor(me, other.nickname)).toBe('sent');
    expect(await statusFor(other, me.nickname)).toBe('received');
    await t.call('POST', '/api/friend/accept-friend', { as: other, body: { idToAccept: me.id } });
    expect(await statusFor(me, other.nickname)).toBe('friend');
  });
});

describe('GET /friend/my-friends and /friend/request-friend-list', () => {
  it('return the own lists, whatever id the request names [ROLE-23]', async () => {
    const third = await t.signIn('STUDENT');
    await befriend(t.db, me, other);
    await createRequest(t.db, third, me);
    await createRequest(t.db, other, third);
    const query = `?userId=${third.id}&memberId=${third.id}&id=${third.id}&username=${third.username}`;
    const friends = await t.call('GET', `/api/friend/my-friends${query}`, { as: me });
    expect(friends.json).toEqual({
      acceptMemberDtoList: [
        {
          id: other.id,
          nickname: other.nickname,
          nickName: other.nickname,
          profileThumbnails: null,
          roles: ['USER', 'PROFESSOR'],
        },
      ],
    });
    const requests = await t.call('GET', `/api/friend/request-friend-list${query}`, { as: me });
    expect(requests.json.requestMemberList.map(({ id }: { id: number }) => id)).toEqual([third.id]);
    const card = await t.call('GET', '/api/member/me', { as: me });
    expect(card.json.meDto.friendRequestCount).toBe(1);
  });

  it('sort friends by the Korean alphabet and requests by time, without withdrawn members', async () => {
    const names = ['하늘', '가람', 'zeta', '나루'];
    const people = await Promise.all(names.map(() => t.signIn('STUDENT')));
    for (const [n, person] of people.entries()) {
      await changePerson(t.db, person, { nickname: `${names[n]}${n}` });
      await befriend(t.db, person, me);
      const asker = await t.signIn('STUDENT');
      t.clock.advance(60);
      await t.call('POST', '/api/friend/add-friend', { as: asker, body: { id: other.id } });
    }
    const list = async () =>
      (await t.call('GET', '/api/friend/my-friends', { as: me })).json.acceptMemberDtoList.map(
        ({ nickname }: { nickname: string }) => nickname,
      );
    expect(await list()).toEqual(['가람1', '나루3', '하늘0', 'zeta2']);
    await changePerson(t.db, people[1] as SignedIn, { withdrawnAt: t.clock.now() });
    expect(await list()).toEqual(['나루3', '하늘0', 'zeta2']);
    const { json } = await t.call('GET', '/api/friend/request-friend-list', { as: other });
    const ids: number[] = json.requestMemberList.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(ids).toHaveLength(4);
  });
});
