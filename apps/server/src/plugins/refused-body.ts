import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Read and discarded after a refused upload, so that the client receives the response. */
const DRAIN_BYTES = 1_048_576;

/** Reads a limited part of a refused body, then disconnects a client that keeps sending. */
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
