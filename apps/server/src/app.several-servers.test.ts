import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStream, openEventStream } from './testing/event-stream.ts';
import { createMember } from './testing/factories/members.ts';
import { setRoles } from './testing/matrix/world.ts';
import { type RedisServer, startRedis } from './testing/redis-server.ts';
import { createSecondServer, type SecondServer } from './testing/second-server.ts';
import { joinAs } from './testing/several.ts';
import { createTestApp, type SignedIn, type TestApp } from './testing/test-app.ts';
import { expectWithin } from './testing/within.ts';

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
  server.call('GET', '/api/board/FREE/search?keyword=%EA%B3%A0%EC%96%91&page=0', { as });

/** How often Redis has been asked to publish. */
async function countPublished(): Promise<number> {
  const stats = await redis.admin().info('commandstats');
  return Number(/cmdstat_publish:calls=(\d+)/.exec(stats)?.[1] ?? 0);
}

describe('two servers with Redis [REL-97]', () => {
  it('count searches of a member together, without naming members and addresses [REL-98]', async () => {
    const member = await t.signIn('STUDENT');
    const statuses: number[] = [];
    for (const server of [t, other, t, other, t]) {
      statuses.push((await search(server, member)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const keys = await redis.admin().keys('*');
    expect(keys.some((key) => key.includes(':rate:'))).toBe(true);
    for (const key of keys) expect(key).toMatch(/^naru:[\w-]{22}:(rate|seats|server|try)/);
    expect(keys.join(' ')).not.toMatch(new RegExp(`127\\.0\\.0\\.1|member|[ :]${member.id}\\b`));
  });
});
