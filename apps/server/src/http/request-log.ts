import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * Logs route pattern, status and time of each response. Never URLs or members: a line must not link
 * a secret post to its author.
 */
export const requestLogPlugin = fp(
  async (app: FastifyInstance, options: { level: 'info' | 'debug' }) => {
    app.addHook('onResponse', (request, reply, done) => {
      if (request.isShed) return done();
      const level = reply.statusCode >= 500 ? 'warn' : options.level;
      request.log[level](
        {
          method: request.method,
          route: request.routeOptions.url ?? 'none',
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'answered',
      );
      done();
    });
  },
);
