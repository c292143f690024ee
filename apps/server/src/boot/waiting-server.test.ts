import { once } from 'node:events';
import { connect } from 'node:net';
import { ERRORS } from '@naru/contract/errors';
import { expect, it, vi } from 'vitest';
import { freePort } from '../testing/started-program.ts';
import { listen } from './listen.ts';
import { listenMeanwhile } from './waiting-server.ts';

const CLIENT = 'https://app.example.ac.kr';

async function startWaiting() {
  const port = await freePort();
  const env = {
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: 'http://127.0.0.1',
    CORS_ORIGINS: [CLIENT],
    S3: null,
    DATA_DIR: '/',
  };
  const site = { version: '1.0.0', commit: null, isDatabaseUp: () => false };
  return { port, stop: await listenMeanwhile(env, site) };
}

it.each([
  ['nothing', ''],
  ['half a request', 'GET / HTTP/1.1\r\nhost: a'],
])('a start that goes on leaves no client open that has sent %s [REL-168]', async (_, sent) => {
  const { port, stop } = await startWaiting();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(sent);
  // By the time a second client gets its response, the data of the first has been read.
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(503);
  const closed = once(socket.resume(), 'close');
  stop();
  await closed;
});

it('lets a client that is served elsewhere read that the server starts [API-17]', async () => {
  const { port, stop } = await startWaiting();
  const ask = (method: string, origin = CLIENT) =>
    fetch(`http://127.0.0.1:${port}/api/member/me`, { method, headers: { origin } });
  const [asked, refused] = [await ask('OPTIONS'), await ask('GET')];
  expect([asked.status, refused.status]).toEqual([204, 503]);
  expect((await refused.json()).message).toBe(ERRORS.UNAVAILABLE.message);
  for (const { headers } of [asked, refused]) {
    expect(headers.get('access-control-allow-origin')).toBe(CLIENT);
  }
  const other = await ask('GET', 'https://evil.example');
  expect(other.headers.has('access-control-allow-origin')).toBe(false);
  stop();
});

it('lets thousands of new connections wait to be accepted, as after a restart [LIVE-46]', async () => {
  const app = { listen: vi.fn(async () => '') };
  await listen(app as unknown as Parameters<typeof listen>[0], { HOST: '127.0.0.1', PORT: 3000 });
  expect(app.listen).toHaveBeenCalledExactlyOnceWith({
    host: '127.0.0.1',
    port: 3000,
    backlog: 4096,
  });
});
