import { cafeteriaRoutes } from '@naru/contract/cafeteria';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import type { MenusService } from './cafeteria.service.ts';

export function menusFeature(app: FastifyInstance, { menus }: { menus: MenusService }): void {
  mountRoutes(app, cafeteriaRoutes, {
    day: ({ params }) =>
      menus.getDay(Number(params.year), Number(params.month), Number(params.day)),
    week: async ({ query }) => ({ days: await menus.listWeek(query.from) }),
    save: async ({ actor, params, body }) => {
      const [day] = await menus.save(actor, [{ date: params.date, ...body }]);
      if (day === undefined) throw new Error('the saved day is missing');
      return day;
    },
    saveDays: async ({ actor, body }) => ({ days: await menus.save(actor, body.days) }),
    importFile: ({ actor, body }) => menus.importFile(actor, body.csv, body.preview),
  });
}
