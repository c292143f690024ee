import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import { newTrace, traceOf } from '../platform/trace.ts';

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
