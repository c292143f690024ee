import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** What a phone has where the signal is weak. */
const THIRD_GENERATION = { bitsPerSecond: 400_000, roundTripMs: 400 };

interface Link {
  url: string;
  close(): Promise<void>;
}

/** A link to the server at `target` whose connections share its width, each way. */
export async function startSlowLink(target: string): Promise<Link> {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  const [up, down] = [createLane(), createLane()];
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    near.pipe(up()).pipe(far);
    far.pipe(down()).pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** One direction: what is sent waits for what is on its way, and travels half of a round trip. */
function createLane(): () => Transform {
  const { bitsPerSecond, roundTripMs } = THIRD_GENERATION;
  let freeAt = 0;
  const depart = async (bytes: number) => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (bytes * 8 * 1000) / bitsPerSecond;
    await pause(freeAt - now);
  };
  return () =>
    new Transform({
      // A full buffer would fill the link of the others.
      highWaterMark: 4096,
      async transform(chunk: Buffer, _encoding, done) {
        for (let at = 0; at < chunk.length; at += 1400) {
          const part = chunk.subarray(at, at + 1400);
          await depart(part.length);
          setTimeout(() => this.push(part), roundTripMs / 2);
        }
        done();
      },
      flush(done) {
        setTimeout(done, roundTripMs / 2);
      },
    });
}
