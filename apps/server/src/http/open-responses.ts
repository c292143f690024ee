import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** A waiting request takes 4 kB or more, for 30 bytes sent; browsers and proxies do not pipeline requests. */
const MOST_OPEN = 100;
const MOST_LISTENERS = 20;
const NONE: ReadonlySet<ServerResponse> = new Set();
/** Stored on the connection itself, so that its requests share one set. */
const OPEN = Symbol('open responses');
interface Connection extends Socket {
  [OPEN]?: Set<ServerResponse>;
}
const skipping = new WeakSet<Socket>();

/** The open responses of the connection, in the order of their requests, which may be pipelined. */
export const openResponses = (socket: Connection): ReadonlySet<ServerResponse> =>
  socket[OPEN] ?? NONE;

/** Whether a request of this connection had its response before its body was complete. */
export const hasSkippedBody = (socket: Socket): boolean => skipping.has(socket);

/**
 * Closes all open responses when their connection closes. Node closes only the one that it is sending: pipelined
 * ones behind it would keep their files and places for ever. Also closes a connection with too many of them.
 */
export const openResponsesPlugin = fp(async (app: FastifyInstance) => {
  app.server.on('connection', (socket: Socket) => socket.on('close', closeQueued));
  // Prepended, so that it runs before Fastify handles the request and before all listeners of the response's end.
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    // Our listeners and those of a file stream exceed the default limit of Node.
    response.setMaxListeners(MOST_LISTENERS);
    const socket: Connection = request.socket;
    socket[OPEN] ??= new Set();
    const responses = socket[OPEN].add(response);
    response.on('close', () => {
      responses.delete(response);
      if (!request.complete) skipping.add(socket);
    });
  });
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (openResponses(socket).size <= MOST_OPEN) return done();
    reply.hijack();
    socket.destroy();
  });
});

function closeQueued(this: Socket): void {
  for (const response of openResponses(this)) {
    // Node itself closes the response that it is sending, and a sent one needs nothing.
    if (response.socket === null && !response.writableFinished) close(response);
  }
}

/** Closes the response in the way Node does when its connection closes. */
function close(response: ServerResponse): void {
  response.destroy();
  // Read by whatever is to be sent only later.
  Object.defineProperty(response, 'closed', { value: true });
  response.emit('close');
}
