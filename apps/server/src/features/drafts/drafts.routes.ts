import { draftRoutes } from '@naru/contract/drafts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { DraftsService } from './drafts.service.ts';

export function draftsFeature(app: FastifyInstance, { drafts }: { drafts: DraftsService }): void {
  mountRoutes(app, draftRoutes, {
    list: async ({ actor }) => ({ drafts: await drafts.list(actor) }),
    find: async ({ actor, params }) => ({ draft: await drafts.find(actor, params.place) }),
    save: ({ actor, params, body }) => drafts.save(actor, params.place, body),
    remove: async ({ actor, params, query }) => {
      await drafts.remove(actor, params.place, query.version);
      return { message: '임시 저장한 글을 삭제했습니다.' };
    },
  });
}
