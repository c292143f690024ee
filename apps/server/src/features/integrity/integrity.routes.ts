import { integrityRoutes } from '@naru/contract/integrity';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { IntegrityService } from './integrity.service.ts';

export function integrityFeature(
  app: FastifyInstance,
  { integrity }: { integrity: IntegrityService },
): void {
  mountRoutes(app, integrityRoutes, {
    state: () => integrity.getState(),
    run: async () => {
      await integrity.askForCheck();
      return { message: '점검을 시작합니다. 끝나면 이 화면에 결과가 보입니다.' };
    },
    recount: async ({ actor, body }) => {
      await integrity.askForRecount(actor, body.check);
      return { message: '다시 셉니다. 끝나면 점검 결과를 새로 보여 드립니다.' };
    },
  });
}
