import { BOARDS, type BoardType } from '@naru/contract/boards';
import type { BoardNews } from '@naru/contract/my-boards';
import { viewerOf } from '../../domain/access/room-access.ts';
import { storedTime } from '../../domain/authorship/author.ts';
import type { LiveStreams } from '../../domain/live/live-streams.ts';
import { VERSIONED_BOARDS } from '../../domain/posts/board-versions.sql.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import type { Tools } from '../tools.ts';
import {
  deleteFavorite,
  insertFavorite,
  prepareCountNew,
  storeVisits,
  type Visit,
} from './boards.repo.ts';

/** Rows per statement. */
const BATCH = 500;

/**
 * When members last saw the lists of boards. A visit waits in memory until the statement before it has
 * ended, so that the visits of a busy time are stored together, the last one of a member and board only.
 */
function createBoardVisits(deps: Pick<Tools, 'db' | 'clock' | 'seal' | 'log'>) {
  const { db, clock, seal, log } = deps;
  const countNew = prepareCountNew(db);
  let waiting = new Map<string, Visit>();
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, BATCH);
      waiting = new Map([...waiting].slice(BATCH));
      try {
        await storeVisits(db, batch);
      } catch (err) {
        // The posts stay new until the next visit.
        log.warn({ err, event: 'visits lost', count: batch.length }, 'visits lost');
      }
    }
    writing = null;
  }

  return {
    /** Posts of members whom the reader blocks count, too: the list has their rows. */
    async listNewCounts(actor: Actor): Promise<BoardNews[]> {
      const own = ofMember(actor.memberId);
      const rows = await countNew(viewerOf(seal, actor), {
        boards: VERSIONED_BOARDS,
        now: clock.now(),
      })(db);
      return rows.map(({ boardType, since, newCount, ownIds }) => {
        const visit = own.find((one) => one.boardType === boardType && one.visitedAt > since);
        return visit === undefined
          ? { boardType, since: toKst(since), newCount, ownIds }
          : { boardType, since: toKst(visit.visitedAt), newCount: 0, ownIds };
      });
    },

    /** Returns at once; nothing is stored for the popular list, which has no posts of its own. */
    noteVisit({ memberId }: Actor, boardType: BoardType) {
      const visitedAt = storedTime(BOARDS[boardType].anonymous, clock.now());
      if (BOARDS[boardType].writeRole !== null) {
        waiting.set(`${memberId} ${boardType}`, { memberId, boardType, visitedAt });
        writing ??= writeAll();
      }
      return { boardType, since: toKst(visitedAt) };
    },

    /** Waits until all visits are stored. */
    async settleVisits(): Promise<void> {
      await writing;
    },
  };

  function ofMember(id: number): Visit[] {
    return [...waiting.values()].filter(({ memberId }) => memberId === id);
  }
}

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'log' | 'events'> {
  streams: Pick<LiveStreams, 'sendUnnumbered'>;
}

export type BoardsService = ReturnType<typeof createBoardsService>;

/** Favorite boards of the actor, whose calls are idempotent, visits of boards, and the number of new posts in their lists. */
export function createBoardsService(deps: Deps) {
  const { db, clock } = deps;
  deps.events.on('board-posted', ({ boardType, memberId, isHidden }) =>
    deps.streams.sendUnnumbered(
      { type: 'board', boardType, ...(isHidden && { anonymous: true }) },
      memberId,
    ),
  );
  return {
    ...createBoardVisits(deps),

    addFavorite: (actor: Actor, boardType: BoardType) =>
      insertFavorite(db, { memberId: actor.memberId, boardType, createdAt: clock.now() }),

    removeFavorite: (actor: Actor, boardType: BoardType) =>
      deleteFavorite(db, actor.memberId, boardType),
  };
}
