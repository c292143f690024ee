import { menuRoutes } from '@naru/contract/menus';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import type { MenusService } from './menus.service.ts';

export function menusFeature(app: FastifyInstance, { menus }: { menus: MenusService }): void {
  mountRoutes(app, menuRoutes, {
    day: ({ params }) =>
      menus.getDay(Number(params.year), Number(params.month), Number(params.day)),
  });
}
