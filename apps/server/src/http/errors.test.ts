import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createCampusNetworks } from '../platform/campus-networks.ts';
import { portOf } from '../testing/raw-http.ts';
import { NO_LIMITS } from '../testing/test-app.ts';
import { errorsPlugin } from './errors.ts';
import { rateLimitPlugin } from './rate-limit.ts';

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
