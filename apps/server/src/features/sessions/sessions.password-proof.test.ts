import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createThrottle } from '../../domain/throttle/throttle.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { createHashing } from '../../platform/hashing.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { changeMember } from '../../testing/factories/comments.ts';
import { createMember, TEST_PASSWORD } from '../../testing/factories/members.ts';
import { actorOf } from '../../testing/refusal.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { createPasswordProof } from './sessions.password-proof.ts';
import { findOwner, findProvenUntil, insertSession, revokeSession } from './sessions.repo.ts';

const DAY = 86_400;
const parameters = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

let database: TestDatabase;
let clock: TestClock;
let events: object[];
let turns: number;
/** Runs while the password is checked. */
let meanwhile: () => Promise<unknown>;
let proof: ReturnType<typeof createPasswordProof>;
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
});
beforeEach(() => {
  clock = createTestClock();
  [events, turns, meanwhile] = [[], 0, async () => undefined];
  const hashing = createHashing({ slots: 1, parameters });
  const record = (fields: object) => void events.push(fields);
  proof = createPasswordProof({
    db: database.db,
    clock,
    throttle: createThrottle(clock),
    hashing: {
      inTurn: async (work) => {
        turns += 1;
        const result = await hashing.inTurn(work);
        await meanwhile();
        return result;
      },
    },
    log: { info: record, warn: record } as never,
    getOwner: async ({ sessionId }) => {
      const owner = await findOwner(database.db, sessionId);
      if (owner === null) throw new Error('no session');
      return owner;
    },
  });
});
afterAll(() => database.drop());

/** A member with a session on a device. */
async function createActor(memberId?: number, device = 'phone'): Promise<Actor> {
  const now = clock.now();
  const actor = actorOf(memberId ?? (await createMember(database.db)).id, 'STUDENT');
  const id = randomUUID();
  await insertSession(database.db, {
    ...{ id, memberId: actor.memberId, userAgent: '' },
    ...{ deviceHash: Buffer.from(device), refreshHash: Buffer.from(id) },
    ...{ createdAt: now, lastUsedAt: now },
    ...{ expiresAt: addSeconds(now, DAY), endsAt: addSeconds(now, DAY) },
  });
  return { ...actor, sessionId: id };
}

const provenUntil = ({ sessionId }: Actor) => findProvenUntil(database.db, sessionId);
const required = (actor: Actor) =>
  proof.require(database.db, actor).then(
    () => null,
    ({ code }) => code,
  );
async function failFiveTimes(actor: Actor) {
  for (let n = 0; n < 5; n += 1) expect(await proof.check(actor, 'wrong')).toBeNull();
}

describe('a proof by the password [PASS-11]', () => {
  it('holds for 15 minutes, for its session alone', async () => {
    const actor = await createActor();
    const other = await createActor(actor.memberId);
    expect(await required(actor)).toBe('REAUTH_REQUIRED');
    const until = addSeconds(clock.now(), 900);
    expect(await proof.prove(actor, TEST_PASSWORD)).toEqual(until);
    expect(await provenUntil(actor)).toEqual(until);
    expect([await required(actor), await required(other)]).toEqual([null, 'REAUTH_REQUIRED']);
    clock.advance(899);
    expect(await required(actor)).toBeNull();
    clock.advance(1);
    expect(await required(actor)).toBe('REAUTH_REQUIRED');
    expect(events).toEqual([]);
  });

  it('is not made by a wrong one, which is reported', async () => {
    const actor = await createActor();
    expect(await proof.prove(actor, 'wrong')).toBeNull();
    expect(await provenUntil(actor)).toBeNull();
    expect(events).toEqual([{ event: 'password refused', memberId: actor.memberId }]);
  });

  it('can be taken back, and ends with the account', async () => {
    const actor = await createActor();
    await proof.prove(actor, TEST_PASSWORD);
    await proof.clear(database.db, actor);
    expect(await required(actor)).toBe('REAUTH_REQUIRED');
    await proof.prove(actor, TEST_PASSWORD);
    await changeMember(database, actor.memberId, { withdrawnAt: clock.now() });
    expect(await required(actor)).toBe('TOKEN_INVALID');
  });

  it('ends with its session', async () => {
    const actor = await createActor();
    await proof.prove(actor, TEST_PASSWORD);
    expect(await required(actor)).toBeNull();
    await revokeSession(database.db, actor.sessionId, clock.now());
    expect(await provenUntil(actor)).toBeNull();
    expect(await required(actor)).toBe('REAUTH_REQUIRED');
  });

  it('is not made where password or session ended while it was checked', async () => {
    const [first, second] = [await createActor(), await createActor()];
    meanwhile = () => changeMember(database, first.memberId, { passwordHash: 'another' });
    expect(await proof.prove(first, TEST_PASSWORD)).toBeNull();
    expect(await provenUntil(first)).toBeNull();
    meanwhile = () => revokeSession(database.db, second.sessionId, clock.now());
    expect(await proof.prove(second, TEST_PASSWORD)).toBeNull();
  });
});

describe('wrong passwords [PASS-10]', () => {
  it('make the device wait 1, 2, 4 ... 60 seconds, in no place of the queue', async () => {
    const actor = await createActor();
    const other = await createActor(actor.memberId, 'laptop');
    await failFiveTimes(actor);
    expect(turns).toBe(5);
    const waits: unknown[] = [];
    for (let n = 0; n < 8; n += 1) {
      const refusal = await proof.check(actor, TEST_PASSWORD).catch((error) => error);
      waits.push(refusal.retryAfter);
      expect(refusal.message).toMatch(/^비밀번호를 여러 번 틀렸습니다\. /);
      clock.advance(refusal.retryAfter);
      await proof.check(actor, 'wrong');
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(turns).toBe(13);
    expect(await proof.check(other, TEST_PASSWORD)).toMatchObject({ id: actor.memberId });
  });

  it('are deleted with a right one', async () => {
    const actor = await createActor();
    await failFiveTimes(actor);
    clock.advance(1);
    expect(await proof.check(actor, TEST_PASSWORD)).toMatchObject({ id: actor.memberId });
    expect(await proof.check(actor, 'wrong')).toBeNull();
    expect(await proof.check(actor, TEST_PASSWORD)).not.toBeNull();
  });

  it('gain nothing by being sent at once', async () => {
    const actor = await createActor();
    const guesses = await Promise.allSettled(
      Array.from({ length: 12 }, () => proof.check(actor, 'wrong')),
    );
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });
});
