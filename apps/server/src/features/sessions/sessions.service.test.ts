import { randomUUID } from 'node:crypto';
import type { Role } from '@naru/contract/roles';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { sha256 } from '../../platform/secrets.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { changeMember } from '../../testing/factories/comments.ts';
import { askOfStaff } from '../../testing/factories/second-factors.ts';
import { changeSession, deleteSession, readSessions } from '../../testing/factories/sessions.ts';
import { actorOf } from '../../testing/refusal.ts';
import {
  createMemberWith,
  createSessions,
  hashOf,
  refusalOf,
  SECRETS,
  visit,
} from './sessions.fixture.ts';
import { createAccessTokens } from './tokens.ts';

const DAY = 86_400;

let t: TestDatabase;
let s: ReturnType<typeof createSessions>;
beforeAll(async () => {
  t = await createTestDatabase(inject('adminUrl'));
});
beforeEach(() => {
  s = createSessions(t.db);
});
afterAll(() => t.drop());

const open = (member: { id: number }, values: { device?: string; userAgent?: string } = {}) =>
  s.service.open(t.db, {
    ...{ memberId: member.id, passwordHash: hashOf(), device: 'phone', userAgent: '' },
    ...values,
  });

/** Opens sessions one second after the other; returns their actors, oldest first. */
async function openTimes(member: { id: number }, times: number): Promise<Actor[]> {
  for (let n = 0; n < times; n += 1) {
    s.clock.advance(1);
    await open(member, { device: `device ${n}`, userAgent: `browser ${n}` });
  }
  const rows = await readSessions(t, member);
  return rows.map(({ id }) => ({ ...actorOf(member.id), sessionId: id }));
}
const change = ({ id }: { id: number }, values: Parameters<typeof changeMember>[2]) =>
  changeMember(t, id, values);
const revoked = async (member: { id: number }) =>
  (await readSessions(t, member)).map(({ revokedAt }) => revokedAt !== null);

describe('a new session', () => {
  it('lasts 14 idle days and 30 in all, and stores no more of a browser than it may', async () => {
    const member = await createMemberWith(t.db);
    const tokens = await open(member, { userAgent: `(${'x'.repeat(300)}` });
    const now = s.clock.now();
    expect(await readSessions(t, member)).toMatchObject([
      {
        deviceHash: sha256('phone'),
        refreshHash: sha256(tokens?.refreshToken ?? ''),
        userAgent: `(${'x'.repeat(299)}`,
        createdAt: now,
        lastUsedAt: now,
        expiresAt: addSeconds(now, 14 * DAY),
        endsAt: addSeconds(now, 30 * DAY),
        revokedAt: null,
      },
    ]);
    expect(tokens?.refreshToken.split('.')[1]).toBe(String(now.getTime() / 1000 + 14 * DAY));
  });

  it('is not opened once the password changed or the member may not log in', async () => {
    const member = await createMemberWith(t.db, { passwordHash: hashOf('another one') });
    expect(await open(member)).toBeNull();
    await change(member, { passwordHash: hashOf(), suspendedUntil: addSeconds(s.clock.now(), 1) });
    expect(await open(member)).toBeNull();
    await change(member, { suspendedUntil: null, withdrawnAt: s.clock.now() });
    expect(await open(member)).toBeNull();
    expect(await readSessions(t, member)).toEqual([]);
    await change(member, { suspendedUntil: s.clock.now(), withdrawnAt: null });
    expect(await open(member)).not.toBeNull();
  });

  it('ends the oldest beyond ten [SESS-17]', async () => {
    const [member, other] = [await createMemberWith(t.db), await createMemberWith(t.db)];
    await openTimes(other, 1);
    await openTimes(member, 10);
    expect(await revoked(member)).toEqual(Array(10).fill(false));
    await openTimes(member, 1);
    expect(await revoked(member)).toEqual([true, ...Array(10).fill(false)]);
    expect(await revoked(other)).toEqual([false]);
  });
});

