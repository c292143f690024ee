import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * One line per answer: route pattern, status, time. No addresses of objects and no member: a log
 * line must not join a secret post to the person who wrote it.
 */
export const requestLogPlugin = fp(
  async (app: FastifyInstance, options: { level: 'info' | 'debug' }) => {
    app.addHook('onResponse', async (request, reply) => {
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
    });
  },
);
