import { siteRoutes } from '@naru/contract/site';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import { renderOutboxPage } from './site.outbox-page.ts';
import type { SiteService } from './site.service.ts';

export function siteFeature(app: FastifyInstance, { site }: { site: SiteService }): void {
  const { outbox, outboxPage, ...always } = siteRoutes;
  mountRoutes(app, always, {
    health: async ({ reply }) => {
      const health = await site.getHealth();
      if (health.status !== 'ok') reply.code(503);
      return health;
    },
    config: () => site.getConfig(),
  });
  if (!site.hasOutbox) return;
  mountRoutes(
    app,
    { outbox, outboxPage },
    {
      outbox: () => site.listOutbox(),
      outboxPage: async ({ reply }) => {
        const page = renderOutboxPage(await site.listOutbox());
        reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
      },
    },
  );
}
