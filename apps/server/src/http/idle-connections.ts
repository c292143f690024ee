import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { ConnectionLimits } from './http-server.ts';
import { openResponses } from './open-responses.ts';
import { isTaken } from './take-socket.ts';

interface Options {
  limits: ConnectionLimits;
  /** How long a connection may have no request, in milliseconds. */
  idle: number;
}

/**
 * Closes idle connections when the server stops, and after a time of its own: a client that sends only line
 * breaks restarts Node's timeout of idle connections with each one and never starts its timeout of headers.
 * A request that begins at the last moment still has its time for the headers.
 */
export const idleConnectionsPlugin = fp(async (app: FastifyInstance, { limits, idle }: Options) => {
  const { server } = app;
  /** Connections without a request, with their beginning or the end of their last response. */
  const since = new Map<Socket, number>();
  let isStopping = false;

  function rest(socket: Socket): void {
    if (isStopping) socket.destroy();
    else since.set(socket, performance.now());
  }

  server.on('connection', (socket: Socket) => {
    rest(socket);
    socket.once('close', () => since.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    since.delete(socket);
    response.on('close', () => {
      const isIdle = openResponses(socket).size === 0 && !socket.destroyed && !isTaken(socket);
      if (isIdle) rest(socket);
    });
  });

  const looking = setInterval(() => {
    const limit = performance.now() - idle - limits.headers;
    for (const [socket, at] of since) if (at < limit) socket.destroy();
  }, limits.check).unref();
  // Node's own also closes connections whose last response is written but not yet sent.
  server.closeIdleConnections = () => {
    for (const socket of since.keys()) socket.destroy();
  };
  app.addHook('preClose', async () => {
    isStopping = true;
    server.closeIdleConnections();
  });
  app.addHook('onClose', async () => clearInterval(looking));
});
