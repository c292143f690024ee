import { once } from 'node:events';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../config/env.ts';
import { presignFile } from '../features/uploads/attachments.fixture.ts';
import { pathOf } from '../features/uploads/pictures.fixture.ts';
import { makeMp4 } from '../features/uploads/videos.fixture.ts';
import { presign } from '../testing/matrix/world.ts';
import { portOf, rawRequest, sendRaw } from '../testing/raw-http.ts';
import { createTestApp, NO_LIMITS, type TestApp } from '../testing/test-app.ts';
import { buildApp } from '../wiring/app.ts';
import { idleConnectionsPlugin } from './draining.ts';
import { CONNECTION_LIMITS } from './http-server.ts';
import { openResponsesPlugin } from './open-responses.ts';
import { slowReadersPlugin, slowSendersPlugin } from './slow-clients.ts';

/** Far above the limits below, far below Node's own. */
const SOON_MS = 40_000;
const LARGE_BYTES = 32 * 1024 * 1024;
const LARGE = 'GET /assets/large-abcdefgh.bin HTTP/1.1\r\nhost: a\r\n\r\n';
const GET = 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';
const HEALTH = 'GET /api/health HTTP/1.1\r\nhost: a\r\n\r\n';
const CALL = 'POST /api/member/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
const BODY = 'content-length: 1000\r\n\r\n{';

let t: TestApp;
/** A built web app with one file that no buffer of the network can hold. */
let webRoot: string;
const apps: FastifyInstance[] = [];
beforeAll(async () => {
  t = await createTestApp();
  webRoot = join(t.dataDir, 'web');
  await mkdir(join(webRoot, 'assets'), { recursive: true });
  await writeFile(join(webRoot, 'index.html'), '<html><head></head><body></body></html>');
  await writeFile(join(webRoot, 'assets', 'large-abcdefgh.bin'), '');
  await truncate(join(webRoot, 'assets', 'large-abcdefgh.bin'), LARGE_BYTES);
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await t.close();
});

/** A server in which only the given limits are short; returns its port. */
async function serve(limits: Partial<typeof CONNECTION_LIMITS>): Promise<number> {
  return portOf(await start(limits));
}

