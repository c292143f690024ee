import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { FILE_UPLOADS, PICTURE_UPLOADS } from './admission/loads.ts';
import type { ConnectionLimits } from './http-server.ts';

/** Closes the connection of a client that sends its body too slowly; Node limits the headers. */
export const slowSendersPlugin = fp(
  async (app: FastifyInstance, { limits }: { limits: ConnectionLimits }) => {
    app.addHook('onRequest', (request, reply, done) => {
      const { headers } = request;
      const hasBody = headers['transfer-encoding'] !== undefined || headers['content-length'];
      if (hasBody && !request.raw.complete) limitSending(request, reply, limits);
      done();
    });
  },
);

function wholeOf({ routeOptions }: FastifyRequest, limits: ConnectionLimits): number {
  const { route } = routeOptions.config;
  if (route === undefined) return limits.body;
  if (FILE_UPLOADS.has(route)) return limits.file;
  return PICTURE_UPLOADS.has(route) ? limits.request : limits.body;
}

function limitSending(request: FastifyRequest, reply: FastifyReply, limits: ConnectionLimits) {
  const { raw } = request;
  const { socket } = raw;
  // Requests that tests inject have no real socket.
  if (typeof socket.setTimeout !== 'function') return;
  const close = () => socket.destroy();
  const late = setTimeout(close, wholeOf(request, limits));
  socket.setTimeout(limits.body);
  const stop = () => {
    clearTimeout(late);
    // After the response this is the timeout of the idle connection.
    if (!reply.raw.writableEnded) socket.setTimeout(0);
  };
  raw.once('end', stop);
  raw.once('close', stop);
  // A body that came along, or an empty one, may be complete and is perhaps never read.
  setImmediate(() => {
    if (raw.complete) stop();
  });
  reply.raw.once('finish', () => {
    if (!raw.complete) clearTimeout(late);
  });
  limitRest(raw, reply.raw, limits);
}

/** Limits the rest of a refused body: Node would wait for it as long as for another request. */
export function limitRest(
  request: IncomingMessage,
  response: ServerResponse,
  limits: ConnectionLimits,
): void {
  response.once('finish', () => {
    if (request.complete || request.destroyed) return;
    const late = setTimeout(() => request.socket.destroy(), limits.body);
    const stop = () => clearTimeout(late);
    request.once('end', stop);
    request.once('close', stop);
  });
}
