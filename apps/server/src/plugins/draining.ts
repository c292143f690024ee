import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Health } from '../platform/health.ts';

/** How long running requests may take once the server closes. */
const IN_FLIGHT_MS = 10_000;

interface Options {
  health: Pick<Health, 'serve' | 'drain' | 'isDraining'>;
  inFlightMs?: number;
}

/**
 * Ends the server in order. While it drains it serves as before, but every response asks its client to
 * take another connection next time, and so another server. Once it closes, running requests get ten
 * seconds; a client that is slower than that loses its connection, so that the database can stop.
 */
export const drainingPlugin = fp(async (app: FastifyInstance, options: Options) => {
  const { health, inFlightMs = IN_FLIGHT_MS } = options;
  let late: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => health.serve());
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (health.isDraining()) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    health.drain();
    late = setTimeout(() => app.server.closeAllConnections(), inFlightMs);
  });
  app.addHook('onClose', async () => clearTimeout(late));
});
