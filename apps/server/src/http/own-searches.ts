import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../platform/errors.ts';
import { loadOf } from './admission/loads.ts';
import type { RequestOwners } from './request-owner.ts';

/** Until then one of those that run may have ended. */
const RETRY_SECONDS = 1;

interface Options {
  /** Searches that a member may run at once; never all places of a process that has several. */
  atOnce: number;
  places: number;
  owners: RequestOwners;
  /** The member of the access token; null without one. */
  memberIdOf: (request: IncomingMessage) => number | null;
}

/**
 * Refuses a member who already has `atOnce` searches and exports in this process, before another one takes a place
 * or waits for one: other members neither wait for it nor are refused. A search counts until it ends, even if its
 * client has left; an export until its stream begins.
 */
export const ownSearchesPlugin = fp(async (app: FastifyInstance, options: Options) => {
  const { owners, memberIdOf } = options;
  const atOnce = ownSearches(options);
  const counts = new Map<number, number>();

  function add(memberId: number, change: number): void {
    const count = (counts.get(memberId) ?? 0) + change;
    if (count === 0) counts.delete(memberId);
    else counts.set(memberId, count);
  }

  app.addHook('onRequest', (request, reply, done) => {
    const memberId = loadOf(request) === 'search' ? memberIdOf(request.raw) : null;
    if (memberId === null) return done();
    if ((counts.get(memberId) ?? 0) >= atOnce) {
      return done(new AppError('SEARCH_RUNNING', { retryAfter: RETRY_SECONDS }));
    }
    add(memberId, 1);
    const route = `${request.method} ${request.routeOptions.url}`;
    const giveBack = () => add(memberId, -1);
    owners.of(reply.raw).hold({ name: 'own search', route, giveBack });
    done();
  });
});

export function ownSearches({ atOnce, places }: Pick<Options, 'atOnce' | 'places'>): number {
  return Math.max(1, Math.min(atOnce, places - 1));
}
