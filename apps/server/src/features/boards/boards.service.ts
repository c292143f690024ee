import type { BoardType } from '@naru/contract/boards';
import type { LiveStreams } from '../../domain/live/live-streams.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tools } from '../tools.ts';
import { deleteFavorite, insertFavorite } from './boards.repo.ts';
import { createBoardVisits } from './boards.visits.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'log' | 'events'> {
  streams: Pick<LiveStreams, 'mention'>;
}

export type BoardsService = ReturnType<typeof createBoardsService>;

/** Favorite boards of the actor, whose calls are idempotent, visits of boards, and the number of new posts in their lists. */
export function createBoardsService(deps: Deps) {
  const { db, clock } = deps;
  deps.events.on('board-posted', ({ boardType }) =>
    deps.streams.mention({ type: 'board', boardType }),
  );
  return {
    ...createBoardVisits(deps),

    addFavorite: (actor: Actor, boardType: BoardType) =>
      insertFavorite(db, { memberId: actor.memberId, boardType, createdAt: clock.now() }),

    removeFavorite: (actor: Actor, boardType: BoardType) =>
      deleteFavorite(db, actor.memberId, boardType),
  };
}
