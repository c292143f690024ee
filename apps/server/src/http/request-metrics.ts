import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { requestSeconds } from '../platform/metrics/counters.ts';

/**
 * Counts each response with its time; by route pattern, so that the values are as few as the routes. What is
 * refused because too many wait is no error of the server and is counted apart.
 */
export const requestMetricsPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    const { method, routeOptions, isShed } = request;
    if (isShed) return done();
    const status = `${Math.floor(statusCode / 100)}xx`;
    const labels = { method, route: routeOptions.url ?? 'none', status };
    requestSeconds.observe(labels, elapsedTime / 1_000);
    done();
  });
});
