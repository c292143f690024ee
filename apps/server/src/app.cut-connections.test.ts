import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFakeSites, feedSource } from './features/sources/sources.fixture.ts';
import { listStored, presign } from './features/uploads/pictures.fixture.ts';
import { createKey } from './features/uploads/uploads.keys.ts';
import { LOADS, type Load } from './plugins/admission/loads.ts';
import { TEST_PASSWORD } from './testing/factories/members.ts';
import { createPost } from './testing/factories/posts.ts';
import { portOf } from './testing/raw-http.ts';
import { createTestApp, type SignedIn, type TestApp } from './testing/test-app.ts';

const FEW = { atOnce: 2, waiting: 20, waitMs: 600_000, overloadMs: 600_000 };
/** More than there are places. */
const CLIENTS = 5;
const PATIENT = { timeout: 20_000 };

let t: TestApp;
let admin: SignedIn;
let postId: number;
const sites = createFakeSites();

beforeAll(async () => {
  t = await createTestApp({
    admission: Object.fromEntries(LOADS.map((load) => [load, FEW])),
    env: { RATE_LIMITS: 'posts=999999,uploads=999999' },
    fetchPage: async (...request) => {
      // A table of the test's own for the one handler that waits for another site.
      await t.db.execute(sql`select from other_site`);
      return sites.fetchPage(...request);
    },
  });
  admin = await t.signIn('ADMIN');
  await t.db.execute(sql`create table other_site ()`);
  postId = await createPost(t, admin, { title: '제목' });
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

interface Call {
  method: string;
  path: string;
  body?: string;
  type?: string;
  /** While it is locked, its handler waits. */
  table: string;
}

const json = (value: unknown) => ({ body: JSON.stringify(value), type: 'application/json' });

/** One call of each load. */
const CALLS: Record<Load, () => Promise<Call> | Call> = {
  signIn: () => ({
    ...{ method: 'POST', path: '/api/member/login', table: 'members' },
    ...json({ username: admin.username, password: TEST_PASSWORD }),
  }),
  read: () => ({ method: 'GET', path: `/api/post/${postId}`, table: 'posts' }),
  write: () => ({
    ...{ method: 'PUT', path: '/api/member/drafts/FREE', table: 'drafts' },
    ...json({
      version: 'a'.repeat(32),
      base: null,
      excerpt: '글',
      content: { title: '제목', html: '<p>글</p>', choices: '', files: [] },
    }),
  }),
  search: () => ({
    method: 'GET',
    path: encodeURI('/api/inquiries?page=0&size=10&query=자료'),
    table: 'inquiries',
  }),
  upload: async () => ({
    method: 'PUT',
    path: (await presign(t, admin)).uploadUrl,
    body: 'no picture',
    type: 'image/png',
    table: 'uploads',
  }),
  outside: () => ({
    ...{ method: 'POST', path: '/api/admin/sources/dry-run', table: 'other_site' },
    ...json(feedSource()),
  }),
  file: () => ({ method: 'GET', path: `/files/${createKey()}.webp`, table: 'uploads' }),
};

function textOf(call: Call, version = '1.1'): string {
  const { method, path, body, type } = call;
  const lines = [`${method} ${path} HTTP/${version}`, 'host: 127.0.0.1'];
  lines.push(`authorization: ${admin.headers.authorization}`);
  if (version === '1.0') lines.push('connection: keep-alive');
  if (body !== undefined) {
    lines.push(`content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

async function open(text: string): Promise<Socket> {
  const socket = connect({ port: portOf(t.app), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Keeps every statement from a table until it is called. */
async function lock(table: string): Promise<() => Promise<void>> {
  const client = await t.database.pool.connect();
  await client.query('begin');
  await client.query(`lock table ${table} in access exclusive mode`);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

async function locked(): Promise<number> {
  const { rows } = await t.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

const connections = () =>
  new Promise<number>((resolve) => t.app.server.getConnections((_error, count) => resolve(count)));

/** Closes the connections, and waits until the server knows. */
async function cut(sockets: Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect(await connections()).toBe(0), PATIENT);
}

async function firstChunk(socket: Socket): Promise<string> {
  const [chunk] = await once(socket, 'data');
  return String(chunk);
}

const none = () => LOADS.map((load) => [load, { taken: 0, waiting: 0 }]);
const counts = () => LOADS.map((load) => [load, t.services.admission[load].count()]);

/** No connection of the pool, transaction or file of an upload is left. */
async function expectIdle(): Promise<void> {
  const { pool } = t.database;
  await vi.waitFor(async () => {
    const busy = [pool.waitingCount, pool.totalCount - pool.idleCount];
    const { rows } = await pool.query(
      `select pid from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect([busy, rows, await listStored(t, 'incoming')]).toEqual([[0, 0], [], []]);
  }, PATIENT);
}

/** Nothing is taken, and nothing was logged as a fault. */
async function expectNothingLeft(): Promise<void> {
  await vi.waitFor(() => expect(counts()).toEqual(none()), PATIENT);
  expect(t.services.admission.intake.count()).toEqual({ taken: 0, waiting: 0 });
  await expectIdle();
  expect(t.logs.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  expect((await t.call('GET', '/api/health')).json.status).toBe('ok');
}

/** More requests of the load than it has places are served one after the other. */
async function expectServed(load: Load): Promise<void> {
  for (let n = 0; n < FEW.atOnce + 1; n += 1) {
    const { method, path, body, type = '' } = await CALLS[load]();
    const { status } = await t.call(method, path, {
      headers: { ...admin.headers, ...(type !== '' && { 'content-type': type }) },
      body: type === 'application/json' ? JSON.parse(body ?? '') : body,
    });
    expect([load, status < 500]).toEqual([load, true]);
  }
}

interface Scene {
  load: Load;
  /** Makes one more call; every one has its own address where one is used up. */
  next: () => Call;
  isTaken: (counts: { taken: number; waiting: number }) => Promise<void>;
}

const HELD = { taken: FEW.atOnce, waiting: 0 };
const QUEUED = { taken: FEW.atOnce, waiting: CLIENTS - FEW.atOnce };

const openAll = (texts: string[]) => Promise.all(texts.map(open));
const eachClient = <T>(make: () => T): T[] => Array.from({ length: CLIENTS }, make);

/** Closes connections while the sessions of their requests are looked up, and the others wait in line. */
async function cutDuringLookUp({ isTaken }: Scene, send: () => Promise<Socket[]>) {
  const free = await lock('sessions');
  const sockets = await send();
  await isTaken(QUEUED);
  await cut(sockets);
  await free();
}

/** The moments of a request at which its client closes the connection. */
const MOMENTS: Record<string, (scene: Scene) => Promise<void>> = {
  'before the headers are complete': async ({ next }) => {
    const head = (text: string) => text.slice(0, text.indexOf('\r\n\r\n') - 3);
    await cut(await openAll(eachClient(() => head(textOf(next())))));
  },

  'in the body, or before an empty one': async ({ next }) => {
    const half = ({ body = '', ...call }: Call) => {
      const text = textOf({ ...call, body });
      return text.slice(0, text.length - Math.ceil(body.length / 2));
    };
    await cut(await openAll(eachClient(() => half(next()))));
  },

  'while its session is looked up': (scene) =>
    cutDuringLookUp(scene, () => openAll(eachClient(() => textOf(scene.next())))),

  'in the handler': async ({ next, isTaken }) => {
    const calls = eachClient(next).slice(0, FEW.atOnce);
    const free = await lock(calls[0]?.table ?? '');
    const sockets = await openAll(calls.map((call) => textOf(call)));
    await isTaken(HELD);
    await vi.waitFor(async () => expect(await locked()).toBeGreaterThan(0), PATIENT);
    await cut(sockets);
    await free();
  },

  'while the response is sent': async ({ next }) => {
    const sockets = await openAll(eachClient(() => textOf(next())));
    await Promise.all(sockets.map(firstChunk));
    await cut(sockets);
  },

  'on a connection that is used again': async (scene) => {
    const sockets = await openAll(eachClient(() => textOf(scene.next())));
    await Promise.all(sockets.map(firstChunk));
    await cutDuringLookUp(scene, async () => {
      for (const socket of sockets) socket.resume().write(textOf(scene.next()));
      return sockets;
    });
  },

  'after requests sent ahead': (scene) => {
    const text = () => textOf(scene.next());
    return cutDuringLookUp(scene, () => openAll([text(), text(), text() + text() + text()]));
  },

  'by HTTP/1.0': (scene) =>
    cutDuringLookUp(scene, () => openAll(eachClient(() => textOf(scene.next(), '1.0')))),

  'by closing only its half': async ({ next, isTaken }) => {
    const free = await lock('sessions');
    const sockets = await openAll(eachClient(() => textOf(next())));
    await isTaken(QUEUED);
    for (const socket of sockets) socket.end();
    await isTaken({ taken: 0, waiting: 0 });
    await cut(sockets);
    await free();
  },
};

describe('clients that close their connection leave nothing taken [REL-150]', () => {
  const cases = LOADS.flatMap((load) =>
    Object.keys(MOMENTS).map((moment) => [load, moment] as const),
  );

  it.each(cases)('by %s %s', async (load, moment) => {
    const calls = await Promise.all(Array.from({ length: 2 * CLIENTS }, () => CALLS[load]()));
    await MOMENTS[moment]?.({
      load,
      next: () => calls.pop() as Call,
      isTaken: (expected) =>
        vi.waitFor(() => expect(t.services.admission[load].count()).toEqual(expected), PATIENT),
    });
    await expectNothingLeft();
    await expectServed(load);
    await expectNothingLeft();
  });

  it.each(['sessions', 'event_streams', null])(
    'by opening event streams, with %s locked meanwhile [LIVE-08]',
    async (table) => {
      const text = textOf({ method: 'GET', path: '/api/events', table: '' });
      const free = table === null ? null : await lock(table);
      for (let round = 0; round < 3; round += 1) {
        const sockets = await openAll(eachClient(() => text));
        if (table === null) await Promise.all(sockets.map(firstChunk));
        else await vi.waitFor(async () => expect(await locked()).toBeGreaterThan(0), PATIENT);
        await cut(sockets);
      }
      await free?.();
      await vi.waitFor(() => expect(t.services.streams.count()).toBe(0), PATIENT);
      // As many as a member may have.
      const sockets = await openAll(Array.from({ length: 10 }, () => text));
      for (const socket of sockets) expect(await firstChunk(socket)).toMatch(/^HTTP\/1.1 200 /);
      await cut(sockets);
      await vi.waitFor(() => expect(t.services.streams.count()).toBe(0), PATIENT);
      await expectNothingLeft();
    },
  );
});
