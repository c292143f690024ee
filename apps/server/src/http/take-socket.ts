import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { openResponses } from './open-responses.ts';

const taken = new WeakSet<Socket>();

/** Whether a response has this connection for as long as it lasts. */
export const isTaken = (socket: Socket): boolean => taken.has(socket);

/**
 * Closes a taken connection on which another request arrives: its response would mix with the first one. Register
 * it before other hooks, during which the first response may begin.
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
 * Starts a response that lasts until its connection closes, and returns the connection; null if it is closed, or if
 * the client has pipelined another request. Node and Fastify count the response as finished and release its
 * request, which an open response would keep in memory.
 */
export function takeSocket(reply: FastifyReply, headers: OutgoingHttpHeaders): Socket | null {
  const { raw } = reply;
  const { socket } = raw;
  // Node would send the pipelined response into this one.
  if (raw.destroyed || socket === null || openResponses(socket).size > 1) {
    reply.request.raw.socket.destroy();
    return null;
  }
  reply.hijack();
  taken.add(socket);
  finish(raw);
  // Since the response counts as finished, Node would close the connection after its idle timeout.
  socket.setTimeout(0);
  socket.cork();
  socket.write(headOf({ ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers }));
  process.nextTick(() => socket.uncork());
  return socket;
}

/** Node keeps the connection open, because it has not written the headers itself. */
function finish(response: ServerResponse): void {
  response.emit('finish');
}

/** A body without a length ends with its connection. */
function headOf(headers: OutgoingHttpHeaders): string {
  const all = { date: new Date().toUTCString(), ...headers, connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`;
}
