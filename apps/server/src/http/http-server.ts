import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerFactory } from 'fastify';
import type { createIntake } from './admission/intake.ts';

/** How long a client may take, in milliseconds. */
export interface ConnectionLimits {
  /** The headers of a request, from its first byte on. */
  headers: number;
  /**
   * Receiving the whole body of a call; also the longest pause of a client that sends an upload or reads a
   * response.
   */
  body: number;
  /** Receiving a whole picture; the client's reading of the whole response of a call. */
  request: number;
  /** Receiving a whole file or video; the client's reading of any other response. */
  file: number;
  /** An open connection without a request. */
  idle: number;
  /** The same behind a proxy: longer than the proxy's own timeout, because the proxy must close first. */
  idleOfProxy: number;
  /** Interval of the checks for slow clients. */
  check: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headers: 10_000,
  body: 15_000,
  request: 60_000,
  file: 600_000,
  idle: 15_000,
  // Longer than the minute of common proxies.
  idleOfProxy: 72_000,
  check: 1000,
};

interface Options {
  intake: ReturnType<typeof createIntake>;
  limits: ConnectionLimits;
  /** How long a connection may have no request, in milliseconds. */
  idle: number;
}

/** The Node server below Fastify; requests enter through the intake (admission/README.md). */
export function httpServerFactory({ intake, limits, idle }: Options): FastifyServerFactory {
  return (handle) => {
    const server = createServer(
      { headersTimeout: limits.headers, connectionsCheckingInterval: limits.check },
      intake(handle),
    );
    server.on('connection', learnAddress);
    server.keepAliveTimeout = idle;
    server.requestTimeout = limits.file;
    return server;
  };
}

/**
 * Reads the address while the client is connected; Node caches it. Requests are still parsed after the client
 * has reset the connection, when the system no longer knows its address, and the rate limits need it.
 */
function learnAddress(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
}
