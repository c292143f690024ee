import type { MemberCard } from '@naru/contract/members';
import { hasRole } from '@naru/contract/roles';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import { type CardRow, findCard } from './members.card.repo.ts';

/** Different cards per member. */
const HOURLY = { max: 300, seconds: 60 * 60 };

interface Deps {
  db: Db;
  throttle: Throttle;
  friends: Pick<FriendsService, 'getStanding'>;
  log: Pick<Log, 'warn'>;
}

export function createMemberCards({ db, throttle, friends, log }: Deps) {
  /** Counts a card unless it was opened within the hour; unknown ids count too. */
  async function countCard(memberId: number, id: number): Promise<void> {
    const seen = `card:${memberId}:${id}`;
    if ((await throttle.peek(db, seen)).count > 0) return;
    try {
      await throttle.hit(db, `cards:${memberId}`, HOURLY, 'TOO_MANY_REQUESTS');
    } catch (error) {
      if (error instanceof AppError)
        log.warn({ event: 'cards throttled', memberId }, 'security event');
      throw error;
    }
    await throttle.count(db, seen, HOURLY);
  }

  return {
    /** Throws MEMBER_UNKNOWN, TOO_MANY_REQUESTS. */
    async getCard(actor: Actor, id: number): Promise<MemberCard> {
      const isMe = id === actor.memberId;
      if (!isMe) await countCard(actor.memberId, id);
      const [row, standing] = await Promise.all([
        findCard(db, id),
        friends.getStanding(db, actor.memberId, id),
      ]);
      if (row === null) throw new AppError('MEMBER_UNKNOWN');
      const { friendStatus, isBlocker } = standing;
      return {
        id,
        nickname: row.nickname,
        nickName: row.nickname,
        email: canSeeEmail(actor, row) ? row.email : null,
        roles: row.roles,
        intro: row.intro,
        profileThumbnails: row.profileImageUrl,
        isFriend: friendStatus === 'friend',
        friendStatus,
        isMe,
        isBlocked: isBlocker,
      };
    },
  };
}

function canSeeEmail(actor: Actor, { id, emailPublic }: CardRow): boolean {
  return emailPublic || id === actor.memberId || hasRole(actor.roles, 'ADMIN');
}
