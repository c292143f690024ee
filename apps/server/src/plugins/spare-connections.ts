import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * Closes idle connections when the server stops. Browsers open spare connections, and Node would
 * wait a minute for the first request of each.
 */
export const spareConnectionsPlugin = fp(async (app: FastifyInstance) => {
  const spare = new Set<Socket>();
  let isStopping = false;
  app.server.on('connection', (socket: Socket) => {
    if (isStopping) {
      socket.destroy();
      return;
    }
    spare.add(socket);
    socket.once('close', () => spare.delete(socket));
  });
  app.server.on('request', ({ socket }) => spare.delete(socket));
  app.addHook('preClose', async () => {
    isStopping = true;
    for (const socket of spare) socket.destroy();
  });
});
