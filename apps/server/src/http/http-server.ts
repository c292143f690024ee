import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerFactory } from 'fastify';
import type { createIntake } from './admission/intake.ts';

/** How long a client may take, in milliseconds. */
export interface ConnectionLimits {
  /** The headers of a request, from its first byte on. */
  headers: number;
  /** The whole body of a call, the longest pause in an upload, and the shortest that ends the reading of a response. */
  body: number;
  /** The whole upload of a picture, and reading the whole response of a call. */
  request: number;
  /** The whole upload of a file or a video, and reading anything but the response of a call. */
  file: number;
  /** Without a request on an open connection. */
  idle: number;
  /** The same for connections of a proxy, which must be the first to close one. */
  idleOfProxy: number;
  /** How often slow clients are looked for. */
  check: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headers: 10_000,
  body: 15_000,
  request: 60_000,
  file: 600_000,
  idle: 15_000,
  // Above the minute of common proxies.
  idleOfProxy: 72_000,
  check: 1000,
};

interface Options {
  intake: ReturnType<typeof createIntake>;
  limits: ConnectionLimits;
  /** How long a connection may have no request, in milliseconds. */
  idle: number;
}

/** The server below Fastify, which requests enter by the intake. */
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
 * Asks for the address while the client is there: Node remembers it from then on. What a client has sent is read
 * also after it has reset the connection, when the system no longer knows whose it was, and limits need to know.
 */
function learnAddress(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
}
