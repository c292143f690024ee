import { bannerRoutes } from '@naru/contract/banners';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { BannersService } from './banners.service.ts';

export function bannersFeature(
  app: FastifyInstance,
  { banners }: { banners: BannersService },
): void {
  mountRoutes(app, bannerRoutes, {
    list: () => banners.listShown(),
    all: () => banners.listAll(),
    save: async ({ actor, body, query }) => {
      await banners.save(actor, body, query);
      return { message: DONE.bannersSaved };
    },
    remove: async ({ actor, params }) => {
      await banners.remove(actor, params.id);
      return { message: DONE.bannerRemoved };
    },
  });
}
