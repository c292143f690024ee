import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Health } from '../platform/health.ts';
import type { ConnectionLimits } from './http-server.ts';
import { openResponses } from './open-responses.ts';
import { isTaken } from './take-socket.ts';

/** How long running requests may take once the server closes. */
const IN_FLIGHT_MS = 10_000;

interface Options {
  health: Pick<Health, 'serve' | 'drain' | 'whenDraining'>;
  inFlightMs?: number;
}

/**
 * Shuts the server down in order. While draining it serves as before but closes each connection after its response,
 * so that clients connect to another server. On close, running requests get ten seconds; then all connections are
 * cut, so that the database can stop.
 */
export const drainingPlugin = fp(async (app: FastifyInstance, options: Options) => {
  const { health, inFlightMs = IN_FLIGHT_MS } = options;
  const { server } = app;
  let late: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => health.serve());
  // No hook, which every request would pay for even while nothing drains.
  health.whenDraining(() =>
    server.prependListener('request', (_request, response: ServerResponse) =>
      response.setHeader('connection', 'close'),
    ),
  );
  app.addHook('preClose', async () => {
    health.drain();
    late = setTimeout(() => server.closeAllConnections(), inFlightMs);
  });
  app.addHook('onClose', async () => clearTimeout(late));
});

interface IdleOptions {
  limits: ConnectionLimits;
  /** How long a connection may have no request, in milliseconds. */
  idle: number;
}

/**
 * Closes idle connections when the server stops, and after a time of its own: a client that sends only line
 * breaks restarts Node's timeout of idle connections with each one and never starts its timeout of headers.
 * A request that begins at the last moment still has its time for the headers.
 */
export const idleConnectionsPlugin = fp(
  async (app: FastifyInstance, { limits, idle }: IdleOptions) => {
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
  },
);
