import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRedis } from '../peers/redis.ts';
import { createSeal } from '../platform/seal.ts';
import { type EventStream, openEventStream } from '../testing/event-stream.ts';
import { createPost } from '../testing/factories/posts.ts';
import { type RedisServer, startRedis } from '../testing/redis-server.ts';
import { createSecondServer, type SecondServer } from '../testing/second-server.ts';
import { joinAs } from '../testing/several.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';
import { expectWithin } from '../testing/until-served.ts';

/** Longest time until a changed access is in force on every server. */
const ACCESS_MS = 1_000;
const EVENT_MS = 300;
const rates = { search: 3 };
const address = { host: '127.0.0.1', port: 0 };

let redis: RedisServer;
let t: TestApp;
let other: SecondServer;
beforeAll(async () => {
  redis = await startRedis();
  t = await createTestApp({ several: { redisUrl: redis.url }, rates });
  other = await createSecondServer(t, { several: { redisUrl: redis.url }, rates });
  await Promise.all([t.app.listen(address), other.app.listen(address)]);
});
beforeEach(async () => {
  await untilRedis('ok');
});
const streams: EventStream[] = [];
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await expect
    .poll(() => [t, other].map(({ services }) => services.streams.count()))
    .toEqual([0, 0]);
});
afterAll(async () => {
  await other.close();
  await t.close();
  await redis.stop();
});

type AnyServer = Pick<TestApp, 'app' | 'services' | 'call'>;

const untilRedis = (state: string) =>
  expect.poll(() => [t.redisState(), other.redisState()]).toEqual([state, state]);

async function open(server: AnyServer, as: SignedIn): Promise<EventStream> {
  const stream = await openEventStream(server, as);
  streams.push(stream);
  return stream;
}

async function listen(server: AnyServer, as: SignedIn): Promise<EventStream> {
  const stream = await open(server, as);
  await stream.next('hello');
  return stream;
}

/** Milliseconds until the other server's stream has an event that `server` emits. */
async function emitAcross(
  server: AnyServer,
  memberId: number,
  stream: EventStream,
): Promise<number> {
  const startedAt = performance.now();
  await server.services.live.transaction(async (_tx, emit) =>
    emit(memberId, { type: 'post', postId: 7 }),
  );
  await stream.next('post');
  return performance.now() - startedAt;
}

/** Milliseconds until a logout on one server has ended the member's stream on the other. */
async function logOutAcross(): Promise<number> {
  const member = await t.signIn();
  const stream = await listen(other, member);
  const startedAt = performance.now();
  expect((await t.call('POST', '/api/member/logout', { as: member })).status).toBe(200);
  await stream.until(stream.isClosed);
  return performance.now() - startedAt;
}

const search = (server: AnyServer, as: SignedIn) =>
  server.call('GET', '/api/post?boardType=FREE&query=%EC%82%AC', { as });

/** What the servers return for searches of a new member, in turns. */
async function searchInTurns(): Promise<number[]> {
  const member = await t.signIn('STUDENT');
  const statuses: number[] = [];
  for (const server of [t, other, t, other, t, other, t, other]) {
    statuses.push((await search(server, member)).status);
  }
  return statuses;
}

/** Looks until it is so: on a busy machine Redis is late now and then, and each server counts by itself. */
const expectToCountTogether = () =>
  expect.poll(searchInTurns).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);

/** The state of Redis that each server reports to probes. */
const redisInHealth = () =>
  Promise.all(
    [t, other].map(async (server) => {
      const { engines } = (await server.call('GET', '/api/health')).json;
      return engines.find((engine: { name: string }) => engine.name === 'redis')?.state;
    }),
  );

/** Both servers do everything, each counting for itself. */
async function expectWithoutRedis(): Promise<void> {
  // Each refuses what exceeds its own limit of 3.
  expect(await searchInTurns()).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  const member = await t.signIn();
  const stream = await listen(other, member);
  await expectWithin(EVENT_MS, () => emitAcross(t, member.id, stream));
  await expectWithin(ACCESS_MS, logOutAcross);
}

