import { pollRoutes } from '@naru/contract/polls';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { PollsService } from './polls.service.ts';

export function pollsFeature(app: FastifyInstance, { polls }: { polls: PollsService }): void {
  mountRoutes(app, pollRoutes, {
    detail: async ({ actor, params }) => ({ poll: await polls.get(actor, params.id) }),
    vote: async ({ actor, params, body }) => ({
      poll: await polls.vote(actor, params.id, body),
    }),
    voters: ({ actor, params, query }) => polls.voters(actor, params.id, query),
  });
}
