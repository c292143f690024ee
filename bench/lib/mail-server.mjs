import { once } from 'node:events';
import { createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/**
 * A mail server on the loopback address. `fail('away')` refuses connections, `fail('refuses')` each e-mail with a
 * 5xx, `fail('tarpit')` takes connections and says nothing, `fail(null)` works again on the same port.
 */
export async function startMailServer() {
  const received = [];
  let stop = async () => undefined;
  let port = 0;
  const work = async (isRefused = false) => {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onMailFrom: (_address, _session, done) =>
        done(isRefused ? Object.assign(new Error('not now'), { responseCode: 554 }) : undefined),
      onData: (stream, _session, done) =>
        void buffer(stream).then((bytes) => {
          received.push(bytes);
          done();
        }, done),
    });
    server.on('error', () => undefined);
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    port = server.server.address().port;
    stop = () => new Promise((resolve) => server.close(resolve));
  };
  const holdUp = async () => {
    const sockets = new Set();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    stop = () =>
      new Promise((resolve) => {
        server.close(resolve);
        for (const socket of sockets) socket.destroy();
      });
  };
  await work();
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    fail: async (trouble) => {
      await stop();
      stop = async () => undefined;
      if (trouble === 'tarpit') await holdUp();
      else if (trouble !== 'away') await work(trouble === 'refuses');
    },
    close: () => stop(),
  };
}
