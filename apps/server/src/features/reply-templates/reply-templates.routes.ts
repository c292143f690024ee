import { replyTemplateRoutes } from '@naru/contract/reply-templates';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { ReplyTemplatesService } from './reply-templates.service.ts';

export function replyTemplatesFeature(
  app: FastifyInstance,
  { replyTemplates }: { replyTemplates: ReplyTemplatesService },
): void {
  mountRoutes(app, replyTemplateRoutes, {
    list: async ({ actor }) => ({ templates: await replyTemplates.list(actor) }),
    create: async ({ actor, body }) => ({
      message: '추가했습니다.',
      template: await replyTemplates.create(actor, body),
    }),
    update: async ({ actor, params, body }) => ({
      message: '저장했습니다.',
      template: await replyTemplates.update(actor, params.id, body),
    }),
    remove: async ({ actor, params, query }) => {
      await replyTemplates.remove(actor, params.id, query.version);
      return { message: '삭제했습니다.' };
    },
  });
}
