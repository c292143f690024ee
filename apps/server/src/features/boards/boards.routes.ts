import type { BoardType } from '@naru/contract/boards';
import { boardRoutes, boardVisitRoutes } from '@naru/contract/my-boards';
import { DONE, TEXTS } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { Actor } from '../../platform/actor.ts';
import { fieldError } from '../../platform/errors.ts';
import type { BoardsService } from './boards.service.ts';

export function boardsFeature(app: FastifyInstance, { boards }: { boards: BoardsService }): void {
  const add = async (actor: Actor, boardType: BoardType | undefined) => {
    if (boardType === undefined) throw fieldError('boardType', TEXTS.boardUnknown);
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
    addFavorite: ({ actor, query, body }) => add(actor, query.boardType ?? body?.boardType),
    removeFavorite: ({ actor, query }) => remove(actor, query.boardType),
  });
}
