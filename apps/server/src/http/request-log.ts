import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { requestSeconds } from '../platform/metrics/counters.ts';

const PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

/** A trace id of W3C Trace Context: 32 hexadecimal digits. */
export const newTrace = (): string => randomUUID().replaceAll('-', '');

/** The trace id of a `traceparent` header; null for a malformed one. */
function traceOf(traceparent: string | string[] | undefined): string | null {
  return typeof traceparent === 'string' ? (PARENT.exec(traceparent)?.[1] ?? null) : null;
}

/**
 * Returns a function that makes the id of a request, its trace id: that of the `traceparent` header of a trusted
 * proxy, else a new one. An untrusted client could imitate the ids of other requests.
 */
export function createRequestIds(proxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = compile([...proxies]);
  return ({ socket, headers }) => {
    const isFromProxy = socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0);
    return (isFromProxy ? traceOf(headers.traceparent) : null) ?? newTrace();
  };
}

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

/**
 * Measures each response, labelled by route pattern, so that there are only as many values as routes. Refusals for
 * overload are no errors of the server and are counted separately.
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
