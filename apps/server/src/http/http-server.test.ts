import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portOf, rawRequest } from '../testing/raw-http.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

/** Eight requests begin at once; the others wait in a line, which needs their address. */
const PIPELINED = 20;
const CLIENTS = 10;

let t: TestApp;
beforeAll(async () => {
  const intake = { atOnce: 8, waiting: 2_000, waitMs: 500, overloadMs: 500 };
  t = await createTestApp({ admission: { intake } });
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

async function open(): Promise<Socket> {
  const socket = connect(portOf(t.app), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

function sendAndReset(socket: Socket, text: string): void {
  socket.write(text);
  socket.resetAndDestroy();
}

it.each([
  ['a page', rawRequest('GET', '/')],
  ['a call', rawRequest('POST', '/api/member/login', {}, '{}')],
  [
    'pipelined requests',
    rawRequest('GET', '/api/post', { connection: 'keep-alive' }).repeat(PIPELINED),
  ],
])(
  'a client that sends %s and resets its connection is no fault of the server',
  async (_name, text) => {
    const faults: unknown[] = [];
    const note = (error: unknown) => void faults.push(error);
    // Where the server would only log it.
    process.prependListener('uncaughtException', note);
    const logged = t.logs.length;
    for (let n = 0; n < CLIENTS; n += 1) {
      // Before the server has accepted it, and after that.
      sendAndReset(await open(), text);
      const accepted = once(t.app.server, 'connection');
      const late = await open();
      await accepted;
      sendAndReset(late, text);
    }
    await wait(200);
    process.off('uncaughtException', note);
    expect(faults).toEqual([]);
    const lines = t.logs.slice(logged).map((line) => JSON.parse(line));
    expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
    expect(t.services.admission.intake.count()).toEqual({ taken: 0, waiting: 0 });
  },
);

it.each([
  ['without a request', ''],
  ['with half a request', 'GET /api/health HT'],
])('a connection %s does not hold a stopping server', async (_name, bytes) => {
  const t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect(portOf(t.app), '127.0.0.1');
  socket.on('error', () => undefined);
  const cut = new Promise((resolve) => socket.once('close', resolve));
  await once(t.app.server, 'connection');
  if (bytes !== '') await new Promise((resolve) => socket.write(bytes, resolve));
  await t.close();
  await cut;
  expect(socket.destroyed).toBe(true);
});
