import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { portOf, rawRequest, sendRaw } from '../testing/raw-http.ts';
import { openResponses, openResponsesPlugin } from './open-responses.ts';

const apps: FastifyInstance[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
});

const ALL = { untilClosed: true };
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;

/** A server whose `/waiting` responds after `go`, and that remembers all responses and bodies. */
async function serve() {
  const app = Fastify();
  apps.push(app);
  await app.register(openResponsesPlugin);
  const closes: number[] = [];
  const bodies: Readable[] = [];
  let peer: Socket | undefined;
  app.server.on('request', ({ socket }, response: ServerResponse) => {
    peer = socket;
    const n = closes.push(0) - 1;
    response.on('close', () => {
      closes[n] = (closes[n] ?? 0) + 1;
    });
  });
  let go: () => void = () => undefined;
  const going = new Promise<void>((resolve) => {
    go = resolve;
  });
  const endless = () => {
    const body = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    bodies.push(body);
    return body;
  };
  app.get('/endless', (_request, reply) => reply.send(endless()));
  app.get('/quick', async () => 'quick');
  let begun = 0;
  app.get('/waiting', async (_request, reply) => {
    begun += 1;
    await going;
    return reply.send(endless());
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...{ closes, port: portOf(app), go: () => go(), begun: () => begun },
    open: () => (peer === undefined ? 0 : openResponses(peer).size),
    /** Sends the text, and closes the connection once this many requests have arrived. */
    break: async (text: string, requests: number) => {
      const socket = connect(portOf(app), '127.0.0.1', () => void socket.write(text));
      socket.pause();
      await expect.poll(() => closes.length).toBe(requests);
      socket.destroy();
      await expect.poll(() => peer?.closed).toBe(true);
    },
    areDestroyed: () => bodies.map(({ destroyed }) => destroyed),
  };
}

it('closes responses that wait for an earlier one with their connection, and what they send [REL-144]', async () => {
  const server = await serve();
  await server.break(get('/endless').repeat(3) + get('/quick'), 4);
  await expect.poll(server.areDestroyed).toEqual([true, true, true]);
  expect(server.closes).toEqual([1, 1, 1, 1]);
  expect(server.open()).toBe(0);
});

it('sends nothing to a response that has waited on a closed connection [REL-144]', async () => {
  const server = await serve();
  await server.break(get('/endless') + get('/waiting').repeat(2), 3);
  server.go();
  await expect.poll(server.areDestroyed).toEqual([true, true, true]);
  expect(server.closes).toEqual([1, 1, 1]);
});

it('knows what a connection waits for, and closes nothing twice [REL-144]', async () => {
  const server = await serve();
  await server.break(get('/quick') + get('/quick') + get('/waiting'), 3);
  server.go();
  await expect.poll(server.areDestroyed).toEqual([true]);
  expect(server.closes).toEqual([1, 1, 1]);
  expect(server.open()).toBe(0);
});

it('closes a connection on which more than 100 requests wait, and begins none of the others [REL-144]', async () => {
  const server = await serve();
  const { text, isClosed } = await sendRaw(server.port, get('/waiting').repeat(150), ALL);
  expect({ text, isClosed, begun: server.begun() }).toEqual({
    text: '',
    isClosed: true,
    begun: 100,
  });
  expect(server.open()).toBe(0);
});

it('responds to 100 requests that were sent at once [REL-144]', async () => {
  const server = await serve();
  const requests = get('/quick').repeat(99) + rawRequest('GET', '/quick');
  const { text } = await sendRaw(server.port, requests, ALL);
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(100);
});
