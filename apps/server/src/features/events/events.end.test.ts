import { once } from 'node:events';
import { connect as connectTo, Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLive } from '../../domain/live/live.ts';
import { createLiveBus } from '../../domain/live/live-bus.ts';
import { createLiveStreams } from '../../domain/live/live-streams.ts';
import { type EventStream, openEventStream } from '../../testing/event-stream.ts';
import { setRoles } from '../../testing/matrix/world.ts';
import { portOf } from '../../testing/raw-http.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { expectWithin } from '../../testing/until-served.ts';

const SECOND = 1_000;
const TOKEN_SECONDS = 15 * 60;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

const streams: EventStream[] = [];
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await expect.poll(() => t.services.streams.count()).toBe(0);
});

async function listen(as: SignedIn): Promise<EventStream> {
  const stream = await openEventStream(t, as);
  streams.push(stream);
  await stream.next('hello');
  return stream;
}

/** Waits for the last event; returns it and the milliseconds since `startedAt`. */
async function endOf(stream: EventStream, startedAt = Date.now()) {
  const bye = await stream.next('bye');
  await stream.until(stream.isClosed);
  return { reason: bye.reason, took: Date.now() - startedAt };
}

async function suspend(member: SignedIn): Promise<void> {
  const until = new Date(t.clock.now().getTime() + 60_000).toISOString();
  await t.db.execute(`update members set suspended_until = '${until}' where id = ${member.id}`);
}

describe('end of a stream', () => {
  it('comes within a second after the logout of its session, not for other sessions [LIVE-05, SESS-13]', () =>
    expectWithin(SECOND, async () => {
      const member = await t.signIn();
      const other = await t.signInAs(member);
      const [mine, unaffected] = [await listen(member), await listen(other)];
      const startedAt = Date.now();
      expect((await t.call('POST', '/api/member/logout', { as: member })).status).toBe(200);
      const { reason, took } = await endOf(mine, startedAt);
      expect(reason).toBe('ended');
      expect(unaffected.isClosed()).toBe(false);
      return took;
    }));

  it('comes within a second after its refresh token was reused [SESS-05]', () =>
    expectWithin(SECOND, async () => {
      const member = await t.signIn();
      const refresh = () =>
        t.call('POST', '/api/auth/refresh', {
          body: { refreshToken: member.refreshToken },
          cookies: { naru_device: member.device },
        });
      await refresh();
      const stream = await listen(member);
      t.clock.advance(11);
      const startedAt = Date.now();
      expect((await refresh()).status).toBe(401);
      return (await endOf(stream, startedAt)).took;
    }));

  it('comes when a login exceeds the limit of sessions [SESS-14, SESS-17]', async () => {
    const member = await t.signIn();
    const stream = await listen(member);
    for (let n = 0; n < 10; n += 1) {
      t.clock.advance(1);
      await t.signInAs(member);
    }
    expect((await endOf(stream)).reason).toBe('ended');
  });

  it('comes within a second after a role change [LIVE-05]', () =>
    expectWithin(SECOND, async () => {
      const member = await t.signIn();
      const stream = await listen(member);
      await setRoles(t, member.id, ['USER', 'STUDENT', 'MANAGER']);
      const startedAt = Date.now();
      t.services.events.emit('access-changed', { memberId: member.id });
      const { took } = await endOf(stream, startedAt);
      expect((await listen(member)).status).toBe(200);
      return took;
    }));

  it('comes at the next heartbeat after another server suspended the member or changed its roles [SESS-15]', async () => {
    const [suspended, promoted, unaffected] = [
      await t.signIn(),
      await t.signIn(),
      await t.signIn(),
    ];
    const [first, second, third] = [
      await listen(suspended),
      await listen(promoted),
      await listen(unaffected),
    ];
    await suspend(suspended);
    await setRoles(t, promoted.id, ['USER', 'STUDENT', 'MANAGER']);
    await t.services.streams.beat();
    expect((await endOf(first)).reason).toBe('ended');
    expect((await endOf(second)).reason).toBe('ended');
    expect(third.isClosed()).toBe(false);
  });

  it('comes at the heartbeat after its token expired; a fresh token resumes [LIVE-06]', async () => {
    const member = await t.signIn();
    const stream = await listen(member);
    t.clock.advance(TOKEN_SECONDS - 1);
    await t.services.streams.beat();
    expect(stream.isClosed()).toBe(false);
    t.clock.advance(1);
    await t.services.streams.beat();
    expect((await endOf(stream)).reason).toBe('expired');
    const late = await openEventStream(t, member);
    await late.until(late.isClosed);
    expect([late.status, late.json().error]).toEqual([401, 'TOKEN_EXPIRED']);
    expect((await listen(await t.signInAs(member))).status).toBe(200);
  });

  it('comes before its beginning when the session ended while it opened [LIVE-05]', async () => {
    const member = await t.signIn();
    const { rows } = await t.db.execute<{ id: string }>(
      `select id from sessions where member_id = ${member.id}`,
    );
    const { services } = t;
    const streams = createLiveStreams({
      findGreeting: async () => null,
      ...services,
      bus: createLiveBus(),
      renew: async (events) => [...events],
      findLiveSessions: services.sessions.findLive,
      seats: {
        // The response of another process takes as long as this.
        take: async () => {
          await t.call('POST', '/api/member/logout', { as: member });
          await streams.recheck(member.id);
          return true;
        },
        give: () => undefined,
      },
    });
    const owner = {
      memberId: member.id,
      sessionId: rows[0]?.id ?? '',
      roles: 'USER STUDENT',
      expiresAt: Number.POSITIVE_INFINITY,
    };
    const connect = vi.fn(() => null);
    const opening = streams.open({ owner, lastEventId: undefined, connect });
    await expect(opening).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(connect).not.toHaveBeenCalled();
    expect(streams.count()).toBe(0);
  });

  it('detects a half-open socket within a minute by TCP keep-alive [LIVE-09]', async () => {
    const ask = vi.spyOn(Socket.prototype, 'setKeepAlive');
    try {
      await listen(await t.signIn());
      // The first probe is sent after 8 s of silence, then each second, ten times.
      expect(ask).toHaveBeenCalledExactlyOnceWith(true, 8 * SECOND);
    } finally {
      ask.mockRestore();
    }
  });

  it('releases everything when the client disconnects', async () => {
    const member = await t.signIn();
    const some = await Promise.all([1, 2, 3].map(() => listen(member)));
    expect(t.services.streams.count()).toBe(3);
    for (const stream of some) stream.close();
    await expect.poll(() => t.services.streams.count()).toBe(0);
  });
});

