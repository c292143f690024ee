import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import {
  CHECK_HEADER,
  CHECK_PATH,
  proveCheck,
  type SeenRequest,
} from '../platform/address-check.ts';
import type { Clock } from '../platform/clock.ts';

interface Options {
  /** The secrets of the site, newest first; called for signed requests only. */
  loadSecrets(): Promise<readonly string[]>;
  clock: Clock;
  version: string;
}

/**
 * Shows `npm run doctor` how its request arrived, so that wrong headers of a proxy are seen. Requests without a
 * signature of the site's secret find nothing here.
 */
export const addressCheckPlugin = fp(
  async (app: FastifyInstance, { loadSecrets, clock, version }: Options) => {
    app.addHook('onRequest', async (request, reply) => {
      const header = request.headers[CHECK_HEADER];
      if (request.url !== CHECK_PATH || typeof header !== 'string') return;
      const proof = proveCheck(header, await loadSecrets(), clock.now());
      if (proof === null) return;
      const seen: SeenRequest = {
        peer: request.socket.remoteAddress ?? '',
        client: request.ip,
        protocol: request.protocol,
        host: request.headers.host ?? '',
        forwardedFor: textOf(request.headers['x-forwarded-for']),
        forwardedProto: textOf(request.headers['x-forwarded-proto']),
        version,
      };
      return reply.send({ proof, seen });
    });
  },
);

const textOf = (value: string | string[] | undefined) => (value === undefined ? null : `${value}`);
