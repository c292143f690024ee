import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCampusNetworks } from '../platform/campus-networks.ts';
import { portOf } from '../testing/raw-http.ts';
import { NO_LIMITS } from '../testing/test-app.ts';
import { errorsPlugin, respondToClientError } from './errors.ts';
import { openResponsesPlugin } from './open-responses.ts';
import { rateLimitPlugin } from './rate-limit.ts';
import { takeSocket } from './take-socket.ts';

async function startServer() {
  const lines: { level: number; msg: string; err?: { message: string } }[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const app = Fastify({ logger: { level: 'debug', stream } });
  const campus = createCampusNetworks([]);
  await app.register(rateLimitPlugin, { rates: NO_LIMITS, campus, count: undefined });
  await app.register(errorsPlugin, { rates: NO_LIMITS });
  return { app, lines };
}

/** The message that a server logs while a client disconnects before its response, which then fails. */
async function logged(failure: Error): Promise<string> {
  const { app, lines } = await startServer();
  app.get('/', async ({ raw }) => {
    client.destroy();
    await once(raw.socket, 'close');
    throw failure;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = connect(portOf(app), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  const found = () => lines.find(({ err }) => err?.message === failure.message);
  await expect.poll(found).toBeDefined();
  await app.close();
  return `${found()?.level} ${found()?.msg}`;
}

it('a response that its client did not wait for is no error, unlike what failed before [OPS-36]', async () => {
  const early = Object.assign(new Error('too early'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  expect(await logged(early)).toBe('20 client disconnected');
  expect(await logged(new Error('a fault'))).toBe('50 request failed');
});

it('a client that leaves while it sends its body is not taken for a database that is away [OPS-36]', async () => {
  const { app, lines } = await startServer();
  app.post('/', async () => 'taken');
  let isParsing: () => void = () => undefined;
  const parsing = new Promise<void>((resolve) => {
    isParsing = resolve;
  });
  app.addHook('preParsing', (_request, _reply, _payload, done) => {
    done();
    isParsing();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = connect(portOf(app), '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n');
  client.write('content-length: 9\r\n\r\n{');
  await parsing;
  client.destroy();
  await expect.poll(() => lines.filter(({ err }) => err !== undefined)).toHaveLength(1);
  await app.close();
  const [line] = lines.filter(({ err }) => err !== undefined);
  expect(`${line?.level} ${line?.msg}`).toBe('20 client disconnected');
});

const GARBAGE = 'garbage\r\n\r\n';
const BAD_CHUNK = 'zz\r\n';
const CHUNKED = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n';
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`;
const post = () => `POST /post HTTP/1.1\r\nhost: a\r\n${CHUNKED}\r\n`;

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify({ clientErrorHandler: respondToClientError });
  await app.register(openResponsesPlugin);
  app.get('/quick', async () => 'quick');
  app.get('/never', () => new Promise(() => undefined));
  app.get('/later', async () => {
    await once(app.server, 'clientError');
    return 'later';
  });
  app.get('/half', (_request, reply) => {
    const body = new PassThrough();
    body.write('half');
    app.server.once('clientError', () => body.end(' and half'));
    return reply.send(body);
  });
  app.get('/stream', (_request, reply) => {
    takeSocket(reply, { 'content-type': 'text/event-stream' })?.write('event');
  });
  app.post('/post', async () => 'posted');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Sends the first text, the second one when `after` has come, and returns all that comes until the end. */
async function send(first: string, after = '', second = ''): Promise<string> {
  let text = '';
  let isSent = false;
  const socket = connect(portOf(app), '127.0.0.1', () => void socket.write(first));
  socket.setEncoding('utf8').on('data', (part) => {
    text += part;
    if (isSent || second === '' || !text.includes(after)) return;
    isSent = true;
    socket.write(second);
  });
  // A reset is an end, too.
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

it.each([
  ['alone', () => send(GARBAGE)],
  ['in the body of its own request', () => send(post() + BAD_CHUNK)],
])('what is no request gets a response: %s [INPUT-24]', async (_name, answer) => {
  const text = await answer();
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(text).toContain('BODY_INVALID');
});

it('what is no request gets a response after an earlier one [INPUT-24]', async () => {
  const text = await send(get('/quick'), 'quick', GARBAGE);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

it.each([
  ['behind requests without a response yet', () => send(get('/later').repeat(2) + GARBAGE), 2],
  ['behind a response under way', () => send(get('/half'), 'half', GARBAGE + GARBAGE), 1],
])(
  'what is no request closes the connection after earlier responses: %s [INPUT-24]',
  async (_name, answer, count) => {
    const text = await answer();
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(count).fill('HTTP/1.1 200'));
    expect(text).toMatch(/later$|half.* and half/s);
  },
);

it.each([
  [
    'in a body behind a request without a response',
    () => send(get('/never') + post() + BAD_CHUNK),
    [],
  ],
  ['behind an event stream', () => send(get('/stream'), 'event', GARBAGE), ['HTTP/1.1 200']],
  [
    'in a body whose request had its response',
    () => send(get('/quick', CHUNKED), 'quick', BAD_CHUNK),
    ['HTTP/1.1 200'],
  ],
])('what is no request only closes the connection: %s [INPUT-24]', async (_name, answer, heads) => {
  expect((await answer()).match(/HTTP\/1\.1 \d+/g) ?? []).toEqual(heads);
});