async function start(limits: Partial<typeof CONNECTION_LIMITS>, env: Record<string, string> = {}) {
  const app = await buildApp({
    env: readEnv({ DATA_DIR: t.dataDir, ...env }),
    services: t.services,
    rates: NO_LIMITS,
    version: 'test',
    log: pino({ level: 'silent' }),
    limits: { ...CONNECTION_LIMITS, check: 50, ...limits },
    webRoot,
  });
  apps.push(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

/** Sends the text, then a byte in every interval, until the server closes; false: too late. */
async function isClosed(port: number, text: string, interval?: number, what = ' ') {
  const socket: Socket = connect(port, '127.0.0.1', () => void socket.write(text));
  socket.on('error', () => undefined);
  socket.resume();
  const drip = interval && setInterval(() => socket.writable && socket.write(what), interval);
  // Not `once`: a write to a closed connection is an error, which also ends in a close.
  const isInTime = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), SOON_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
  clearInterval(drip);
  socket.destroy();
  return isInTime;
}

const OK = /^HTTP\/1\.1 200 /;

/** Sends the body in 40 parts, 20 ms apart; returns the beginning of the response. */
async function sendSlowly(port: number, head: string, body: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${head}content-length: ${body.length}\r\n\r\n`);
  let sent = 0;
  const drip = setInterval(() => {
    const next = sent + Math.ceil(body.length / 40);
    socket.write(body.subarray(sent, next));
    sent = next;
    if (sent >= body.length) clearInterval(drip);
  }, 20);
  try {
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(SOON_MS) });
    return String(answer);
  } finally {
    clearInterval(drip);
    socket.destroy();
  }
}

describe('slow senders', () => {
  it('have 10 s for the headers, 15 s for a body or a pause, 60 s in all, 10 minutes for a file [REL-10]', () => {
    expect(CONNECTION_LIMITS).toEqual({
      headers: 10_000,
      body: 15_000,
      request: 60_000,
      file: 600_000,
      idle: 15_000,
      idleOfProxy: 72_000,
      check: 1000,
    });
  });

  it('are closed when the headers do not end, or do not begin [REL-10]', async () => {
    const port = await serve({ headers: 200 });
    expect(await isClosed(port, 'GET / HTTP/1.1\r\nhost: a\r\nx-a: ')).toBe(true);
    expect(await isClosed(port, 'GET / HTTP/1.1\r\nhost: a\r\nx-a: ', 20)).toBe(true);
    expect(await isClosed(port, '')).toBe(true);
  });

  it('are closed when the body of a call takes too long, even byte by byte [REL-10]', async () => {
    const port = await serve({ body: 200 });
    expect(await isClosed(port, CALL + BODY)).toBe(true);
    expect(await isClosed(port, CALL + BODY, 20)).toBe(true);
    expect(await isClosed(port, `${CALL}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`)).toBe(true);
  });

  it('are closed when an upload stops or takes too long as a whole [REL-10]', async () => {
    const member = await t.signIn('STUDENT');
    const upload = async () => {
      const { uploadUrl } = await presign(t, member);
      return `PUT ${uploadUrl} HTTP/1.1\r\nhost: a\r\ncontent-type: image/png\r\n${BODY}`;
    };
    expect(await isClosed(await serve({ body: 200 }), await upload())).toBe(true);
    const port = await serve({ request: 300, headers: 300 });
    expect(await isClosed(port, await upload(), 20)).toBe(true);
  });

  it('may send a file for longer than a picture, but not for ever [UPLOAD-43]', async () => {
    const member = await t.signIn('STUDENT');
    const uploadUrl = pathOf((await presignFile(t, member, '느린 글.txt')).json.uploadUrl);
    const text = Buffer.from('0123456789'.repeat(4));
    const port = await serve({ request: 200 });
    expect(await sendSlowly(port, `PUT ${uploadUrl} HTTP/1.1\r\nhost: a\r\n`, text)).toMatch(OK);
    const second = pathOf((await presignFile(t, member, '멈춘 글.txt')).json.uploadUrl);
    const late = `PUT ${second} HTTP/1.1\r\nhost: a\r\n${BODY}`;
    expect(await isClosed(await serve({ file: 300, headers: 300 }), late, 20)).toBe(true);
  });

  it('may send a video for as long as a file [UPLOAD-43]', async () => {
    const council = await t.signIn('STUDENT_COUNCIL');
    const video = makeMp4(10);
    const query = `contentType=video/mp4&size=${video.length}`;
    const url = `/api/banners/video-presign?${query}`;
    const uploadUrl = pathOf((await t.call('GET', url, { as: council })).json.uploadUrl);
    const head = `PUT ${uploadUrl} HTTP/1.1\r\nhost: a\r\ncontent-type: video/mp4\r\n`;
    expect(await sendSlowly(await serve({ request: 200 }), head, video)).toMatch(OK);
  });

  it('are closed when they go on with a body that nobody reads [REL-122]', async () => {
    const port = await serve({ body: 200 });
    const type = 'host: a\r\ncontent-type: image/png\r\n';
    expect(await isClosed(port, `POST /api/nothing HTTP/1.1\r\n${type}${BODY}`, 20)).toBe(true);
    expect(await isClosed(port, `GET /api/health HTTP/1.1\r\n${type}${BODY}`, 20)).toBe(true);
    expect(await isClosed(port, `PUT /files/upload/a HTTP/1.1\r\n${type}${BODY}`, 20)).toBe(true);
  });

  it('do not disturb a quick client on the same server [REL-10]', async () => {
    const port = await serve({ headers: 200, body: 200 });
    const slow = isClosed(port, CALL + BODY, 20);
    const quick = await sendRaw(port, rawRequest('GET', '/api/health'));
    expect(quick.status).toBe(200);
    expect(await slow).toBe(true);
  });

  it('leave a handler its time once the body is complete [REL-10]', async () => {
    const app = Fastify();
    apps.push(app);
    await app.register(slowSendersPlugin, { limits: { ...CONNECTION_LIMITS, body: 100 } });
    app.post('/', async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return { isDone: true };
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const read = await sendRaw(portOf(app), rawRequest('POST', '/', {}, '{"a":1}'));
    expect(read.status).toBe(200);
    const empty = await sendRaw(portOf(app), rawRequest('POST', '/', { 'content-length': '0' }));
    expect(empty.status).toBe(200);
  });
});

describe('idle clients', () => {
  it('are closed 15 s after their last response, those of a proxy later than it closes them [REL-122]', async () => {
    expect((await start({})).server.keepAliveTimeout).toBe(15_000);
    const behindProxy = await start({}, { TRUST_PROXY: '127.0.0.1' });
    expect(behindProxy.server.keepAliveTimeout).toBe(72_000);
    expect(await isClosed(await serve({ idle: 50 }), HEALTH)).toBe(true);
  });

  it('are closed when line ends come instead of another request, but not during one [REL-122]', async () => {
    const port = await serve({ idle: 50, headers: 100 });
    expect(await isClosed(port, HEALTH, 20, '\r\n')).toBe(true);
    const app = Fastify();
    apps.push(app);
    const limits = { ...CONNECTION_LIMITS, headers: 50, check: 20 };
    await app.register(openResponsesPlugin);
    await app.register(idleConnectionsPlugin, { limits, idle: 50 });
    app.get('/quick', async () => 'quick');
    app.get('/', async () => {
      await delay(400);
      return 'done';
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const pipelined = 'GET /quick HTTP/1.1\r\nhost: a\r\n\r\n';
    expect(await textOf(portOf(app), pipelined + GET)).toMatch(/quick.*done/s);
  });

  it('have no more time for the headers of another request [REL-122]', async () => {
    const port = await serve({ headers: 200 });
    expect(await isClosed(port, `${HEALTH}GET / HTTP/1.1\r\nx-a: `, 20)).toBe(true);
  });
});

/** Everything that comes until the server closes the connection. */
async function textOf(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => void socket.write(request));
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part);
  return Buffer.concat(parts).toString();
}

/**
 * Requests a response and reads up to `rate` bytes every 10 ms, in which it sends `drip`; returns how many came
 * until the end.
 */
async function readAt(app: FastifyInstance, request: string, rate: number, drip = '') {
  const connected = once(app.server, 'connection');
  const socket = connect(portOf(app), '127.0.0.1', () => void socket.write(request));
  socket.on('error', () => undefined);
  let bytes = 0;
  socket.pause();
  // A client that does not read cannot see its end: the server can.
  const [peer] = (await connected) as [Socket];
  const closed = once(peer, 'close');
  const reading = setInterval(() => {
    const part = rate > 0 ? (socket.read(Math.min(rate, socket.readableLength)) ?? '') : '';
    bytes += part.length;
    if (drip !== '' && socket.writable) socket.write(drip);
  }, 10);
  const isInTime = await Promise.race([
    closed.then(() => true),
    delay(SOON_MS, false, { ref: false }),
  ]);
  clearInterval(reading);
  for await (const rest of socket.iterator({ destroyOnReturn: true })) bytes += rest.length;
  return { isInTime, bytes };
}

describe('slow readers', () => {
  const endless = () => Readable.from(repeat(Buffer.alloc(65_536)));

  function* repeat<T>(value: T) {
    for (;;) yield value;
  }

  /** A server with one response of the given type. */
  async function respond(
    limits: Partial<typeof CONNECTION_LIMITS>,
    type: string,
    body: () => Readable,
  ): Promise<FastifyInstance> {
    const app = Fastify();
    apps.push(app);
    await app.register(slowReadersPlugin, {
      limits: { ...CONNECTION_LIMITS, check: 20, ...limits },
    });
    app.get('/', (_request, reply) => reply.type(type).send(body()));
    await app.listen({ host: '127.0.0.1', port: 0 });
    return app;
  }
  it('are closed when they stop reading, also after many requests [REL-122]', async () => {
    const app = await start({ body: 200 });
    for (const request of [LARGE, LARGE.repeat(20)]) {
      const { isInTime, bytes } = await readAt(app, request, 0);
      expect(isInTime).toBe(true);
      expect(bytes).toBeLessThan(LARGE_BYTES);
    }
    expect((await readAt(app, LARGE, 0, '\r\n')).isInTime).toBe(true);
  });

  it('are closed when the whole response takes too long, that of a call sooner [REL-122]', async () => {
    const file = await respond({ file: 300 }, 'application/zip', endless);
    expect((await readAt(file, GET, 100_000)).isInTime).toBe(true);
    const call = await respond({ request: 300 }, 'application/json; charset=utf-8', endless);
    expect((await readAt(call, GET, 100_000)).isInTime).toBe(true);
  });

  it('get all of it while they go on reading, and while the server itself pauses [REL-122]', async () => {
    const app = await start({ body: 200 });
    const close = LARGE.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n');
    expect((await readAt(app, close, 500_000)).bytes).toBeGreaterThan(LARGE_BYTES);
    async function* twice() {
      yield 'a'.repeat(10);
      await delay(300);
      yield 'b'.repeat(10);
    }
    const slow = await respond({ body: 100 }, 'text/csv', () => Readable.from(twice()));
    expect((await readAt(slow, GET, 100)).bytes).toBeGreaterThan(20);
  });
});
