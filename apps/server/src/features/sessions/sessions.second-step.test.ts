import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { createSeal } from '../../platform/seal.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { changeMember } from '../../testing/factories/comments.ts';
import { storePasskey, turnOnSecondFactor } from '../../testing/factories/second-factors.ts';
import { readSessions } from '../../testing/factories/sessions.ts';
import { readValue } from '../../testing/visitor.ts';
import {
  createMemberWith,
  createSessions,
  hashOf,
  PASSWORD,
  refusalOf,
  visit,
} from './sessions.fixture.ts';
import type { SecondStepRow } from './sessions.login.repo.ts';

const MINUTE = 60;

let t: TestDatabase;
let s: ReturnType<typeof createSessions>;
beforeAll(async () => {
  t = await createTestDatabase(inject('adminUrl'));
});
beforeEach(() => {
  s = createSessions(t.db);
});
afterAll(() => t.drop());

const place = () => ({ db: t.db, clock: s.clock, seal: createSeal(Buffer.alloc(64)) });
async function createGuarded() {
  const member = await createMemberWith(t.db);
  await turnOnSecondFactor(place(), member.id);
  return member;
}

/** The refusal that asks for the second step. */
async function ask(username: string): Promise<{ token: string; hasPasskey: boolean }> {
  const refusal = await s.service
    .login({ ...visit(), username, password: PASSWORD })
    .catch((e) => e);
  expect(refusal).toMatchObject({ code: 'SECOND_STEP_REQUIRED' });
  return refusal.secondStep;
}

const accept = async () => null;
const finish = (token: string, values = {}, check: () => Promise<AppError | null> = accept) =>
  refusalOf(s.service.secondStep.finish(token, visit(values), check));
const change = ({ id }: { id: number }, values: Parameters<typeof changeMember>[2]) =>
  changeMember(t, id, values);

describe('the second step of a login', () => {
  it('is asked after the password, of a member with or without a passkey', async () => {
    const member = await createGuarded();
    const { token, hasPasskey } = await ask(member.username);
    expect(hasPasskey).toBe(false);
    expect(s.service.secondStep.memberOf(token)).toBe(member.id);
    expect(s.sent.log).toEqual([{ event: 'second step asked', memberId: member.id }]);
    await storePasskey(place(), member.id);
    expect((await ask(member.username)).hasPasskey).toBe(true);
  });

  it('opens a session on the device, which the log and open pages learn', async () => {
    const member = await createGuarded();
    const { token } = await ask(member.username);
    const result = await s.service.secondStep.finish(token, visit(), accept);
    expect(await s.service.authenticate(result.tokens.accessToken)).toMatchObject({
      memberId: member.id,
    });
    expect(s.sent.log.slice(1)).toEqual([{ event: 'login ok', memberId: member.id }]);
    expect(s.sent.events).toEqual([['access-changed', { memberId: member.id }]]);
    const again = await ask(member.username);
    const seen: SecondStepRow[] = [];
    const known = await s.service.secondStep.finish(
      again.token,
      visit({ device: result.device }),
      async (_tx, row) => {
        seen.push(row);
        return null;
      },
    );
    expect(known.device).toBe(result.device);
    expect(seen).toMatchObject([{ id: member.id, isKnownDevice: true, hasPassedFactor: true }]);
    expect(s.sent.notices).toEqual([]);
  });

  it('knows of no device without a cookie, nor of one from before the factor', async () => {
    const member = await createMemberWith(t.db);
    for (const device of ['phone', 'x']) {
      const start = { memberId: member.id, passwordHash: hashOf(), device, userAgent: '' };
      await s.service.open(t.db, start);
    }
    s.clock.advance(1);
    await turnOnSecondFactor(place(), member.id);
    const { token } = await ask(member.username);
    const known: unknown[] = [];
    for (const device of ['phone', null]) {
      await s.service.secondStep.finish(token, visit({ device }), async (_tx, row) => {
        known.push([row.isKnownDevice, row.hasPassedFactor]);
        return null;
      });
    }
    expect(known).toEqual([
      [true, false],
      [false, false],
    ]);
  });

  it('opens none when the factor is wrong, and keeps what its check wrote', async () => {
    const member = await createGuarded();
    const { token } = await ask(member.username);
    const work = s.service.secondStep.finish(token, visit(), async (tx) => {
      await tx.execute(sql`update members set nickname = '적어 둠' where id = ${member.id}`);
      return new AppError('CODE_INCORRECT');
    });
    expect(await refusalOf(work)).toBe('CODE_INCORRECT');
    expect(await readSessions(t, member)).toEqual([]);
    expect(s.sent.events).toEqual([]);
    const nickname = await readValue(t, sql`select nickname from members where id = ${member.id}`);
    expect(nickname).toBe('적어 둠');
  });

  it('is open for ten minutes', async () => {
    const member = await createGuarded();
    const { token } = await ask(member.username);
    s.clock.advance(10 * MINUTE - 1);
    expect(s.service.secondStep.memberOf(token)).toBe(member.id);
    s.clock.advance(1);
    expect(() => s.service.secondStep.memberOf(token)).toThrow(new AppError('SECOND_STEP_EXPIRED'));
  });

  it('ends with a new password, a suspension and the account', async () => {
    const member = await createGuarded();
    const { token } = await ask(member.username);
    const checked = async () => {
      throw new Error('checked');
    };
    await change(member, { passwordHash: hashOf('another one') });
    expect(await finish(token, {}, checked)).toBe('SECOND_STEP_EXPIRED');
    await change(member, { passwordHash: hashOf(), suspendedUntil: addSeconds(s.clock.now(), 1) });
    expect(await finish(token, {}, checked)).toBe('ACCOUNT_SUSPENDED');
    await change(member, { suspendedUntil: null, withdrawnAt: s.clock.now() });
    expect(await finish(token, {}, checked)).toBe('SECOND_STEP_EXPIRED');
    await change(member, { withdrawnAt: null, isDemo: true });
    expect(await finish(token, { isLocal: false }, checked)).toBe('DEMO_LOCAL_ONLY');
    expect(await finish(token)).toBeNull();
    expect(s.sent.events).toHaveLength(1);
  });

  it('ends with its member', async () => {
    const token = (await ask((await createGuarded()).username)).token;
    await t.db.execute(sql`delete from members where id = ${s.service.secondStep.memberOf(token)}`);
    expect(await finish(token)).toBe('SECOND_STEP_EXPIRED');
  });

  it('alone needs no password, but an active member', async () => {
    const member = await createGuarded();
    const enter = () => refusalOf(s.service.secondStep.enterAlone(member.id, visit(), accept));
    await change(member, { passwordHash: hashOf('any') });
    expect(await enter()).toBeNull();
    await change(member, { withdrawnAt: s.clock.now() });
    expect(await enter()).toBe('SECOND_STEP_EXPIRED');
  });
});
