import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Each takes 4 kB and more while it waits, for 30 bytes sent; browsers and proxies send no request ahead. */
const MOST_OPEN = 100;
const MOST_LISTENERS = 20;
const NONE: ReadonlySet<ServerResponse> = new Set();
/** On the connection itself for as long as it lives, so that a request makes no set of its own. */
const OPEN = Symbol('open responses');
interface Connection extends Socket {
  [OPEN]?: Set<ServerResponse>;
}
const skipping = new WeakSet<Socket>();

/** The responses for which this connection waits, in the order of their requests, which may be sent ahead. */
export const openResponses = (socket: Connection): ReadonlySet<ServerResponse> =>
  socket[OPEN] ?? NONE;

/** Whether a request of this connection had its response before its body was complete. */
export const hasSkippedBody = (socket: Socket): boolean => skipping.has(socket);

/**
 * Closes all open responses of a connection with it. Node closes only the one that it sends: those that
 * wait for their turn would stay, with their files and their places, for ever. It also closes a connection
 * with too many of them.
 */
export const openResponsesPlugin = fp(async (app: FastifyInstance) => {
  app.server.on('connection', (socket: Socket) => socket.on('close', closeQueued));
  // Prepended, so that it runs before Fastify handles the request and before all listeners of the response's end.
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    // The listeners of ours and of the streams of a file are more than Node expects.
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
    // Node closes the one that has the connection, and one that is sent.
    if (response.socket === null && !response.writableFinished) close(response);
  }
}

/** Leaves the response as Node leaves one whose connection has closed. */
function close(response: ServerResponse): void {
  response.destroy();
  // Read by whatever is to be sent only later.
  Object.defineProperty(response, 'closed', { value: true });
  response.emit('close');
}
