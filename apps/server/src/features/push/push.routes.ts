import { pushRoutes } from '@naru/contract/push';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { PushService } from './push.service.ts';

export function pushFeature(app: FastifyInstance, { push }: { push: PushService }): void {
  mountRoutes(app, pushRoutes, {
    state: ({ actor }) => push.getState(actor),
    subscribe: async ({ actor, body }) => {
      await push.subscribe(actor, body);
      return { message: '이 기기로 알림을 보내 드립니다.' };
    },
    unsubscribe: async ({ actor }) => {
      await push.unsubscribe(actor);
      return { message: '이 기기로 알림을 보내지 않습니다.' };
    },
    setChoices: async ({ actor, body }) => ({ choices: await push.setChoices(actor, body) }),
  });
}
