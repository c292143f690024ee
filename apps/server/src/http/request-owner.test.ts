import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { deferred } from '../platform/deferred.ts';
import { createHolds } from '../platform/holds.ts';
import { overdueHolds } from '../platform/metrics/counters.ts';
import { portOf } from '../testing/raw-http.ts';
import { createRequestOwners, requestOwnerPlugin } from './request-owner.ts';

function createWorld() {
  let time = 0;
  const logged: unknown[] = [];
  const log = { error: (...parts: unknown[]) => void logged.push(parts) };
  const holds = createHolds(() => time);
  const owners = createRequestOwners(holds);
  const response = new EventEmitter();
  const owner = owners.of(response as unknown as ServerResponse);
  const given: (number | null)[] = [];
  const take = (deadlineMs?: number) =>
    owner.hold({
      name: 'write',
      route: 'POST /api/post/post-up',
      giveBack: (milliseconds) => void given.push(milliseconds),
      ...(deadlineMs !== undefined && { deadlineMs }),
    });
  const pass = (milliseconds: number) => {
    time += milliseconds;
    holds.look(log as never);
  };
  return { holds, owner, response, given, take, pass, logged };
}

describe('the owner of a request [REL-150]', () => {
  it('gives everything back once, whatever comes first: the response or the end of its connection', () => {
    for (const ends of [
      ['end', 'close'],
      ['close', 'end'],
      ['close', 'close'],
    ]) {
      const { owner, holds, response, given, take, pass } = createWorld();
      for (let n = 0; n < 3; n += 1) take();
      pass(7);
      for (const end of ends) end === 'end' ? owner.end() : response.emit('close');
      expect([given, holds.count(), owner.isOver]).toEqual([[7, 7, 7], 0, true]);
    }
  });

  it('gives back at once what is taken for a client that has gone', () => {
    const { holds, response, given, take } = createWorld();
    response.emit('close');
    take();
    expect([given, holds.count()]).toEqual([[null], 0]);
  });

  it('holds what running work needs until it ends, also when it fails', async () => {
    for (const fails of [false, true]) {
      const { owner, response, given, take } = createWorld();
      const work = deferred<string>();
      take();
      const running = owner.run(() => work.promise).catch(() => 'failed');
      response.emit('close');
      expect(given).toEqual([]);
      if (fails) work.reject(new Error('broken'));
      else work.resolve('done');
      expect(await running).toBe(fails ? 'failed' : 'done');
      expect(given).toEqual([0]);
    }
  });

  it('gives back what was not used, and never twice', () => {
    const { owner, holds, given, take } = createWorld();
    const hold = take();
    holds.giveBackUnused(hold);
    holds.giveBackUnused(hold);
    owner.end();
    expect(given).toEqual([null]);
  });

  it('runs no handler for a client that has gone, and every other one', async () => {
    const app = Fastify();
    const owners = createRequestOwners();
    await app.register(requestOwnerPlugin, { owners });
    const ran: string[] = [];
    const closed = deferred<void>();
    app.addHook('preHandler', async ({ url }, { raw }) => {
      if (url !== '/gone') return;
      raw.emit('close');
      closed.resolve();
    });
    for (const url of ['/gone', '/there']) app.get(url, async () => ran.push(url));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const stop = new AbortController();
    const gone = fetch(`http://127.0.0.1:${portOf(app)}/gone`, { signal: stop.signal }).catch(
      () => null,
    );
    await closed.promise;
    expect((await fetch(`http://127.0.0.1:${portOf(app)}/there`)).status).toBe(200);
    stop.abort();
    await gone;
    await app.close();
    expect(ran).toEqual(['/there']);
  });

  it('reads nothing of a stream for a HEAD, which has no body [HEAD-10]', async () => {
    const app = Fastify();
    await app.register(requestOwnerPlugin, { owners: createRequestOwners() });
    let parts = 0;
    async function* read() {
      for (; parts < 1000; parts += 1) yield 'part';
    }
    const bodies: Readable[] = [];
    app.get('/export', async (_request, reply) => {
      const body = Readable.from(read());
      bodies.push(body);
      return reply.type('text/csv').send(body);
    });
    const head = await app.inject({ method: 'HEAD', url: '/export' });
    const { statusCode, headers, body } = head;
    expect([statusCode, headers['content-type'], body]).toEqual([200, 'text/csv', '']);
    expect(headers['content-length']).toBeUndefined();
    await vi.waitFor(() => expect(bodies[0]?.closed).toBe(true));
    expect(parts).toBe(0);
    expect((await app.inject('/export')).body).toHaveLength(4000);
    await app.close();
  });
});

describe('the watchdog [REL-151]', () => {
  it('takes back what is held for longer than a minute, once, and says by which route', async () => {
    overdueHolds.reset();
    const { owner, given, take, pass, logged, response } = createWorld();
    void owner.run(() => new Promise(() => undefined));
    take();
    response.emit('close');
    pass(59_999);
    expect(given).toEqual([]);
    pass(1);
    pass(60_000);
    // Not counted as the usual time of such work.
    expect(given).toEqual([null]);
    expect((await overdueHolds.get()).values[0]?.value).toBe(1);
    expect(logged).toEqual([
      [
        { held: 'write', route: 'POST /api/post/post-up', ms: 60_000, gone: true },
        expect.stringContaining('watchdog'),
      ],
    ]);
  });

  it('ends the time of an upload without a fault, and leaves a line to itself', () => {
    const { holds, given, take, pass, logged } = createWorld();
    holds.endAfter(take(), 5_000);
    take(Number.POSITIVE_INFINITY);
    pass(4_999);
    expect(given).toEqual([]);
    pass(1);
    expect(given).toEqual([5_000]);
    pass(1e9);
    expect([given, logged, holds.count()]).toEqual([[5_000], [], 1]);
  });
});
