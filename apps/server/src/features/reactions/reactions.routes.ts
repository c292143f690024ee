import { reactionRoutes } from '@naru/contract/reactions';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { ReactionsService } from './reactions.service.ts';

export function reactionsFeature(
  app: FastifyInstance,
  { reactions }: { reactions: ReactionsService },
): void {
  mountRoutes(app, reactionRoutes, {
    like: async ({ actor, params }) => ({
      currentCount: await reactions.like(actor, params.id),
      liked: true,
    }),
    unlike: async ({ actor, params }) => ({
      currentCount: await reactions.unlike(actor, params.id),
      liked: false,
    }),
    scrap: async ({ actor, params }) => {
      await reactions.scrap(actor, params.id);
      return { message: DONE.scrapped, isScrapped: true };
    },
    unscrap: async ({ actor, params }) => {
      await reactions.unscrap(actor, params.id);
      return { message: '스크랩을 취소했습니다.', isScrapped: false };
    },
  });
}
