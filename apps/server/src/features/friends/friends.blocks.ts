import { DONE } from '@naru/contract/texts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import { emitChange } from './friends.live.ts';
import { deleteBlock, deleteTies, findTies, insertBlock, lockMembers } from './friends.repo.ts';

interface Deps {
  clock: Clock;
  live: Pick<Live, 'transaction'>;
}

export function createFriendBlocks({ clock, live }: Deps) {
  return {
    /**
     * Blocks a member: friendship and requests end, which looks to the blocked one as if they had
     * been withdrawn. Idempotent. Throws FRIEND_SELF, MEMBER_UNKNOWN.
     */
    async block(actor: Actor, otherId: number): Promise<{ message: string }> {
      const { memberId } = actor;
      if (otherId === memberId) throw new AppError('FRIEND_SELF');
      return live.transaction(async (tx, emit) => {
        const nicknames = await lockMembers(tx, [memberId, otherId]);
        if (!nicknames.has(otherId)) throw new AppError('MEMBER_UNKNOWN');
        const { isBlocked } = await findTies(tx, memberId, otherId);
        await insertBlock(tx, {
          blockerId: memberId,
          blockedId: otherId,
          createdAt: clock.now(),
        });
        const hadTies = await deleteTies(tx, memberId, otherId);
        await emitChange(emit, memberId, otherId);
        if (hadTies && !isBlocked) await emitChange(emit, otherId, memberId);
        return { message: DONE.blocked };
      });
    },

    /** Lifts a block; idempotent. Throws MEMBER_UNKNOWN. */
    async unblock(actor: Actor, otherId: number): Promise<{ message: string }> {
      const { memberId } = actor;
      return live.transaction(async (tx, emit) => {
        const nicknames = await lockMembers(tx, [memberId, otherId]);
        if (await deleteBlock(tx, memberId, otherId)) {
          await emitChange(emit, memberId, otherId);
        } else if (!nicknames.has(otherId)) throw new AppError('MEMBER_UNKNOWN');
        return { message: DONE.unblocked };
      });
    },
  };
}
