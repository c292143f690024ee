import { scheduledNoticeRoutes } from '@naru/contract/scheduled-notices';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { ScheduledNoticesService } from './scheduled-notices.service.ts';

export function scheduledNoticesFeature(
  app: FastifyInstance,
  { scheduledNotices }: { scheduledNotices: ScheduledNoticesService },
): void {
  mountRoutes(app, scheduledNoticeRoutes, {
    reach: ({ actor, query }) => {
      const years = query.years ? query.years.split(',').map(Number) : [];
      const groups = query.groups?.split(',') ?? [];
      return scheduledNotices.countReach(actor, query.boardType, { years, groups });
    },
    list: async ({ actor }) => ({ notices: await scheduledNotices.list(actor) }),
    detail: async ({ actor, params }) => ({ notice: await scheduledNotices.get(actor, params.id) }),
    create: async ({ actor, body }) => ({
      id: await scheduledNotices.schedule(actor, body),
      message: '공지를 예약했습니다.',
    }),
    update: async ({ actor, params, body }) => {
      await scheduledNotices.reschedule(actor, params.id, body);
      return { id: params.id, message: '예약을 수정했습니다.' };
    },
    publish: async ({ actor, params }) => {
      await scheduledNotices.publishNow(actor, params.id);
      return { message: '공지를 올렸습니다.' };
    },
    remove: async ({ actor, params }) => {
      await scheduledNotices.cancel(actor, params.id);
      return { message: '예약을 취소했습니다.' };
    },
  });
}