describe('two servers with one Redis [REL-97]', () => {
  it('count together, without naming members and addresses in Redis [REL-98, LIMIT-04]', async () => {
    await expectToCountTogether();
    const keys = await redis.admin().keys('*');
    expect(keys.filter((key) => key.includes(':rate:')).length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).toMatch(
        /^naru:[\w-]{22}:(rate:[\w-]{22}|seats:[\w-]{22}|server:[\da-f-]{36}|try)$/,
      );
    }
  });

  it('leave another installation on the same Redis alone [REL-98]', async () => {
    const seal = createSeal(Buffer.alloc(64, 7));
    const log = { info: () => undefined, warn: () => undefined };
    const foreign = await joinAs({ redisUrl: redis.url }, { url: t.database.url, seal, log });
    const count = async (limits: typeof foreign.limits) =>
      (await limits.count?.(0, 'a', 60_000))?.current;
    expect([await count(foreign.limits), await count(foreign.limits)]).toEqual([1, 2]);
    const prefixes = (await redis.admin().keys('naru:*:server:*')).map((key) => key.split(':')[1]);
    expect(new Set(prefixes).size).toBe(2);
    await foreign.close();
    expect(await redis.admin().keys('naru:*:server:*')).toHaveLength(2);
  });

  it('deliver live events and end streams of each other at once [REL-97]', async () => {
    const member = await t.signIn();
    const [there, here] = [await listen(other, member), await listen(t, member)];
    await expectWithin(EVENT_MS, () => emitAcross(t, member.id, there));
    await here.next('post');
    await expectWithin(EVENT_MS, () => emitAcross(other, member.id, here));
    await expectWithin(ACCESS_MS, logOutAcross);
  });

  it('show open pages of each other which board has a new post [LIST-139]', async () => {
    const [there, writer] = [await listen(other, await t.signIn()), await t.signIn()];
    await createPost(t, writer, { boardType: 'REVIEW' });
    expect(await there.next('board')).toEqual({ type: 'board', boardType: 'REVIEW' });
  });

  it('share the ten streams of a member, also after Redis was emptied [REL-99]', async () => {
    const member = await t.signIn();
    const first = await listen(t, member);
    await Promise.all(Array.from({ length: 9 }, (_, n) => listen(n < 5 ? other : t, member)));
    for (const server of [t, other]) expect((await open(server, member)).status).toBe(429);
    await redis.admin().flushAll();
    await expect.poll(async () => (await redis.admin().keys('*:seats:*')).length).toBe(1);
    await expect
      .poll(async () => {
        const [seats = ''] = await redis.admin().keys('*:seats:*');
        return Object.values(await redis.admin().hGetAll(seats)).sort();
      })
      .toEqual(['5', '5']);
    for (const server of [t, other]) expect((await open(server, member)).status).toBe(429);
    first.close();
    await expect.poll(() => t.services.streams.count()).toBe(4);
    await listen(other, member);
  });

  it('free the seats of a server that is gone [REL-99]', async () => {
    const shared = { redisUrl: redis.url };
    const log = { info: () => undefined, warn: () => undefined };
    const third = await joinAs(shared, { url: t.database.url, seal: t.seal, log });
    const member = await t.signIn();
    for (let n = 0; n < 10; n += 1) expect(await third.together.seats.take(member.id)).toBe(true);
    expect((await open(t, member)).status).toBe(429);
    await third.close();
    await listen(t, member);
  });
});

describe('a Redis in trouble [REL-100]', () => {
  it('that is emptied resets no limit', async () => {
    const member = await t.signIn('STUDENT');
    for (let n = 0; n < 3; n += 1) expect((await search(t, member)).status).toBe(200);
    await redis.admin().flushAll();
    expect((await search(t, member)).status).toBe(429);
  });

  it('that hangs fails nothing, and is used again when it responds [LIMIT-05, REL-06]', async () => {
    redis.pause();
    const members = await Promise.all(Array.from({ length: 10 }, () => t.signIn('STUDENT')));
    const startedAt = performance.now();
    const responses = await Promise.all(
      members.flatMap((as) => [t, other].map((server) => search(server, as))),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await expectWithoutRedis();
    await untilRedis('away');
    redis.resume();
    await untilRedis('ok');
    await expectToCountTogether();
  });

  it('that dies fails nothing, and is used again when it is back [LIMIT-05, REL-06]', async () => {
    await redis.kill();
    await untilRedis('away');
    expect(await redisInHealth()).toEqual(['down', 'down']);
    await expectWithoutRedis();
    await redis.restart();
    await untilRedis('ok');
    expect(await redisInHealth()).toEqual(['up', 'up']);
    await expectToCountTogether();
  });

  it('that refuses to write is not used', async () => {
    await redis.admin().configSet('min-replicas-to-write', '1');
    await untilRedis('away');
    await expectWithoutRedis();
    await redis.admin().configSet('min-replicas-to-write', '0');
    await untilRedis('ok');
  });

  it('that a server just connects to when it stops does not hold it up', async () => {
    const log = { info: () => undefined, warn: () => undefined };
    const brief = createRedis({ url: redis.url, prefix: 'naru:', serverId: 'brief', log });
    await brief.close();
    expect(brief.state()).toBe('away');
  });

  it('that cannot be used at the start only earns a warning', async () => {
    const lines: unknown[] = [];
    const log = { info: () => undefined, warn: (line: unknown) => void lines.push(line) };
    const wrong = { redisUrl: redis.url.replace('//', '//nobody:wrong@') };
    const late = await joinAs(wrong, { url: t.database.url, seal: t.seal, log });
    expect(late.findWarnings()).toEqual([expect.stringMatching(/^REDIS_URL /)]);
    expect(late.redisState()).toBe('away');
    expect(JSON.stringify(lines)).toMatch(/WRONGPASS/);
    expect(JSON.stringify(lines)).not.toMatch(/nobody:wrong/);
    await late.close();
  });
});
