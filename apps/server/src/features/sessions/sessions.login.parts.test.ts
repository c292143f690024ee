import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createSeal } from '../../platform/seal.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createWaiting } from '../../testing/factories/roster.ts';
import { turnOnSecondFactor } from '../../testing/factories/second-factors.ts';
import { readSessions } from '../../testing/factories/sessions.ts';
import { readValue } from '../../testing/visitor.ts';
import {
  createMemberWith,
  createSessions,
  hashOf,
  oldHashOf,
  PASSWORD,
  refusalOf,
  visit,
} from './sessions.fixture.ts';

const MINUTE = 60;

let t: TestDatabase;
let s: ReturnType<typeof createSessions>;
beforeAll(async () => {
  t = await createTestDatabase(inject('adminUrl'));
});
beforeEach(async () => {
  await t.db.execute(sql`delete from throttles`);
  s = createSessions(t.db);
});
afterAll(() => t.drop());

type Guess = Partial<Parameters<typeof s.service.login>[0]>;
const logIn = (username: string, values: Guess = {}) =>
  s.service.login({ ...visit(), username, password: PASSWORD, ...values });
const tryLogin = (username: string, values: Guess = {}) => refusalOf(logIn(username, values));
async function failTimes(username: string, times: number, values: Guess = {}) {
  for (let n = 0; n < times; n += 1) {
    expect(await tryLogin(username, { password: 'wrong', ...values })).toBe('LOGIN_FAILED');
  }
}
describe('a login', () => {
  it('is in the log and on the open pages of the member, a failed one in the log alone', async () => {
    const { id, username } = await createMemberWith(t.db);
    await failTimes(username, 1);
    await failTimes('nobody', 1);
    expect(s.sent).toMatchObject({
      log: [{ event: 'login failed', memberId: id }, { event: 'login failed' }],
      events: [],
    });
    expect(s.sent.log[1]).not.toHaveProperty('memberId', id);
    await logIn(username);
    expect(s.sent.log.slice(2)).toEqual([{ event: 'login ok', memberId: id }]);
    expect(s.sent.events).toEqual([['access-changed', { memberId: id }]]);
  });

  it('compares with no hash for an unknown id and a withdrawn member [AUTH-14]', async () => {
    const { username } = await createMemberWith(t.db, { withdrawnAt: s.clock.now() });
    expect(await tryLogin(username, { device: 'phone' })).toBe('LOGIN_FAILED');
    expect(await tryLogin('nobody', { device: 'phone' })).toBe('LOGIN_FAILED');
    expect(s.verified).toEqual([null, null]);
  });

  it('says after the right password alone that a sign-up waits, and leaves its hash as it is', async () => {
    const waiting = { username: 'waiting1', passwordHash: oldHashOf() };
    await createWaiting({ db: t.db, clock: s.clock }, waiting);
    await failTimes('waiting1', 1);
    expect(await tryLogin('waiting1')).toBe('SIGN_UP_WAITING');
    expect(s.verified).toEqual([oldHashOf(), oldHashOf()]);
    expect(s.work.hashed).toBe(0);
  });

  it('is refused to suspended members, and continues with the second factor', async () => {
    const suspended = await createMemberWith(t.db, { suspendedUntil: new Date('2100-01-01') });
    expect(await tryLogin(suspended.username)).toBe('ACCOUNT_SUSPENDED');
    const member = await createMemberWith(t.db);
    const seal = createSeal(Buffer.alloc(64));
    await turnOnSecondFactor({ db: t.db, clock: s.clock, seal }, member.id);
    expect(await tryLogin(member.username)).toBe('SECOND_STEP_REQUIRED');
    expect(await readSessions(t, member)).toEqual([]);
    expect(s.sent.events).toEqual([]);
  });

  it('hashes a password anew when its parameters are old', async () => {
    const [old, current] = [
      await createMemberWith(t.db, { passwordHash: oldHashOf() }),
      await createMemberWith(t.db),
    ];
    for (const { id, username } of [old, current]) {
      await logIn(username);
      const stored = sql`select password_hash from members where id = ${id}`;
      expect(await readValue(t, stored)).toBe(hashOf());
    }
    expect(s.work.hashed).toBe(1);
  });

  it('is tried twice when the member changes during it', async () => {
    const { username } = await createMemberWith(t.db);
    let opened = 0;
    s.service.open = async () => {
      opened += 1;
      if (opened > 2) throw new Error('tried again');
      return null;
    };
    expect(await tryLogin(username)).toBe('LOGIN_FAILED');
    expect(opened).toBe(2);
    expect(s.sent.log).toEqual([{ event: 'login failed' }]);
    expect(s.sent.events).toEqual([]);
  });
});

