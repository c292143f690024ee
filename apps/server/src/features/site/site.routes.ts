import { siteRoutes } from '@naru/contract/site';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import type { SiteService } from './site.service.ts';

export function siteFeature(app: FastifyInstance, { site }: { site: SiteService }): void {
  const { outbox, ...always } = siteRoutes;
  mountRoutes(app, always, {
    health: async ({ reply }) => {
      const health = await site.getHealth();
      if (health.status !== 'ok') reply.code(503);
      return health;
    },
    config: () => site.getConfig(),
  });
  if (site.hasOutbox) mountRoutes(app, { outbox }, { outbox: () => site.listOutbox() });
}
