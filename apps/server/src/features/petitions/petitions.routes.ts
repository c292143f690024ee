import { petitionRoutes } from '@naru/contract/petitions';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { createLimit } from '../../http/rate-limit.ts';
import type { RateProfile } from '../../platform/rates.ts';
import type { PetitionsService } from './petitions.service.ts';

export function petitionsFeature(
  app: FastifyInstance,
  { petitions }: { petitions: PetitionsService },
  rates: Pick<RateProfile, 'similar'>,
): void {
  const limitSimilar = createLimit(app, rates.similar);
  mountRoutes(app, petitionRoutes, {
    list: ({ actor, query }) => petitions.list(actor, query),
    rules: () => petitions.rules(),
    similar: async ({ actor, query, request }) => {
      await limitSimilar(request);
      return { questions: await petitions.findSimilar(actor, query.title) };
    },
    detail: async ({ actor, params }) => ({ petition: await petitions.get(actor, params.id) }),
    create: async ({ actor, body }) => ({
      id: await petitions.create(actor, body),
      message: '청원을 올렸습니다.',
    }),
    sign: async ({ actor, params, body }) => ({
      petition: await petitions.sign(actor, params.id, body.signed),
    }),
    withdraw: async ({ actor, params }) => ({
      petition: await petitions.withdraw(actor, params.id),
    }),
    close: async ({ actor, params, body }) => ({
      petition: await petitions.close(actor, params.id, body.reason),
    }),
    redact: async ({ actor, params, body }) => ({
      petition: await petitions.redact(actor, params.id, body),
    }),
    answer: async ({ actor, params, body }) => ({
      petition: await petitions.answer(actor, params.id, body),
    }),
  });
}
