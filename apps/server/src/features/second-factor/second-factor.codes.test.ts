import { sql } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createThrottle, type Throttle } from '../../domain/throttle/throttle.ts';
import { createSeal } from '../../platform/seal.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createMember, type TestMember } from '../../testing/factories/members.ts';
import { totpCode, turnOnSecondFactor } from '../../testing/factories/second-factors.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { wrongCode } from '../../testing/visitor.ts';
import { type CodeDeps, createCodeCheck, type Guesser } from './second-factor.codes.ts';
import { findFactor } from './second-factor.repo.ts';
import { findStep, keyUri, newSecret } from './totp.ts';

describe('codes', () => {
  const seal = createSeal(Buffer.alloc(64, 1));
  const PHONE: Guesser = { device: Buffer.from('phone'), address: null };
  const LAPTOP: Guesser = { device: Buffer.from('laptop'), address: null };
  const from = (address: string): Guesser => ({ device: null, address });
  const STRANGER = from('192.0.2.1');
  interface Owner extends TestMember {
    secret: string;
    recoveryCode: string;
  }
  let database: TestDatabase;
  let clock: TestClock;
  let throttle: Throttle;
  let codes: ReturnType<typeof createCodeCheck>;
  let events: object[];
  let mails: unknown[];
  beforeAll(async () => {
    database = await createTestDatabase(inject('adminUrl'));
  });
  beforeEach(async () => {
    clock = createTestClock();
    throttle = createThrottle(clock);
    [events, mails] = [[], []];
    const record = (fields: object) => void events.push(fields);
    codes = createCodeCheck({
      clock,
      seal,
      throttle,
      emails: { recoveryCodeUsed: (to: string, left: number) => ({ to, left }) },
      emailQueue: { enqueue: async (_tx: unknown, mail: unknown) => void mails.push(mail) },
      log: { info: record, warn: record },
    } as unknown as CodeDeps);
  });
  afterAll(() => database.drop());

  async function createOwner(): Promise<Owner> {
    const { db } = database;
    const member = await createMember(db);
    return { ...member, ...(await turnOnSecondFactor({ db, seal, clock }, member.id)) };
  }
  const check = ({ id }: Owner, guesser: Guesser, code: string) =>
    database.db.transaction(async (tx) => {
      const factor = await findFactor(tx, id);
      if (factor === null) throw new Error('the factor is off');
      return codes.check(tx, factor, { ...guesser, code });
    });
  const enter = (owner: Owner, guesser: Guesser) =>
    check(owner, guesser, totpCode({ clock }, owner.secret));
  /** By a recovery code, as no time makes it right. */
  const fail = (owner: Owner, guesser: Guesser) => check(owner, guesser, 'zzzzzzzzzz');

  async function failFiveTimes(owner: Owner, guesser: Guesser) {
    for (let n = 0; n < 5; n += 1) await fail(owner, guesser);
  }

  describe('a wrong code', () => {
    it('is refused at its field, and reported', async () => {
      const owner = await createOwner();
      const wrong = wrongCode(totpCode({ clock }, owner.secret));
      expect(await check(owner, STRANGER, wrong)).toMatchObject({
        code: 'CODE_INCORRECT',
        errors: [{ field: 'code', message: '인증 코드가 올바르지 않거나 이미 사용한 코드입니다.' }],
      });
      expect(events).toEqual([{ event: 'second step failed', memberId: owner.id }]);
    });

    it('is one that was sealed for another member too', async () => {
      const [owner, other] = [await createOwner(), await createOwner()];
      const factor = await findFactor(database.db, other.id);
      const foreign = { ...factor, memberId: owner.id } as NonNullable<typeof factor>;
      const code = totpCode({ clock }, other.secret);
      const refusal = await database.db.transaction((tx) =>
        codes.check(tx, foreign, { ...STRANGER, code }),
      );
      expect(refusal?.code).toBe('CODE_INCORRECT');
    });
  });

  describe('the delay of an account [MFA-06]', () => {
    it('grows from 1 to 900 seconds, and says how long', async () => {
      const owner = await createOwner();
      await failFiveTimes(owner, PHONE);
      const waits: unknown[] = [];
      for (let n = 0; n < 12; n += 1) {
        const refusal = await enter(owner, PHONE);
        waits.push(refusal?.retryAfter);
        clock.advance(refusal?.retryAfter ?? 0);
        await fail(owner, PHONE);
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
      const refusal = await enter(owner, PHONE);
      expect(refusal?.message).toBe('인증 코드를 여러 번 틀렸습니다. 15분 후 다시 시도해 주세요.');
      expect(events.at(-1)).toEqual({ event: 'login throttled' });
    });

    it('ends with a right code, and an hour after the last failure', async () => {
      const owner = await createOwner();
      const waitAfter = async () => {
        await fail(owner, PHONE);
        return (await enter(owner, PHONE))?.retryAfter;
      };
      await failFiveTimes(owner, PHONE);
      clock.advance(3_599);
      expect(await waitAfter()).toBe(2);
      clock.advance(3_600);
      expect(await waitAfter()).toBeUndefined();
      await failFiveTimes(owner, PHONE);
      clock.advance(60);
      expect(await enter(owner, PHONE)).toBeNull();
      clock.advance(60);
      expect(await waitAfter()).toBeUndefined();
    });

    it('is its own for each member and each known device', async () => {
      const [owner, other] = [await createOwner(), await createOwner()];
      await failFiveTimes(owner, STRANGER);
      expect((await enter(owner, STRANGER))?.code).toBe('LOGIN_THROTTLED');
      expect(await enter(owner, PHONE)).toBeNull();
      expect(await enter(other, from('192.0.2.2'))).toBeNull();
      await failFiveTimes(other, PHONE);
      clock.advance(30);
      await failFiveTimes(other, PHONE);
      expect((await enter(other, PHONE))?.code).toBe('LOGIN_THROTTLED');
      expect(await enter(other, LAPTOP)).toBeNull();
      expect(await enter(owner, PHONE)).toBeNull();
    });
  });

  describe('the limit of an address [MFA-06]', () => {
    /** Counts as many failures of other members. */
    const addFailures = (address: string, count: number) => {
      const limit = { max: 300, seconds: 600 };
      return throttle.count(database.db, `second step from ${address}`, limit, count);
    };

    it('counts nothing of known devices', async () => {
      await database.db.execute(sql`delete from throttles`);
      const counters = async () => {
        const counted = sql`select count(*)::integer from throttles where key like '% from %'`;
        return (await database.db.execute<{ count: number }>(counted)).rows[0]?.count ?? 0;
      };
      const owner = await createOwner();
      await fail(owner, PHONE);
      expect(await counters()).toBe(0);
      await fail(owner, from('192.0.2.5'));
      expect(await counters()).toBe(1);
    });

    it('is 300 failures in ten minutes, but for known devices', async () => {
      const [one, next] = [await createOwner(), await createOwner()];
      const address = from('192.0.2.3');
      await failFiveTimes(await createOwner(), address);
      await addFailures('192.0.2.3', 290);
      for (let n = 0; n < 4; n += 1) await fail(one, address);
      clock.advance(30);
      expect(await enter(one, address)).toBeNull();
      await fail(one, address);
      expect(await enter(next, address)).toMatchObject({
        code: 'LOGIN_THROTTLED',
        retryAfter: 570,
      });
      expect(await enter(next, from('192.0.2.4'))).toBeNull();
      clock.advance(569);
      expect((await enter(next, address))?.retryAfter).toBe(1);
      expect(await enter(next, PHONE)).toBeNull();
      clock.advance(31);
      expect(await enter(next, address)).toBeNull();
    });
  });

  describe('recovery codes [MFA-05]', () => {
    it('work once, for their member, with a report and an e-mail', async () => {
      const owner = await createOwner();
      const { id, email, recoveryCode } = owner;
      expect(await check(owner, STRANGER, recoveryCode)).toBeNull();
      expect(events).toEqual([{ event: 'recovery code used', memberId: id }]);
      expect(mails).toEqual([{ to: email, left: 0 }]);
      expect((await check(owner, STRANGER, recoveryCode))?.code).toBe('CODE_INCORRECT');
      expect(mails).toHaveLength(1);
      const [hash, ofAnother, another] = [
        codes.hashOf(id, recoveryCode),
        codes.hashOf(id + 1, recoveryCode),
        codes.hashOf(id, 'abcdefghjm'),
      ];
      expect([hash.equals(ofAnother), hash.equals(another)]).toEqual([false, false]);
    });
  });
});

describe('keys and steps', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const codeOf = (step: number) => generateSync({ secret, epoch: step * 30 });
  const stepsAt = (seconds: number, after = -1) =>
    [0, 1, 2, 3, 4, 5].filter(
      (step) => findStep({ secret, code: codeOf(step), after }, new Date(seconds * 1000)) === step,
    );
  describe('keys', () => {
    it('have 160 random bits in base32', () => {
      expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
      expect(newSecret()).not.toBe(newSecret());
    });

    it('are given to the app with name and issuer', () => {
      const uri = keyUri({ issuer: '나루', label: 'sea', secret });
      expect(uri).toContain(`secret=${secret}`);
      expect(decodeURIComponent(uri)).toContain('나루:sea');
    });
  });

  describe('findStep [MFA-04]', () => {
    it('accepts the codes of the steps around now, to the last millisecond of its own', () => {
      expect(stepsAt(60)).toEqual([1, 2, 3]);
      expect(stepsAt(89.999)).toEqual([1, 2, 3]);
      expect(stepsAt(90)).toEqual([2, 3, 4]);
    });

    it('accepts none at or before the newest accepted one', () => {
      expect(stepsAt(60, 0)).toEqual([1, 2, 3]);
      expect(stepsAt(60, 1)).toEqual([2, 3]);
      expect(stepsAt(60, 3)).toEqual([]);
    });

    it('accepts nothing else', () => {
      const now = new Date(60_000);
      const wrong = [codeOf(2).replace(/.$/, (last) => String((Number(last) + 1) % 10))];
      for (const code of wrong) expect(findStep({ secret, code, after: 0 }, now)).toBeNull();
      const other = { secret: newSecret(), code: codeOf(2), after: 0 };
      expect(findStep(other, now)).toBeNull();
    });
  });
});
