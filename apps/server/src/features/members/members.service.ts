import { findBoard } from '@naru/contract/boards';
import type { Me } from '@naru/contract/members';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Clock, toKst } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import { createMemberCards } from './members.card.ts';
import { type Counters, countAll } from './members.counters.ts';
import { findMe } from './members.repo.ts';

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  throttle: Throttle;
  friends: Pick<FriendsService, 'getStanding'>;
  log: Log;
  counters: Counters;
  /** Number of the member's newest live event. */
  findLiveSeq: (memberId: number) => Promise<number>;
}

export type MembersService = ReturnType<typeof createMembersService>;

export function createMembersService(deps: Deps) {
  const { db, clock, seal } = deps;
  return {
    ...createMemberCards(deps),

    /** The caller: name, address and counts are for its own eyes. */
    async getMe(actor: Actor): Promise<Me> {
      // First: an event that comes while the rest is read is told again, none is missed.
      const liveSeq = await deps.findLiveSeq(actor.memberId);
      const [row, counts] = await Promise.all([
        findMe(db, actor, seal.seal(actor.memberId)),
        countAll(deps.counters, actor.memberId),
      ]);
      if (row === null) throw new AppError('TOKEN_INVALID');
      const { createdAt, reauthUntil } = row;
      const boards = row.favoriteBoards.map((boardType) => findBoard(boardType)?.type ?? null);
      return {
        ...row,
        ...counts,
        liveSeq,
        joinedAt: toKst(createdAt),
        reauthUntil: reauthUntil !== null && reauthUntil > clock.now() ? toKst(reauthUntil) : null,
        nickName: row.nickname,
        profileThumbnails: row.profileImageUrl,
        roles: [...actor.roles],
        favoriteBoards: boards.filter((boardType) => boardType !== null),
      };
    },
  };
}
