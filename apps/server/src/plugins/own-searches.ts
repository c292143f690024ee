import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { createOwnRuns } from '../platform/own-runs.ts';
import { loadOf } from './admission/loads.ts';

interface Options {
  atOnce: number;
}

/**
 * Refuses a member who already has so many searches and exports running in this process. Whoever else searches neither
 * waits for them nor is refused. A search counts until it has ended, whether or not its client still waits; an export
 * until its stream begins.
 */
export const ownSearchesPlugin = fp(async (app: FastifyInstance, { atOnce }: Options) => {
  const run = createOwnRuns(atOnce, 'SEARCH_RUNNING');
  app.addHook('onRoute', (options) => {
    if (options.config?.route === undefined) return;
    const { handler } = options;
    options.handler = function (this: FastifyInstance, request, reply) {
      const call = async () => handler.call(this, request, reply);
      const memberId = searcherOf(request);
      return memberId === null ? call() : run(memberId, call);
    };
  });
});

/** Null for a request that searches nothing, and for who has no account. */
function searcherOf(request: FastifyRequest): number | null {
  const { actor } = request;
  return actor === null || loadOf(request) !== 'search' ? null : actor.memberId;
}
