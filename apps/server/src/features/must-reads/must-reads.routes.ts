import { mustReadRoutes } from '@naru/contract/must-reads';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { MustReadsService } from './must-reads.service.ts';

export function mustReadsFeature(
  app: FastifyInstance,
  { mustReads }: { mustReads: MustReadsService },
): void {
  mountRoutes(app, mustReadRoutes, {
    mine: ({ actor }) => mustReads.listMine(actor),
    confirm: async ({ actor, params, body }) => ({
      confirmedAt: await mustReads.confirm(actor, params.id, body.round),
      message: '확인했습니다.',
    }),
    readers: ({ actor, params, query }) => mustReads.readers(actor, params.id, query),
    remind: async ({ actor, params }) => {
      const count = await mustReads.remind(actor, params.id);
      const message =
        count === 0
          ? '지금 알림을 받을 회원이 없습니다.'
          : `아직 확인하지 않은 ${count}명에게 다시 알렸습니다.`;
      return { count, message };
    },
    export: async ({ actor, params, reply }) => {
      const body = await mustReads.export(actor, params.id);
      reply
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': `attachment; filename="naru-must-read-${params.id}.csv"`,
        })
        .type('text/csv; charset=utf-8')
        .send(body);
    },
  });
}
