import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { inTrace, newTrace, traceOf } from '../platform/trace.ts';

/**
 * Returns the id of a request, which is its trace id: of the `traceparent` header that a trusted proxy sent,
 * else a new one. Others could make their requests look like those of somebody else.
 */
export function createRequestIds(proxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = compile([...proxies]);
  return ({ socket, headers }) => {
    const isFromProxy = socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0);
    return (isFromProxy ? traceOf(headers.traceparent) : null) ?? newTrace();
  };
}

/** Log lines, e-mails and events that a request causes carry its id. */
export const tracePlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, _reply, done) => inTrace(request.id, done));
  // Again: what follows a body is called by its socket.
  app.addHook('preValidation', (request, _reply, done) => inTrace(request.id, done));
});
