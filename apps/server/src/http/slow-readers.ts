import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { ConnectionLimits } from './http-server.ts';

const CALL = /^application\/json\b/;

/** Of a response that a look has found half sent; times of `performance.now()`. */
interface Progress {
  foundAt: number;
  /** When the client had last taken a part of it, or the server had none. */
  takenAt: number;
  /** Bytes of its connection: in parts that the client has taken, and received from it until then. */
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
      // What a client sends meanwhile begins the timeout anew.
      const isFed = received !== progress.received;
      const isCall = CALL.test(String(response.getHeader('content-type')));
      const whole = isCall ? limits.request : limits.file;
      const isStuck = isFed && now - progress.takenAt > limits.body;
      if (isStuck || now - progress.foundAt > whole) response.socket?.destroy();
    }

    const looking = setInterval(() => {
      for (const response of open) if (response.headersSent) look(response);
    }, limits.check).unref();
    app.addHook('onClose', async () => clearInterval(looking));
  },
);
