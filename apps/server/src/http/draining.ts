import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Health } from '../platform/health.ts';

/** How long running requests may take once the server closes. */
const IN_FLIGHT_MS = 10_000;

interface Options {
  health: Pick<Health, 'serve' | 'drain' | 'whenDraining'>;
  inFlightMs?: number;
}

/**
 * Ends the server in order. While it drains it serves as before, but every response asks its client to
 * take another connection next time, and so another server. Once it closes, running requests get ten
 * seconds; a client that is slower than that loses its connection, so that the database can stop.
 */
export const drainingPlugin = fp(async (app: FastifyInstance, options: Options) => {
  const { health, inFlightMs = IN_FLIGHT_MS } = options;
  const { server } = app;
  let late: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => health.serve());
  // No hook of each request: a server that does not drain would pay for it.
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
