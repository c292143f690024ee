import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { freePort } from '../testing/started-program.ts';
import { listen } from './listen.ts';
import { listenMeanwhile } from './waiting-server.ts';

it.each([
  ['nothing', ''],
  ['half a request', 'GET / HTTP/1.1\r\nhost: a'],
])('a start that goes on leaves no client open that has sent %s [REL-168]', async (_, sent) => {
  const port = await freePort();
  const env = {
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: 'http://127.0.0.1',
    S3: null,
    DATA_DIR: '/',
  };
  const site = { version: '1.0.0', commit: null, isDatabaseUp: () => false };
  const stop = await listenMeanwhile(env, site);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(sent);
  // By the time a second client gets its response, the data of the first has been read.
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(503);
  const closed = once(socket.resume(), 'close');
  stop();
  await closed;
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
