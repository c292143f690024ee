import { searchRoutes } from '@naru/contract/search';
import type { FastifyInstance } from 'fastify';
import type { RateProfile } from '../../platform/rates.ts';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import { createLimit } from '../../plugins/rate-limit.ts';
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
