import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { FILE_UPLOADS, PICTURE_UPLOADS } from './admission/loads.ts';
import type { ConnectionLimits } from './http-server.ts';

const CALL = /^application\/json\b/;

const long = new WeakSet<ServerResponse>();

/** Lets a response take as long as its client goes on reading, such as an archive of many gigabytes. */
export const allowLongResponse = (response: ServerResponse): void => void long.add(response);

/** Progress of a response that was found half sent; times of `performance.now()`. */
interface Progress {
  foundAt: number;
  /** When the client last took a part of it, or when there was nothing to take. */
  takenAt: number;
  /** Bytes of the connection at that time: taken by the client, and received from it. */
  taken: number;
  received: number;
}

/**
 * Closes the connection of a client that does not read the response it asked for. Responses that are
 * read at once, nearly all, cost an entry in a set. Event streams watch their readers themselves.
 */
export const slowReadersPlugin = fp(
  async (app: FastifyInstance, { limits }: { limits: ConnectionLimits }) => {
    const open = new Set<ServerResponse>();
    const found = new WeakMap<ServerResponse, Progress>();

    app.server.on('request', (_request, response: ServerResponse) => {
      open.add(response);
      response.on('close', () => open.delete(response));
    });

    function look(response: ServerResponse): void {
      const now = performance.now();
      // A response that waits for an earlier one has no connection yet.
      const {
        bytesWritten = 0,
        writableLength = 0,
        bytesRead: received = 0,
      } = response.socket ?? {};
      const taken = bytesWritten - writableLength;
      const progress = found.get(response);
      if (progress === undefined) {
        found.set(response, { foundAt: now, takenAt: now, taken, received });
        response.setTimeout(limits.body, () => {
          // Otherwise it is the server that pauses.
          if ((response.socket?.writableLength ?? 0) > 0) response.socket?.destroy();
        });
        return;
      }
      if (writableLength === 0 || taken !== progress.taken) {
        Object.assign(progress, { takenAt: now, taken, received });
      }
      // Data from the client restarts the timeout above, so such connections are checked here.
      const isFed = received !== progress.received;
      const isStuck = isFed && now - progress.takenAt > limits.body;
      const isLate = now - progress.foundAt > wholeOfResponse(response, limits);
      if (isStuck || isLate) response.socket?.destroy();
    }

    const looking = setInterval(() => {
      for (const response of open) if (response.headersSent) look(response);
    }, limits.check).unref();
    app.addHook('onClose', async () => clearInterval(looking));
  },
);

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

function wholeOfResponse(response: ServerResponse, limits: ConnectionLimits): number {
  if (long.has(response)) return Number.POSITIVE_INFINITY;
  const isCall = CALL.test(String(response.getHeader('content-type')));
  return isCall ? limits.request : limits.file;
}

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
  // A body that arrived with the headers, or an empty one, may never be read and then never ends.
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
