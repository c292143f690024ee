import { academicCalendarRoutes, academicFileRoutes } from '@naru/contract/academic-calendar';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { AcademicCalendarService } from './academic-calendar.service.ts';

/** A file of 500,000 Korean characters, escaped as JSON. */
const FILE_BYTES = 2_000_000;

export function academicCalendarFeature(
  app: FastifyInstance,
  { academicCalendar }: { academicCalendar: AcademicCalendarService },
): void {
  mountRoutes(app, academicCalendarRoutes, {
    list: async ({ query }) => ({ dates: await academicCalendar.list(query) }),
    listForStaff: ({ query }) => academicCalendar.listForStaff(query),
    create: ({ actor, body }) => academicCalendar.create(actor, body),
    update: ({ actor, params, body }) => academicCalendar.update(actor, params.id, body),
    remove: async ({ actor, params, query }) => {
      await academicCalendar.remove(actor, params.id, query.version);
      return { message: DONE.academicDateRemoved };
    },
    restore: ({ actor, params }) => academicCalendar.restore(actor, params.id),
  });
  mountRoutes(
    app,
    academicFileRoutes,
    { importFile: ({ actor, body }) => academicCalendar.importFile(actor, body) },
    { bodyLimit: FILE_BYTES },
  );
}
