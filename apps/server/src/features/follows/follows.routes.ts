import { alertWordRoutes } from '@naru/contract/alert-words';
import { followRoutes } from '@naru/contract/follows';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { FollowsService } from './follows.service.ts';

const ENDED = '알림을 껐습니다.';

export function followsFeature(
  app: FastifyInstance,
  { follows: service }: { follows: FollowsService },
): void {
  mountRoutes(app, alertWordRoutes, {
    list: async ({ actor }) => ({ words: await service.words.list(actor) }),
    add: async ({ actor, body }) => ({
      words: await service.words.add(actor, body.word),
      message: '키워드를 추가했습니다.',
    }),
    remove: async ({ actor, query }) => ({
      words: await service.words.remove(actor, query.word),
      message: '키워드를 삭제했습니다.',
    }),
  });
  mountRoutes(app, followRoutes, {
    mine: ({ actor }) => service.listMine(actor),
    post: async ({ actor, params: { id }, body: { follows } }) => {
      await (follows ? service.followPost(actor, id) : service.unfollowPost(actor, id));
      return { follows, message: follows ? '새 댓글이 달리면 알려 드립니다.' : ENDED };
    },
    board: async ({ actor, body: { boardType, follows } }) => {
      await (follows
        ? service.followBoard(actor, boardType)
        : service.unfollowBoard(actor, boardType));
      return { follows, message: follows ? '새 글이 올라오면 알려 드립니다.' : ENDED };
    },
  });
}
