import { outgoingRoutes } from '@naru/contract/outgoing';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { OutgoingService } from './outgoing.service.ts';

const ONGOING = '이메일과 알림을 이미 보내고 있습니다.';
const RESUMED = '기다리던 이메일과 알림을 곧 보냅니다.';
const DROPPED = '기다리던 이메일과 알림을 삭제했습니다. 지금부터 새로 생기는 것만 보냅니다.';

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
