import { postRoutes } from '@naru/contract/posts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import type { PostsService } from './posts.service.ts';

export function postsFeature(app: FastifyInstance, { posts }: { posts: PostsService }): void {
  const { detail, create, update } = postRoutes;
  mountRoutes(
    app,
    { detail, create, update },
    {
      detail: async ({ actor, params }) => ({ dto: await posts.get(actor, params.id) }),
      create: async ({ actor, body }) => ({
        id: await posts.create(actor, body),
        message: body.boardType === 'MARKET' ? '물품을 등록했습니다.' : '게시글을 등록했습니다.',
      }),
      update: async ({ actor, params, body }) => {
        await posts.update(actor, params.postId, body);
        return { id: params.postId, message: '게시글을 수정했습니다.' };
      },
    },
  );
}
