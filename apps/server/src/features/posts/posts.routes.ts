import { BOARDS } from '@naru/contract/boards';
import { linkCardRoutes } from '@naru/contract/link-cards';
import { postRoutes } from '@naru/contract/posts';
import { similarQuestionRoutes } from '@naru/contract/similar-questions';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { createLimit } from '../../http/rate-limit.ts';
import type { RateProfile } from '../../platform/rates.ts';
import type { PostsService } from './posts.service.ts';

export function postsFeature(
  app: FastifyInstance,
  { posts }: { posts: PostsService },
  rates: Pick<RateProfile, 'search' | 'similar'>,
): void {
  const limitSearches = createLimit(app, rates.search);
  const limitSimilar = createLimit(app, rates.similar);
  mountRoutes(app, similarQuestionRoutes, {
    similar: async ({ actor, query, request }) => {
      await limitSimilar(request);
      return { questions: await posts.findSimilar(actor, query.title) };
    },
  });
  mountRoutes(app, linkCardRoutes, {
    cards: async ({ actor, query }) => ({ cards: await posts.listCards(actor, query.ids) }),
  });
  mountRoutes(app, postRoutes, {
    list: async ({ actor, query, request }) => {
      if (query.query) await limitSearches(request);
      return posts.list(actor, query);
    },
    detail: async ({ actor, params }) => ({ dto: await posts.get(actor, params.id) }),
    create: async ({ actor, body }) => ({
      id: await posts.create(actor, body),
      message:
        BOARDS[body.boardType].form === 'item' ? '물품을 등록했습니다.' : '게시글을 등록했습니다.',
    }),
    update: async ({ actor, params, body }) => {
      await posts.update(actor, params.postId, body);
      return { id: params.postId, message: '게시글을 수정했습니다.' };
    },
    remove: async ({ actor, params, query }) => {
      await posts.remove(actor, params.id, query.reason);
      return { message: DONE.postRemoved };
    },
    around: ({ actor, params, query }) => posts.listAround(actor, query.boardType, params.id),
    summary: ({ actor, params, query }) =>
      posts.listSummary(actor, params.boardType, query.pageSize),
    summaryMulti: ({ actor, body }) => posts.listSummaries(actor, body.types, body.pageSize),
    accept: async ({ actor, params, body }) => {
      await posts.accept(actor, params.id, body.commentId);
      return { acceptedCommentId: body.commentId };
    },
    paste: async ({ actor, body }) => ({
      id: await posts.paste(actor, body),
      message: '게시글을 등록했습니다.',
    }),
    changePasted: async ({ actor, params, body }) => {
      await posts.changePasted(actor, params.id, body);
      return { id: params.id, message: '게시글을 수정했습니다.' };
    },
    pin: async ({ actor, params, body }) => {
      await posts.pin(actor, params.id, body.until);
      return { message: DONE.postPinned };
    },
    bump: async ({ actor, params }) => {
      await posts.bump(actor, params.id);
      return { message: '책방의 맨 위로 끌어올렸습니다.' };
    },
    mySales: ({ actor, query }) =>
      posts.listSales(actor, { page: query.page, size: query.pageSize }),
    unpin: async ({ actor, params }) => {
      await posts.unpin(actor, params.id);
      return { message: DONE.postUnpinned };
    },
    myPosts: ({ actor, query: { page, pageSize } }) =>
      posts.listMine(actor, { page, size: pageSize }),
    likedPosts: ({ actor, query }) => posts.listLiked(actor, query),
    scraps: ({ actor, query }) => posts.listScraps(actor, query),
  });
}
