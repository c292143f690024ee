import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changePerson, createRequest } from '../../testing/factories/friends.ts';
import { readAudit } from '../../testing/factories/inquiries.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let me: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  [me, other] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
});
afterAll(() => t.close());

const card = (as: SignedIn, id: number | string) =>
  t.call('GET', `/api/member/summary/${id}`, { as });

describe('GET /member/summary/:id', () => {
  it('refuses a caller without a token', async () => {
    expect((await t.call('GET', `/api/member/summary/${other.id}`)).status).toBe(401);
  });

  it.each([
    '0',
    '-1',
    '01',
    '1.5',
    '1e3',
    '%201',
    'abc',
    '9007199254740993',
    '9223372036854775808',
    '1,2',
    '%00',
    '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
    '7'.repeat(500),
  ])('returns 400 for the id %s [API-15]', async (id) => {
    expect((await card(me, id)).status).toBe(400);
  });

  it('records that an ADMIN has seen an address its owner hides, and nothing else [AUDIT-01]', async () => {
    const admin = await t.signIn('ADMIN');
    const entries = async () =>
      (await readAudit(t, other.id)).filter(({ action }) => action === 'member.read-email');
    expect((await card(admin, other.id)).json.email).toBe(other.email);
    expect(await entries()).toEqual([
      expect.objectContaining({ actorId: admin.id, targetType: 'member', targetId: other.id }),
    ]);
    expect((await card(me, other.id)).json.email).toBeNull();
    await card(admin, admin.id);
    await changePerson(t.db, other, { emailPublic: true });
    expect((await card(admin, other.id)).json.email).toBe(other.email);
    expect(await entries()).toHaveLength(1);
    expect(JSON.stringify(await readAudit(t, other.id))).not.toContain(other.email);
  });

  it('does not reveal that a member is suspended [MEMB-18]', async () => {
    const before = await card(me, other.id);
    await changePerson(t.db, other, { suspendedUntil: new Date('2999-01-01') });
    expect((await card(me, other.id)).text).toBe(before.text);
  });

  it('returns 404 for missing and withdrawn members alike [MEMB-18]', async () => {
    await changePerson(t.db, other, { withdrawnAt: t.clock.now() });
    for (const id of [other.id, 2 ** 31, 9_007_199_254_740_991]) {
      const { status, json, text } = await card(me, id);
      expect([status, json.error]).toEqual([404, 'MEMBER_UNKNOWN']);
      expect(text).not.toContain(other.nickname);
    }
  });

  it('returns exactly the card, without student number and real name [PRIV-03, API-09]', async () => {
    await changePerson(t.db, other, { intro: '바다를 봅니다', profileImageUrl: '/files/a.webp' });
    const { status, json, text } = await card(me, other.id);
    expect(status).toBe(200);
    expect(json).toEqual({
      id: other.id,
      nickname: other.nickname,
      nickName: other.nickname,
      email: null,
      roles: ['USER', 'STUDENT'],
      intro: '바다를 봅니다',
      profileThumbnails: '/files/a.webp',
      isFriend: false,
      friendStatus: 'none',
      isMe: false,
      isBlocked: false,
    });
    for (const secret of [other.username, other.name, other.email]) {
      expect(text).not.toContain(secret);
    }
  });

  it('shows a public address, and a private one to its owner and to ADMIN [MEMB-10]', async () => {
    expect((await card(me, me.id)).json).toMatchObject({ email: me.email, isMe: true });
    expect((await card(await t.signIn('MANAGER'), other.id)).json.email).toBeNull();
    expect((await card(await t.signIn('ADMIN'), other.id)).json.email).toBe(other.email);
    await changePerson(t.db, other, { emailPublic: true });
    expect((await card(me, other.id)).json.email).toBe(other.email);
  });

  it('returns the status between the two members [MEMB-11]', async () => {
    await createRequest(t.db, me, other);
    expect((await card(me, other.id)).json).toMatchObject({
      friendStatus: 'sent',
      isFriend: false,
    });
    expect((await card(other, me.id)).json.friendStatus).toBe('received');
    await t.call('POST', '/api/friend/accept-friend', { as: other, body: { idToAccept: me.id } });
    expect((await card(me, other.id)).json).toMatchObject({
      friendStatus: 'friend',
      isFriend: true,
    });
  });

  it('returns 429 for the 301st member in an hour and logs it [PRIV-16]', async () => {
    for (const id of [1_000_001, 1_000_002]) expect((await card(me, id)).status).toBe(404);
    const counted = await t.db.execute(
      sql`update throttles set count = 299 where key = ${`cards:${me.id}`} and count = 2`,
    );
    expect(counted.rowCount).toBe(1);
    for (const id of [1_000_003, 1_000_001]) expect((await card(me, id)).status).toBe(404);
    expect((await card(me, me.id)).status).toBe(200);
    const { status, json, headers } = await card(me, other.id);
    expect([status, json.error]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const events = t.logs
      .map((line) => JSON.parse(line))
      .filter((line) => line.event !== undefined);
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'cards throttled', memberId: me.id, msg: 'security event' }),
    );
    expect((await card(other, me.id)).status).toBe(200);
    t.clock.advance(60 * 60);
    me = await t.signInAs(me);
    expect((await card(me, other.id)).status).toBe(200);
  });
});