describe('authenticate', () => {
  async function signIn(role?: Role) {
    const member = await createMemberWith(t.db, {}, role);
    const { accessToken = '' } = (await open(member)) ?? {};
    const [session] = await readSessions(t, member);
    const id = session?.id ?? '';
    const check = (allowExpired?: boolean) =>
      refusalOf(
        s.service.authenticate(
          accessToken,
          allowExpired === undefined ? undefined : { allowExpired },
        ),
      );
    return { member, accessToken, id, check };
  }

  it('returns the member with its session, roles and what its pages need', async () => {
    const { member, accessToken, id } = await signIn();
    await change(member, { studyYear: 3, studyYearOf: 2026 });
    const actor = await s.service.authenticate(accessToken);
    expect(actor).toMatchObject({ memberId: member.id, sessionId: id, isHeldBack: false });
    expect([...actor.roles].sort()).toEqual(['STUDENT', 'USER']);
    expect(actor.reader).toMatchObject({
      blocked: null,
      marked: null,
      studyYear: 3,
      studyYearOf: 2026,
    });
  });

  it('takes roles back while staff lacks its second factor', async () => {
    const { accessToken } = await signIn('ADMIN');
    await askOfStaff(t);
    const actor = await s.service.authenticate(accessToken);
    expect(actor.isHeldBack).toBe(true);
    expect(actor.roles).not.toContain('ADMIN');
    const live = await s.service.findLive([actor.sessionId]);
    expect(live.get(actor.sessionId)).not.toContain('ADMIN');
    await askOfStaff(t, false);
    expect((await s.service.authenticate(accessToken)).roles).toContain('ADMIN');
  });

  it('refuses members who withdrew or are suspended, also where expired tokens will do', async () => {
    const { member, check } = await signIn();
    const now = s.clock.now();
    const states = [
      { withdrawnAt: now },
      { withdrawnAt: null, suspendedUntil: addSeconds(now, 1) },
      { suspendedUntil: now },
    ];
    const found: unknown[] = [];
    for (const state of states) {
      await change(member, state);
      found.push([await check(), await check(true)]);
    }
    const refused = ['TOKEN_INVALID', 'TOKEN_INVALID'];
    expect(found).toEqual([refused, refused, [null, null]]);
  });

  it('refuses sessions that ended, unless expired tokens will do', async () => {
    const { id, check } = await signIn();
    const now = s.clock.now();
    const states = [
      { revokedAt: now },
      { revokedAt: null, endsAt: now },
      { endsAt: addSeconds(now, 1) },
    ];
    const found: unknown[] = [];
    for (const state of states) {
      await changeSession(t, id, state);
      found.push([await check(), await check(false), await check(true)]);
    }
    const refused = ['TOKEN_INVALID', 'TOKEN_INVALID', null];
    expect(found).toEqual([refused, refused, [null, null, null]]);
  });

  it('refuses tokens of what is no session', async () => {
    const { member } = await signIn();
    const tokens = createAccessTokens(SECRETS, s.clock);
    for (const sessionId of ['s', '']) {
      const token = tokens.sign({ memberId: member.id, sessionId });
      expect(await refusalOf(s.service.authenticate(token))).toBe('TOKEN_INVALID');
    }
  });

  it('refuses tokens of sessions that are gone or of somebody else', async () => {
    const { id, check } = await signIn();
    const other = await createMemberWith(t.db);
    await changeSession(t, id, { memberId: other.id });
    expect([await check(), await check(true)]).toEqual(['TOKEN_INVALID', 'TOKEN_INVALID']);
    await deleteSession(t, id);
    expect([await check(), await check(true)]).toEqual(['TOKEN_INVALID', 'TOKEN_INVALID']);
  });
});

