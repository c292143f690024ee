import { audienceRoutes } from '@naru/contract/audiences';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { AudiencesService } from './audiences.service.ts';

/** A pasted list may be longer than other bodies. */
const BODY_BYTES = 1_500_000;

export function audiencesFeature(
  app: FastifyInstance,
  { audiences }: { audiences: AudiencesService },
): void {
  mountRoutes(
    app,
    audienceRoutes,
    {
      list: () => audiences.list(),
      members: ({ params }) => audiences.getMembers(params.id),
      createList: ({ actor, body }) => audiences.createList(actor, body),
      changeList: ({ actor, params, body }) => audiences.changeList(actor, params.id, body),
      removeList: async ({ actor, params }) => {
        await audiences.removeList(actor, params.id);
        return { message: '명단을 삭제했습니다.' };
      },
    },
    { bodyLimit: BODY_BYTES },
  );
}
