import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { openResponses } from './open-responses.ts';

const taken = new WeakSet<Socket>();

/** Whether a response has this connection for as long as it lasts. */
export const isTaken = (socket: Socket): boolean => taken.has(socket);

/**
 * Closes a taken connection on which another request arrives: its response would mix with the first one.
 * Register it before other hooks, which may let the first response begin meanwhile.
 */
export const takenSocketsPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (taken.has(socket)) {
      reply.hijack();
      socket.destroy();
      return;
    }
    done();
  });
});

/**
 * Begins a response that lasts as long as its connection and returns the connection; null when it is
 * closed, also because the client has sent another request ahead. Node and Fastify count the response
 * as finished and release it with its request, which a response that stays open would hold in memory.
 */
export function takeSocket(reply: FastifyReply, headers: OutgoingHttpHeaders): Socket | null {
  const { raw } = reply;
  const { socket } = raw;
  // Node would send a response that waits for this one first.
  if (raw.destroyed || socket === null || openResponses(socket).size > 1) {
    reply.request.raw.socket.destroy();
    return null;
  }
  reply.hijack();
  taken.add(socket);
  finish(raw);
  // Finished, Node would close the connection if no further request came.
  socket.setTimeout(0);
  socket.cork();
  socket.write(headOf({ ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers }));
  process.nextTick(() => socket.uncork());
  return socket;
}

/** Node keeps the connection open after a response whose head it has not written. */
function finish(response: ServerResponse): void {
  response.emit('finish');
}

/** A body without a length ends with its connection. */
function headOf(headers: OutgoingHttpHeaders): string {
  const all = { date: new Date().toUTCString(), ...headers, connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`;
}
