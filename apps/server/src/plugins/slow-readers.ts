import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { ConnectionLimits } from './connection-limits.ts';

const CALL = /^application\/json\b/;

/**
 * Closes the connection of a client that does not read the response it asked for. Responses that are
 * read at once, nearly all, cost an entry in a set. Event streams watch their readers themselves.
 */
export const slowReadersPlugin = fp(
  async (app: FastifyInstance, { limits }: { limits: ConnectionLimits }) => {
    const open = new Set<ServerResponse>();
    /** When those that a look has found half sent were found. */
    const foundAt = new WeakMap<ServerResponse, number>();

    app.server.on('request', (_request, response: ServerResponse) => {
      open.add(response);
      response.once('close', () => open.delete(response));
    });

    function look(response: ServerResponse): void {
      const since = foundAt.get(response);
      if (since === undefined) {
        foundAt.set(response, performance.now());
        response.setTimeout(limits.body, () => {
          // Otherwise it is the server that pauses.
          if ((response.socket?.writableLength ?? 0) > 0) response.socket?.destroy();
        });
        return;
      }
      const isCall = CALL.test(String(response.getHeader('content-type')));
      const whole = isCall ? limits.request : limits.file;
      if (performance.now() - since > whole) response.socket?.destroy();
    }

    const looking = setInterval(() => {
      for (const response of open) if (response.headersSent) look(response);
    }, limits.check).unref();
    app.addHook('onClose', async () => clearInterval(looking));
  },
);
