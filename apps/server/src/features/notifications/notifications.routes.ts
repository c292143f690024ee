import { notificationRoutes } from '@naru/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import type { NoticesService } from './notifications.service.ts';

const READ = '알림을 읽음으로 표시했습니다.';

export function noticesFeature(
  app: FastifyInstance,
  { notices }: { notices: NoticesService },
): void {
  mountRoutes(app, notificationRoutes, {
    list: ({ actor, query }) => notices.list(actor, { all: query.all === 'true' }),
    read: async ({ actor, params }) => ({
      message: READ,
      unreadCount: await notices.read(actor, params.id),
    }),
    readAll: async ({ actor, body }) => ({
      message: READ,
      unreadCount: await notices.readAll(actor, body.noticeIds),
    }),
  });
}