it('an open stream holds neither its request nor its response [LIVE-45]', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const held: WeakRef<object>[] = [];
  t.app.server.once('request', (request, response) => {
    held.push(new WeakRef(request), new WeakRef(response));
  });
  const member = await t.signIn();
  const stream = await listen(member);
  const left = () => {
    collect();
    return held.filter((one) => one.deref() !== undefined);
  };
  await expect.poll(left).toEqual([]);
  expect(held).toHaveLength(2);
  await t.services.live.transaction((_tx, emit) => emit(member.id, { type: 'post', postId: 1 }));
  expect(await stream.next('post')).toEqual({ type: 'post', postId: 1 });
});

describe('a connection with an open stream', () => {
  const HEALTH = 'GET /api/health HTTP/1.1\r\nhost: a\r\n\r\n';

  /** Asks for a stream on a connection of its own; `more` comes along with the request. */
  async function ask(more = '') {
    const member = await t.signIn();
    const socket = connectTo({ host: '127.0.0.1', port: portOf(t.app) });
    const read = { text: '' };
    socket.setEncoding('utf8').on('data', (chunk) => {
      read.text += chunk;
    });
    const { authorization } = member.headers;
    const request = `GET /api/events HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\n\r\n`;
    socket.write(request + more);
    return { socket, read, closed: once(socket, 'close') };
  }

  it('takes no other request', async () => {
    const { socket, read, closed } = await ask();
    await expect.poll(() => read.text).toContain('event: hello');
    socket.write(HEALTH);
    await closed;
    expect(read.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('never begins with the response of a request that was sent ahead', async () => {
    const { read, closed } = await ask(HEALTH);
    await closed;
    expect(read.text).toBe('');
    expect(t.services.streams.count()).toBe(0);
  });
});

describe('the heartbeat', () => {
  it('sends a comment that is no event [LIVE-12]', async () => {
    const stream = await listen(await t.signIn());
    const count = stream.events.length;
    await t.services.streams.beat();
    await stream.until(() => stream.text().endsWith('\n\n:\n\n'));
    expect(stream.events).toHaveLength(count);
  });

  it('delivers events that the bus lost, in order [REL-16]', async () => {
    const member = await t.signIn();
    const stream = await listen(member);
    const elsewhere = createLive({ db: t.db, clock: t.clock, seal: t.seal, bus: createLiveBus() });
    for (const postId of [1, 2]) {
      await elsewhere.transaction((_tx, emit) => emit(member.id, { type: 'post', postId }));
    }
    expect(stream.received()).toEqual([]);
    await t.services.streams.beat();
    await stream.until(() => stream.received().length === 2);
    expect(stream.received().map(({ data }) => data.postId)).toEqual([1, 2]);
  });

  it('survives a short outage of the database', async () => {
    const stream = await listen(await t.signIn());
    await t.db.execute('alter table sessions rename to sessions_away');
    try {
      await t.services.streams.beat();
    } finally {
      await t.db.execute('alter table sessions_away rename to sessions');
    }
    await t.services.streams.beat();
    expect(stream.isClosed()).toBe(false);
    expect(t.logs.join('\n')).toContain('live streams not checked');
  });
});

describe('a stopping server', () => {
  it('closes all streams with a jittered retry and stops at once [REL-11]', () =>
    expectWithin(10 * SECOND, async () => {
      const own = await createTestApp();
      await own.app.listen({ host: '127.0.0.1', port: 0 });
      const some = await Promise.all(
        Array.from({ length: 8 }, async () => openEventStream(own, await own.signIn())),
      );
      await Promise.all(some.map((stream) => stream.next('hello')));
      const startedAt = Date.now();
      const closing = own.close();
      const byes = await Promise.all(some.map((stream) => stream.next('bye')));
      await Promise.all(some.map((stream) => stream.until(stream.isClosed)));
      await closing;
      const took = Date.now() - startedAt;
      expect(new Set(byes.map(({ reason }) => reason))).toEqual(new Set(['stopping']));
      expect(new Set(byes.map(({ retry }) => retry)).size).toBeGreaterThan(4);
      for (const { retry } of byes) expect(retry).toBeGreaterThanOrEqual(500);
      return took;
    }));
});