describe('the device of a login', () => {
  const newDevice = (id: number) => ({ kind: 'newDevice', to: [id] });

  it('keeps its cookie once it is known, and gets one of its own before', async () => {
    const { id, username } = await createMemberWith(t.db);
    const { device } = await logIn(username, { device: 'of somebody else' });
    expect(device).toMatch(/^[\w-]{43}$/);
    expect(s.sent.notices).toEqual([]);
    expect((await logIn(username, { device })).device).toBe(device);
    expect(s.sent.notices).toEqual([]);
    expect((await logIn(username)).device).not.toBe(device);
    expect(s.sent.notices).toEqual([newDevice(id)]);
  });

  it('is unknown without a cookie', async () => {
    const { id, username } = await createMemberWith(t.db);
    const start = { memberId: id, passwordHash: hashOf(), device: 'x', userAgent: '' };
    await s.service.open(t.db, start);
    await logIn(username);
    expect(s.sent.notices).toEqual([newDevice(id)]);
  });
});

describe('failed logins', () => {
  it('make an account wait 1, 2, 4 ... 900 seconds, and take no turn meanwhile [AUTH-16]', async () => {
    const { username } = await createMemberWith(t.db);
    await failTimes(username, 5);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      const { turns } = s.work;
      expect(await tryLogin(username)).toBe(`LOGIN_THROTTLED ${seconds}`);
      expect(s.work.turns).toBe(turns);
      s.clock.advance(seconds);
      await failTimes(username, 1);
    }
    await expect(logIn(username)).rejects.toThrow(
      '로그인 시도가 너무 많습니다. 15분 후 다시 시도해 주세요.',
    );
  });

  it('are deleted after a right password, and an hour after the last one', async () => {
    const { username } = await createMemberWith(t.db);
    await failTimes(username, 4);
    await logIn(username);
    await failTimes(username, 4);
    s.clock.advance(60 * MINUTE);
    await failTimes(username, 4);
    s.clock.advance(60 * MINUTE - 1);
    await failTimes(username, 1);
    expect(await tryLogin(username)).toBe('LOGIN_THROTTLED 1');
  });

  it('are counted for each account by itself, known or not', async () => {
    const [one, other] = [await createMemberWith(t.db), await createMemberWith(t.db)];
    await failTimes(one.username, 5);
    await failTimes('nobody', 5);
    expect(await tryLogin('nobody')).toBe('LOGIN_THROTTLED 1');
    expect(await tryLogin('somebody')).toBe('LOGIN_FAILED');
    expect(await tryLogin(other.username)).toBeNull();
    expect(await tryLogin(one.username)).toBe('LOGIN_THROTTLED 1');
  });

  it('gain nothing by being sent at once', async () => {
    const { username } = await createMemberWith(t.db);
    const guesses = Array.from({ length: 8 }, () => tryLogin(username, { password: 'wrong' }));
    expect((await Promise.all(guesses)).sort()).toEqual([
      ...Array(5).fill('LOGIN_FAILED'),
      ...Array(3).fill('LOGIN_THROTTLED 1'),
    ]);
  });

  it('on a known device are counted apart, up to a minute [AUTH-18]', async () => {
    const { username } = await createMemberWith(t.db);
    const { device } = await logIn(username);
    const wrong = { device, password: 'wrong' };
    await failTimes(username, 5, wrong);
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await tryLogin(username, wrong)).toBe(`LOGIN_THROTTLED ${seconds}`);
      s.clock.advance(seconds);
      await failTimes(username, 1, wrong);
    }
    expect(await tryLogin(username)).toBeNull();
    expect(await tryLogin(username, { device })).toBe('LOGIN_THROTTLED 60');
  });

  const count = (value: number) =>
    t.db.execute(sql`update throttles set count = ${value} where key like 'login from %'`);

  it('make an address wait after 300 of them in ten minutes, but no known device [AUTH-17]', async () => {
    const { username } = await createMemberWith(t.db);
    const { device } = await logIn(username);
    await failTimes('stranger', 1);
    await count(299);
    expect(await tryLogin(username)).toBeNull();
    await failTimes(username, 1, { device });
    await failTimes('stranger', 1);
    expect(await tryLogin(username)).toBe('LOGIN_THROTTLED 600');
    expect(await tryLogin(username, { address: '192.0.2.2' })).toBeNull();
    expect(await tryLogin(username, { device })).toBeNull();
    s.clock.advance(10 * MINUTE);
    expect(await tryLogin(username)).toBeNull();
  });

  it('make an account wait for itself at an address that waits, too', async () => {
    const { username } = await createMemberWith(t.db);
    await failTimes(username, 5);
    await count(300);
    expect(await tryLogin(username)).toBe('LOGIN_THROTTLED 1');
  });

  it('on a known device do not count for its address', async () => {
    const { username } = await createMemberWith(t.db);
    const { device } = await logIn(username);
    await failTimes(username, 1, { device });
    const { rows } = await t.db.execute(
      sql`select key from throttles where key like 'login from %'`,
    );
    expect(rows).toEqual([]);
  });
});
