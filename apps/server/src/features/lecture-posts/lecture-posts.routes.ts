import { lecturePostRoutes } from '@naru/contract/lecture-posts';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { CommentsService } from '../comments/comments.service.ts';
import type { LecturePostsService } from './lecture-posts.service.ts';

interface Services {
  lecturePosts: LecturePostsService;
  comments: CommentsService;
}

export function lecturePostsFeature(app: FastifyInstance, { lecturePosts, comments }: Services) {
  mountRoutes(app, lecturePostRoutes, {
    list: ({ actor, query }) => lecturePosts.list(actor, query),
    waiting: ({ actor, query }) => lecturePosts.listWaiting(actor, query),
    detail: ({ actor, params }) => lecturePosts.get(actor, params.lectureId, params.postId),
    create: async ({ actor, body }) => ({
      id: await lecturePosts.create(actor, body),
      lectureId: body.lectureId,
      message: '게시글을 등록했습니다.',
    }),
    update: async ({ actor, params, body }) => {
      await lecturePosts.update(actor, params.postId, body);
      return { id: params.postId, lectureId: body.lectureId, message: '게시글을 수정했습니다.' };
    },
    comments: ({ actor, params, query }) => comments.list(actor, params.postId, query, 'room'),
    comment: ({ actor, params, body }) => comments.create(actor, params.postId, body, 'room'),
    answer: async ({ actor, params: { lectureId, postId }, body }) => {
      await lecturePosts.answer(actor, lectureId, postId, body.content);
      const dto = await lecturePosts.get(actor, lectureId, postId);
      return { dto, message: DONE.answerSaved };
    },
    removeAnswer: async ({ actor, params }) => {
      await lecturePosts.removeAnswer(actor, params.lectureId, params.postId);
      return { message: DONE.answerRemoved };
    },
  });
}
