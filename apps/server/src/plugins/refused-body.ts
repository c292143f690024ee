import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Read and thrown away after a refused upload, so that the sender sees the answer. */
const DRAIN_BYTES = 1_048_576;

/** Reads a little of a body nobody wants, then hangs up on a sender who does not stop. */
export function drainBody(body: Readable, reply: FastifyReply): void {
  let left = DRAIN_BYTES;
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left > 0) return;
    body.pause();
    if (reply.raw.writableFinished) body.destroy();
    else reply.raw.once('finish', () => body.destroy());
  });
}