describe('the sessions of a member', () => {
  it('are listed with the current one first, then by last use, without those that ended', async () => {
    const member = await createMemberWith(t.db);
    const actors = await openTimes(member, 5);
    const [first, , revokedOne, expired, ended] = actors as [Actor, Actor, Actor, Actor, Actor];
    const now = s.clock.now();
    await changeSession(t, revokedOne.sessionId, { revokedAt: now });
    await changeSession(t, expired.sessionId, { expiresAt: now });
    await changeSession(t, ended.sessionId, { endsAt: now });
    const [newest] = (await openTimes(member, 1)).slice(-1) as [Actor];
    const list = async (actor: Actor) =>
      (await s.service.listOwn(actor)).map(({ userAgent, current }) => [userAgent, current]);
    expect(await list(first)).toEqual([
      ['browser 0', true],
      ['browser 0', false],
      ['browser 1', false],
    ]);
    expect(await list(newest)).toEqual([
      ['browser 0', true],
      ['browser 1', false],
      ['browser 0', false],
    ]);
    expect((await s.service.listOwn(newest)).map(({ id }) => id)[0]).toBe(newest.sessionId);
  });

  it('are ended one by one, by their member alone and once', async () => {
    const [member, stranger] = [await createMemberWith(t.db), await createMemberWith(t.db)];
    const [own, other] = (await openTimes(member, 2)) as [Actor, Actor];
    const [foreign] = (await openTimes(stranger, 1)) as [Actor];
    const end = (id: string) => refusalOf(s.service.endOwn(own, id));
    const wrong = [
      foreign.sessionId,
      randomUUID(),
      'x',
      `${other.sessionId}0`,
      `0${other.sessionId}`,
    ];
    for (const id of wrong) expect(await end(id)).toBe('SESSION_NOT_FOUND');
    expect(s.sent.events).toEqual([]);
    expect(await end(other.sessionId)).toBeNull();
    expect(s.sent.events).toEqual([['access-changed', { memberId: member.id }]]);
    expect(await end(other.sessionId)).toBe('SESSION_NOT_FOUND');
    expect(await revoked(member)).toEqual([false, true]);
    expect(await revoked(stranger)).toEqual([false]);
    await changeSession(t, own.sessionId, { expiresAt: s.clock.now() });
    expect(await end(own.sessionId)).toBe('SESSION_NOT_FOUND');
  });

  it('end with a logout, which open pages notice', async () => {
    const member = await createMemberWith(t.db);
    const [own] = (await openTimes(member, 2)) as [Actor];
    await s.service.end(own);
    await s.service.end(own);
    expect(await revoked(member)).toEqual([true, false]);
    expect(s.sent.events).toEqual(Array(2).fill(['access-changed', { memberId: member.id }]));
  });

  it('end all but the own one, or all', async () => {
    const [member, stranger] = [await createMemberWith(t.db), await createMemberWith(t.db)];
    const actors = await openTimes(member, 5);
    await openTimes(stranger, 1);
    const [own, expired, ended] = actors as [Actor, Actor, Actor];
    await changeSession(t, expired.sessionId, { expiresAt: s.clock.now() });
    await s.service.endOwn(own, ended.sessionId);
    expect(await s.service.endOthers(t.db, own)).toBe(2);
    expect(await revoked(member)).toEqual([false, true, true, true, true]);
    await s.service.endAll(t.db, member.id);
    expect(await revoked(member)).toEqual([true, true, true, true, true]);
    expect(await revoked(stranger)).toEqual([false]);
  });

  it('are live until they end or their member may not act', async () => {
    const member = await createMemberWith(t.db);
    const [live, ended] = (await openTimes(member, 2)) as [Actor, Actor];
    await s.service.end(ended);
    const ids = [live.sessionId, ended.sessionId];
    const found = await s.service.findLive(ids);
    expect([...found.keys()]).toEqual([live.sessionId]);
    expect([...(found.get(live.sessionId) ?? [])].sort()).toEqual(['STUDENT', 'USER']);
    await change(member, { suspendedUntil: addSeconds(s.clock.now(), 1) });
    expect([...(await s.service.findLive(ids)).keys()]).toEqual([]);
  });

  it('name their owner until they end or the owner withdrew', async () => {
    const member = await createMemberWith(t.db);
    const [own] = (await openTimes(member, 1)) as [Actor];
    expect(await s.service.getOwner(own)).toMatchObject({
      ...{ id: member.id, passwordHash: hashOf(), deviceHash: sha256('device 0') },
    });
    await change(member, { withdrawnAt: s.clock.now() });
    expect(await refusalOf(s.service.getOwner(own))).toBe('TOKEN_INVALID');
    await change(member, { withdrawnAt: null });
    await s.service.end(own);
    expect(await refusalOf(s.service.getOwner(own))).toBe('TOKEN_INVALID');
  });
});

describe('the service of sessions', () => {
  it('has a cookie for 400 days', () => {
    expect(s.service.cookie).toMatchObject({
      name: '__Host-naru_device',
      options: { maxAge: 400 * DAY },
    });
  });

  it('returns the hash of who may log in', async () => {
    const member = await createMemberWith(t.db);
    expect(await s.service.lockMember(t.db, member.id)).toBe(hashOf());
    await change(member, { suspendedUntil: addSeconds(s.clock.now(), 1) });
    expect(await s.service.lockMember(t.db, member.id)).toBeNull();
    s.clock.advance(1);
    expect(await s.service.lockMember(t.db, member.id)).toBe(hashOf());
  });

  it('deletes the failures with an old password', async () => {
    const { username } = await createMemberWith(t.db);
    const wrong = { ...visit(), username, password: 'wrong' };
    for (let n = 0; n < 5; n += 1) await refusalOf(s.service.login(wrong));
    expect(await refusalOf(s.service.login(wrong))).toBe('LOGIN_THROTTLED 1');
    await s.service.clearFailures(t.db, username);
    expect(await refusalOf(s.service.login(wrong))).toBe('LOGIN_FAILED');
    await t.db.execute(sql`delete from throttles`);
  });
});
