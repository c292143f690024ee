import type { BoardType } from '@naru/contract/boards';
import { boardRoutes, boardVisitRoutes } from '@naru/contract/my-boards';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { Actor } from '../../platform/actor.ts';
import type { BoardsService } from './boards.service.ts';

export function boardsFeature(app: FastifyInstance, { boards }: { boards: BoardsService }): void {
  const add = async (actor: Actor, boardType: BoardType) => {
    await boards.addFavorite(actor, boardType);
    return { message: DONE.favoriteAdded };
  };
  const remove = async (actor: Actor, boardType: BoardType) => {
    await boards.removeFavorite(actor, boardType);
    return { message: '즐겨찾기를 해제했습니다.' };
  };
  mountRoutes(app, boardVisitRoutes, {
    news: async ({ actor }) => ({ boards: await boards.listNewCounts(actor) }),
    visit: ({ actor, body }) => boards.noteVisit(actor, body.boardType),
  });
  mountRoutes(app, boardRoutes, {
    addFavoriteByBody: ({ actor, body }) => add(actor, body.boardType),
    removeFavoriteByPost: ({ actor, query }) => remove(actor, query.boardType),
    addFavorite: ({ actor, query }) => add(actor, query.boardType),
    removeFavorite: ({ actor, query }) => remove(actor, query.boardType),
  });
}
