import type { BoardType } from '@naru/contract/boards';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { deleteFavorite, insertFavorite } from './boards.repo.ts';

export type BoardsService = ReturnType<typeof createBoardsService>;

/** Favorite boards of the actor; both calls are idempotent. */
export function createBoardsService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    addFavorite: (actor: Actor, boardType: BoardType) =>
      insertFavorite(db, { memberId: actor.memberId, boardType, createdAt: clock.now() }),

    removeFavorite: (actor: Actor, boardType: BoardType) =>
      deleteFavorite(db, actor.memberId, boardType),
  };
}
