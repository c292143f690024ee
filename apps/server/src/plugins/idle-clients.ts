import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { ConnectionLimits } from './connection-limits.ts';
import { openResponses } from './open-responses.ts';
import { isTaken } from './take-socket.ts';

interface Options {
  limits: ConnectionLimits;
  /** How long a connection may have no request, in milliseconds. */
  idle: number;
}

/**
 * Closes connections on which line ends arrive instead of another request: each begins Node's timeout of
 * idle connections anew, and none its timeout of headers. A request that begins at the last moment still
 * has its time for the headers.
 */
export const idleClientsPlugin = fp(async (app: FastifyInstance, { limits, idle }: Options) => {
  /** Connections without a request, with the end of their last response. */
  const since = new Map<Socket, number>();

  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    since.delete(socket);
    response.once('close', () => {
      if (openResponses(socket).size > 0 || socket.destroyed || isTaken(socket)) return;
      since.set(socket, performance.now());
    });
  });

  const looking = setInterval(() => {
    const limit = performance.now() - idle - limits.headers;
    for (const [socket, at] of since) {
      if (at < limit) socket.destroy();
      if (socket.destroyed) since.delete(socket);
    }
  }, limits.check).unref();
  app.addHook('onClose', async () => clearInterval(looking));
});
