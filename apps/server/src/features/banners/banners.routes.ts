import { bannerRoutes } from '@naru/contract/banners';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import type { BannersService } from './banners.service.ts';

export function bannersFeature(app: FastifyInstance, services: { banners: BannersService }): void {
  mountRoutes(app, bannerRoutes, { list: () => services.banners.list() });
}
