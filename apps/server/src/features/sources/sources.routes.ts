import { sourceRoutes } from '@naru/contract/sources';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { SourcesService } from './sources.service.ts';

export function sourcesFeature(
  app: FastifyInstance,
  { sources }: { sources: SourcesService },
): void {
  mountRoutes(app, sourceRoutes, {
    list: async () => ({ sources: await sources.list() }),
    detail: async ({ params }) => ({ source: await sources.get(params.id) }),
    dryRun: async ({ actor, body }) => ({ preview: await sources.dryRun(actor, body) }),
    recognise: async ({ actor, body }) => ({ recognised: await sources.recognise(actor, body) }),
    create: async ({ actor, body }) => ({
      id: await sources.create(actor, body),
      message: '추가했습니다. 곧 처음으로 가져옵니다.',
    }),
    update: async ({ actor, params, query, body }) => {
      await sources.update(actor, params.id, body, query.version);
      return { id: params.id, message: '저장했습니다. 곧 다시 가져옵니다.' };
    },
    remove: async ({ actor, params }) => {
      await sources.remove(actor, params.id);
      return { message: '삭제했습니다. 가져온 내용은 그대로 있습니다.' };
    },
    run: async ({ actor, params }) => {
      await sources.runNow(actor, params.id);
      return { message: '가져오기를 시작했습니다.' };
    },
    decideMove: async ({ actor, params, body }) => {
      await sources.decideMove(actor, params.id, body);
      return {
        message: body.store
          ? '저장합니다. 페이지를 다시 읽습니다.'
          : '지금 식단을 그대로 두었습니다.',
      };
    },
    setEnabled: async ({ actor, params, body }) => {
      await sources.setEnabled(actor, params.id, body.enabled);
      return { message: body.enabled ? '다시 가져옵니다.' : '가져오기를 멈췄습니다.' };
    },
  });
}
