import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { authRoutes } from '@naru/contract/auth';
import { ERRORS } from '@naru/contract/errors';
import { eventRoutes } from '@naru/contract/events';
import { attachmentRoutes, fileRoutes } from '@naru/contract/files';
import { postRoutes } from '@naru/contract/posts';
import Fastify, { type FastifyRequest } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deferred } from '../../platform/deferred.ts';
import { portOf } from '../../testing/raw-http.ts';
import { WIDE_ADMISSION } from '../../testing/test-app.ts';
import { createRequestOwners, requestOwnerPlugin } from '../request-owner.ts';
import { admissionPlugin } from './admission.ts';
import { createAdmission } from './loads.ts';
import { createPlaces, type Waiting } from './places.ts';
import { createOverloadNotes, createSubjects } from './refusals.ts';

const closes: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
});

const ONE = { atOnce: 1, waiting: 2, waitMs: 600_000, overloadMs: 600_000 };

/** A server with one place for each load; a read ends when `finish` is called, a sign-in at once. */
async function startServer({
  picturesFullFor = null,
  uploadMs = 1,
}: {
  picturesFullFor?: number | null;
  uploadMs?: number;
} = {}) {
  const admission = createAdmission(1, { ...WIDE_ADMISSION, read: ONE, signIn: ONE, upload: ONE });
  const app = Fastify();
  /** Requests whose body is there. */
  const whole: string[] = [];
  app.addHook('preValidation', ({ url }, _reply, done) => {
    whole.push(url);
    done();
  });
  const owners = createRequestOwners();
  await app.register(requestOwnerPlugin, { owners });
  await app.register(admissionPlugin, {
    admission,
    owners,
    subjects: createSubjects({ memberOf: Number, proxies: [] }),
    noteOverload: createOverloadNotes(admission, app.log),
    picturesFullFor: (memberId) => (memberId === 8 ? null : picturesFullFor),
    uploadMs,
  });
  const started: string[] = [];
  /** What `onResponse` was called for. */
  const answered: string[] = [];
  app.addHook('onResponse', async ({ url, isShed }, { statusCode }) => {
    answered.push(`${url} ${statusCode}${isShed ? ' shed' : ''}`);
  });
  const uploads: FastifyRequest[] = [];
  /** The body of a slow form is there, its request comes back once this resolves. */
  const forms: ReturnType<typeof deferred<void>>[] = [];
  const running: ReturnType<typeof deferred<string>>[] = [];
  app.get<{ Params: { id: string } }>(
    '/read/:id',
    { config: { route: postRoutes.detail } },
    ({ params }) => {
      started.push(params.id);
      const work = deferred<string>();
      running.push(work);
      return work.promise;
    },
  );
  app.get('/stream', { config: { route: eventRoutes.stream } }, (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  });
  app.get('/download', { config: { route: postRoutes.detail } }, (_request, reply) =>
    reply.send(Readable.from(endless(), { objectMode: false })),
  );
  app.register(async (scope) => {
    scope.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body));
    scope.put('/upload', { config: { route: attachmentRoutes.attachmentUpload } }, (request) => {
      uploads.push(request);
      return once(request.raw.resume(), 'end').then(() => 'taken');
    });
    scope.put('/picture', { config: { route: fileRoutes.upload } }, async () => 'taken');
  });
  app.addContentTypeParser('application/slow', async (_request: unknown, body: Readable) => {
    await once(body.resume(), 'end');
    const form = deferred<void>();
    forms.push(form);
    await form.promise;
  });
  app.post('/sign-in/held', { config: { route: authRoutes.login } }, () => {
    const work = deferred<string>();
    running.push(work);
    return work.promise;
  });
  app.post('/sign-in', { config: { route: authRoutes.login } }, async () => 'in');
  let arrived = 0;
  app.server.on('request', () => {
    arrived += 1;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  closes.push(() => app.close());
  const read = (id: string) => fetch(`http://127.0.0.1:${portOf(app)}/read/${id}`);
  const waiting = (count: number) =>
    vi.waitFor(() => expect(admission.read.count().waiting).toBe(count), { timeout: 20_000 });
  return {
    admission,
    port: portOf(app),
    app,
    started,
    answered,
    uploads,
    forms,
    whole,
    read,
    waiting,
    arrived: (count: number) => vi.waitFor(() => expect(arrived).toBe(count), { timeout: 20_000 }),
    signIns: (count: { taken: number; waiting: number }) =>
      vi.waitFor(() => expect(admission.signIn.count()).toEqual(count), { timeout: 20_000 }),
    startedTo: (count: number) =>
      vi.waitFor(() => expect(started).toHaveLength(count), { timeout: 20_000 }),
    /** Ends the oldest running read. */
    finish: (error?: Error) => {
      const work = running.shift();
      if (error === undefined) work?.resolve('done');
      else work?.reject(error);
    },
    isEmpty: () =>
      vi.waitFor(
        () =>
          expect(Object.values(admission).map((places) => places.count())).toEqual(
            Object.values(admission).map(() => ({ taken: 0, waiting: 0 })),
          ),
        { timeout: 20_000 },
      ),
  };
}

async function open(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** What no client reads to its end. */
function* endless() {
  for (;;) yield Buffer.alloc(65_536);
}

const HEAD = 'POST /sign-in HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';

describe('admission [REL-140]', () => {
  it('lets reads wait in order, refuses more with Retry-After, and others pass meanwhile', async () => {
    const server = await startServer();
    const first = server.read('1');
    await server.startedTo(1);
    const second = server.read('2');
    await server.waiting(1);
    const third = server.read('3');
    await server.waiting(2);
    const refused = await server.read('4');
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      error: 'OVERLOADED',
      message: ERRORS.OVERLOADED.message,
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const signIn = await fetch(`http://127.0.0.1:${server.port}/sign-in`, { method: 'POST' });
    expect(signIn.status).toBe(200);
    server.finish();
    expect((await first).status).toBe(200);
    await server.startedTo(2);
    server.finish(new Error('broken'));
    expect((await second).status).toBe(500);
    await server.startedTo(3);
    server.finish();
    expect((await third).status).toBe(200);
    expect(server.started).toEqual(['1', '2', '3']);
    await server.isEmpty();
  });

  it('removes a client that has gone while it waits, and keeps the place of one that is served', async () => {
    const server = await startServer();
    const served = await open(server.port, 'GET /read/1 HTTP/1.1\r\nhost: a\r\n\r\n');
    await server.startedTo(1);
    const gone = await open(server.port, 'GET /read/2 HTTP/1.1\r\nhost: a\r\n\r\n');
    await server.waiting(1);
    gone.destroy();
    await server.waiting(0);
    served.destroy();
    // Its work goes on, so its place is taken.
    const next = server.read('3');
    await server.waiting(1);
    server.finish();
    await server.startedTo(2);
    server.finish();
    expect((await next).status).toBe(200);
    expect(server.started).toEqual(['1', '3']);
    await server.isEmpty();
  });

  it('lets a body that comes slowly hold no place', async () => {
    const server = await startServer();
    const slow = [];
    for (let n = 0; n < 5; n += 1) {
      slow.push(await open(server.port, `${HEAD}content-length: 2\r\n\r\n{`));
    }
    const quick = await fetch(`http://127.0.0.1:${server.port}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(quick.status).toBe(200);
    const [first, ...others] = slow;
    first?.write('}');
    const [chunk] = await once(first as Socket, 'data');
    expect(String(chunk)).toContain('HTTP/1.1 200');
    for (const socket of others) socket.destroy();
    await server.isEmpty();
    first?.destroy();
  });

  it('lets streams, slow downloads and slow uploads hold no place', async () => {
    const server = await startServer();
    const sockets = [];
    for (let n = 0; n < 3; n += 1) {
      for (const request of [
        'GET /stream HTTP/1.1\r\nhost: a\r\n\r\n',
        'GET /download HTTP/1.1\r\nhost: a\r\n\r\n',
      ]) {
        const socket = await open(server.port, request);
        sockets.push(socket);
        const [chunk] = await once(socket, 'data');
        expect(String(chunk)).toContain('HTTP/1.1 200');
        socket.pause();
      }
      const headers = 'content-type: application/pdf\r\ncontent-length: 2';
      const upload = `PUT /upload HTTP/1.1\r\nhost: a\r\n${headers}\r\n\r\n{`;
      sockets.push(await open(server.port, upload));
    }
    await server.isEmpty();
    const last = sockets.at(-1);
    last?.write('}');
    const [chunk] = await once(last as Socket, 'data');
    expect(String(chunk)).toContain('HTTP/1.1 200');
    for (const socket of sockets) socket.destroy();
    await server.isEmpty();
  });

  it('refuses a picture before its body while too many wait to be encoded, and takes other files', async () => {
    const server = await startServer({ picturesFullFor: 7 });
    const send = (path: string, headers = {}) =>
      fetch(`http://127.0.0.1:${server.port}${path}`, {
        method: 'PUT',
        body: new Blob(['a']),
        headers,
      });
    const refused = await send('/picture');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '7']);
    expect((await send('/upload')).status).toBe(200);
    // Members with few pictures have a place before others.
    expect((await send('/picture', { authorization: 'Bearer 8' })).status).toBe(200);
    await server.isEmpty();
  });

  it('drops pipelined requests of a connection that is closed', async () => {
    const server = await startServer();
    const requests = ['1', '2', '3'].map((id) => `GET /read/${id} HTTP/1.1\r\nhost: a\r\n\r\n`);
    const client = await open(server.port, requests.join(''));
    await server.startedTo(1);
    await server.waiting(2);
    client.destroy();
    await server.waiting(0);
    server.finish();
    await server.isEmpty();
    expect([server.started, server.answered]).toEqual([['1'], []]);
  });

  it('removes a client that has gone while it waits to come back', async () => {
    const server = await startServer();
    const gone = await open(server.port, `${HEAD}content-length: 2\r\n\r\n{`);
    await server.arrived(1);
    const held = fetch(`http://127.0.0.1:${server.port}/sign-in/held`, { method: 'POST' });
    await server.signIns({ taken: 1, waiting: 0 });
    gone.write('}');
    await server.signIns({ taken: 1, waiting: 1 });
    gone.destroy();
    await server.signIns({ taken: 1, waiting: 0 });
    server.finish();
    expect((await held).status).toBe(200);
    await server.isEmpty();
    expect(server.answered).toEqual(['/sign-in/held 200']);
  });

  it('lets nobody come back who was gone before', async () => {
    const server = await startServer();
    let isClosed = false;
    server.app.server.once('connection', (socket: Socket) =>
      socket.once('close', () => {
        isClosed = true;
      }),
    );
    const head = `${HEAD.replace('json', 'slow')}authorization: Bearer 1\r\n`;
    const gone = await open(server.port, `${head}content-length: 2\r\n\r\n{`);
    await server.arrived(1);
    gone.write('}');
    await vi.waitFor(() => expect(server.forms).toHaveLength(1), { timeout: 20_000 });
    const held = fetch(`http://127.0.0.1:${server.port}/sign-in/held`, { method: 'POST' });
    await server.signIns({ taken: 1, waiting: 0 });
    gone.destroy();
    await vi.waitFor(() => expect(isClosed).toBe(true), { timeout: 20_000 });
    server.forms[0]?.resolve();
    await vi.waitFor(() => expect(server.whole).toContain('/sign-in'), { timeout: 20_000 });
    expect(server.admission.signIn.count()).toEqual({ taken: 1, waiting: 0 });
    server.finish();
    expect((await held).status).toBe(200);
    await server.isEmpty();
  });

  it('responds to a refused request once, and serves the next one on its connection', async () => {
    const server = await startServer({ picturesFullFor: 7 });
    const headers = 'host: a\r\ncontent-type: image/png\r\ncontent-length: 2';
    const client = await open(server.port, `PUT /picture HTTP/1.1\r\n${headers}\r\n\r\n`);
    const [refused] = await once(client, 'data');
    expect(String(refused)).toMatch(/^HTTP\/1.1 503 /);
    client.write(`{}PUT /upload HTTP/1.1\r\n${headers}\r\n\r\n{}`);
    const [served] = await once(client, 'data');
    expect(String(served)).toMatch(/^HTTP\/1.1 200 /);
    client.destroy();
    await vi.waitFor(() => expect(server.answered).toHaveLength(2), { timeout: 20_000 });
    expect(server.answered).toEqual(['/picture 503 shed', '/upload 200']);
    await server.isEmpty();
  });
});

