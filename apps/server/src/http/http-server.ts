import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerFactory } from 'fastify';
import type { createIntake } from './admission/intake.ts';
import type { ConnectionLimits } from './connection-limits.ts';

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
