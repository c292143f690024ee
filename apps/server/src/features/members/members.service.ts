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
import { findMe } from './members.repo.ts';

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  throttle: Throttle;
  friends: Pick<FriendsService, 'getStanding'>;
  log: Log;
  /** Numbers of the badges of the header. */
  counters: Record<'notifications' | 'chat' | 'friends', (memberId: number) => Promise<number>>;
  /** Sequence number of the member's newest live event. */
  findLiveSeq: (memberId: number) => Promise<number>;
}

export type MembersService = ReturnType<typeof createMembersService>;

export function createMembersService(deps: Deps) {
  const { db, clock, seal, counters } = deps;
  return {
    ...createMemberCards(deps),

    /** Throws TOKEN_INVALID when the session is gone. */
    async getMe(actor: Actor): Promise<Me> {
      // Read first: an event emitted meanwhile is sent again rather than missed.
      const liveSeq = await deps.findLiveSeq(actor.memberId);
      const [row, newNoticeCount, newMailCount, friendRequestCount] = await Promise.all([
        findMe(db, actor, seal.seal(actor.memberId)),
        counters.notifications(actor.memberId),
        counters.chat(actor.memberId),
        counters.friends(actor.memberId),
      ]);
      if (row === null) throw new AppError('TOKEN_INVALID');
      const { createdAt, reauthUntil } = row;
      const boards = row.favoriteBoards.map((boardType) => findBoard(boardType)?.type ?? null);
      return {
        ...row,
        newNoticeCount,
        newMailCount,
        friendRequestCount,
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