const WAITING = 400;

it.each([
  ['an IPv6 /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`, '2001:db8:2::1'],
  ['an IPv4 /24', (n: number) => `203.0.113.${n % 256}`, '203.0.114.1'],
])(
  'a line that is full of the addresses of %s lets others in, up to half of it [REL-140]',
  (_, from, elsewhere) => {
    const { subjectOf } = createSubjects({ memberOf: () => null, proxies: [] });
    const places = createPlaces(
      { atOnce: 1, waiting: WAITING, waitMs: 1_000, overloadMs: 1_000 },
      () => 0,
    );
    const refused: string[] = [];
    const arrive = (remoteAddress: string) => {
      const request = { headers: {}, socket: { remoteAddress } } as IncomingMessage;
      const waiting: Waiting = {
        subject: subjectOf(request),
        start: () => undefined,
        refuse: () => void refused.push(remoteAddress),
      };
      places.wait(waiting);
    };
    places.take();
    for (let n = 0; n < WAITING; n += 1) arrive(from(n));
    expect(refused).toEqual([]);
    for (let n = 0; n < WAITING / 2; n += 1) arrive(elsewhere);
    expect(refused).toHaveLength(WAITING / 2);
    expect(refused).not.toContain(elsewhere);
  },
);

it('members wait each for themselves, wherever they are', () => {
  const { subjectOf } = createSubjects({ memberOf: Number, proxies: [] });
  const headers = { authorization: 'Bearer 7' };
  const request = { headers, socket: { remoteAddress: '203.0.113.1' } } as IncomingMessage;
  expect(subjectOf(request)).toEqual({ key: 7, weight: 1 });
});
