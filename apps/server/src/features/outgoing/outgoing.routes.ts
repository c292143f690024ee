import { outgoingRoutes } from '@naru/contract/outgoing';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import type { OutgoingService } from './outgoing.service.ts';

const ONGOING = '이메일과 알림을 이미 보내고 있습니다.';
const RESUMED = '다시 보냅니다. 쌓인 이메일과 알림이 몇 초 안에 나가기 시작합니다.';
const DROPPED = '쌓인 것을 지우고 다시 시작했습니다. 이제부터 생기는 이메일과 알림만 보냅니다.';

export function outgoingFeature(
  app: FastifyInstance,
  { outgoingHold }: { outgoingHold: OutgoingService },
): void {
  mountRoutes(app, outgoingRoutes, {
    resume: async ({ actor, body }) => {
      const waited = await outgoingHold.resume(actor, body);
      if (waited === null) return { message: ONGOING };
      return { message: body.drop ? DROPPED : RESUMED };
    },
  });
}
