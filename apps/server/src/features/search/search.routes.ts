import { searchRoutes } from '@naru/contract/search';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { createLimit } from '../../http/rate-limit.ts';
import type { RateProfile } from '../../platform/rates.ts';
import type { SearchService } from './search.service.ts';

export function searchFeature(
  app: FastifyInstance,
  { search }: { search: SearchService },
  rates: RateProfile,
): void {
  const limitSearches = createLimit(app, rates.searchAll);
  mountRoutes(app, searchRoutes, {
    search: async ({ actor, query, request }) => {
      await limitSearches(request);
      return search.search(actor, query);
    },
  });
}
