import { notificationRoutes } from '@naru/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { NotificationsService } from './notifications.service.ts';

const READ = '알림을 읽음으로 표시했습니다.';

export function notificationsFeature(
  app: FastifyInstance,
  { notifications }: { notifications: NotificationsService },
): void {
  mountRoutes(app, notificationRoutes, {
    list: ({ actor, query }) => notifications.list(actor, query.all === 'true'),
    read: async ({ actor, params }) => ({
      message: READ,
      unreadCount: await notifications.read(actor, params.id),
    }),
    readOfPost: async ({ actor, params }) => ({
      message: READ,
      unreadCount: await notifications.readOfPost(actor, params.id),
    }),
    readAll: async ({ actor, body }) => ({
      message: READ,
      unreadCount: await notifications.readAll(actor, body.noticeIds),
    }),
  });
}
