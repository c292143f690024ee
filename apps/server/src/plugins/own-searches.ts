import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../platform/errors.ts';
import { loadOf } from './admission/loads.ts';
import type { RequestOwners } from './request-owner.ts';

interface Options {
  atOnce: number;
  owners: RequestOwners;
}

/** Until then one of those that run may have ended. */
const RETRY_SECONDS = 1;

/**
 * Refuses a member who already has so many searches and exports running in this process. Whoever else searches neither
 * waits for them nor is refused. A search counts until it has ended, whether or not its client still waits; an export
 * until its stream begins.
 */
export const ownSearchesPlugin = fp(async (app: FastifyInstance, { atOnce, owners }: Options) => {
  const running = new Map<number, number>();

  function end(memberId: number): void {
    const left = (running.get(memberId) ?? 1) - 1;
    if (left === 0) running.delete(memberId);
    else running.set(memberId, left);
  }

  app.addHook('preHandler', (request, reply, done) => {
    const memberId = searcherOf(request);
    if (memberId === null) return done();
    const own = running.get(memberId) ?? 0;
    if (own >= atOnce) return done(new AppError('SEARCH_RUNNING', { retryAfter: RETRY_SECONDS }));
    running.set(memberId, own + 1);
    const route = `${request.method} ${request.routeOptions.url ?? 'none'}`;
    owners.of(reply.raw).hold({ name: 'own search', route, giveBack: () => end(memberId) });
    done();
  });
});

/** Null for a request that searches nothing, and for who has no account. */
function searcherOf(request: FastifyRequest): number | null {
  const { actor } = request;
  return actor === null || loadOf(request) !== 'search' ? null : actor.memberId;
}
