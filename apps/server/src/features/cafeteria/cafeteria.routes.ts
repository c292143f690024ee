import { cafeteriaRoutes } from '@naru/contract/cafeteria';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { CafeteriaService } from './cafeteria.service.ts';

export function cafeteriaFeature(
  app: FastifyInstance,
  { cafeteria }: { cafeteria: CafeteriaService },
): void {
  mountRoutes(app, cafeteriaRoutes, {
    day: ({ params }) =>
      cafeteria.getDay(Number(params.year), Number(params.month), Number(params.day)),
    week: async ({ query }) => ({ days: await cafeteria.listWeek(query.from) }),
    save: async ({ actor, params, body }) => {
      const [day] = await cafeteria.save(actor, [{ date: params.date, ...body }]);
      if (day === undefined) throw new Error('the saved day is missing');
      return day;
    },
    saveDays: async ({ actor, body }) => ({ days: await cafeteria.save(actor, body.days) }),
    importFile: ({ actor, body }) => cafeteria.importFile(actor, body),
  });
}
