import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import {
  CHECK_HEADER,
  CHECK_PATH,
  proveCheck,
  readCheck,
  type SeenRequest,
} from '../platform/address-check.ts';
import type { Clock } from '../platform/clock.ts';

interface Options {
  /** The secrets of the site, newest first; called for checks of now only. */
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
    app.addHook('onRequest', (request, reply, done) => {
      const header = request.headers[CHECK_HEADER];
      if (request.url !== CHECK_PATH || typeof header !== 'string') return done();
      const check = readCheck(header, clock.now());
      if (check === null) return done();
      loadSecrets()
        .then((secrets) => proveCheck(check, secrets))
        .then((proof) => {
          if (proof === null) done();
          else reply.send({ proof, seen: seenBy(request, version) });
        })
        .catch(done);
    });
  },
);

const seenBy = (request: FastifyRequest, version: string): SeenRequest => ({
  peer: request.socket.remoteAddress ?? '',
  client: request.ip,
  protocol: request.protocol,
  host: request.headers.host ?? '',
  forwardedFor: textOf(request.headers['x-forwarded-for']),
  forwardedProto: textOf(request.headers['x-forwarded-proto']),
  version,
});

const textOf = (value: string | string[] | undefined) => (value === undefined ? null : `${value}`);
