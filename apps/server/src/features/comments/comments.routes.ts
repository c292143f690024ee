import { commentRoutes } from '@naru/contract/comments';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { CommentsService } from './comments.service.ts';

export function commentsFeature(app: FastifyInstance, { comments }: { comments: CommentsService }) {
  mountRoutes(app, commentRoutes, {
    list: ({ actor, params, query }) => comments.list(actor, params.id, query),
    replies: ({ actor, params, query }) => comments.listReplies(actor, params.commentId, query),
    location: ({ actor, params }) => comments.locate(actor, params.id),
    create: ({ actor, params, body }) => comments.create(actor, params.id, body),
    update: ({ actor, params, body }) => comments.update(actor, params.id, body.content),
    remove: async ({ actor, params, query }) => ({
      ...(await comments.remove(actor, params.id, query.reason)),
      message: DONE.commentRemoved,
    }),
    restore: ({ actor, params }) => comments.restore(actor, params.id),
    like: ({ actor, params }) => comments.like(actor, params.id),
    unlike: ({ actor, params }) => comments.unlike(actor, params.id),
    myComments: ({ actor, query: { page, pageSize } }) =>
      comments.listMine(actor, { page, size: pageSize }),
  });
}
