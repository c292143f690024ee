import { DONE } from '@naru/contract/texts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { createEnding, createSettling, emitChange } from './friends.relations.ts';
import { deleteBlock, insertBlock, lockMembers, lockRoomsOf } from './friends.repo.ts';

type Deps = Pick<Tools, 'clock' | 'live' | 'notifications'>;

export function createFriendBlocks({ clock, live, notifications }: Deps) {
  const settleRequest = createSettling(notifications);
  const end = createEnding(notifications);
  return {
    /**
     * Blocks a member: a friendship and the actor's own request end, as if the actor had ended them.
     * A request of the blocked one waits unseen until the block is lifted, since its end would reveal
     * of the block. Idempotent. Throws FRIEND_SELF, MEMBER_UNKNOWN.
     */
    async block({ memberId }: Actor, otherId: number) {
      if (otherId === memberId) throw new AppError('FRIEND_SELF');
      return live.transaction(async (tx, emit) => {
        const nicknames = await lockMembers(tx, [memberId, otherId]);
        if (!nicknames.has(otherId)) throw new AppError('MEMBER_UNKNOWN');
        // A message that is being sent is stored before the block, all others are withheld or refused.
        await lockRoomsOf(tx, memberId, otherId);
        const createdAt = clock.now();
        await insertBlock(tx, { blockerId: memberId, blockedId: otherId, createdAt });
        await end(tx, emit, memberId, otherId);
        await settleRequest(tx, emit, memberId, otherId);
        await emitChange(emit, memberId, otherId);
        return { message: DONE.blocked };
      });
    },

    /** Lifts a block; idempotent. Throws MEMBER_UNKNOWN. */
    async unblock({ memberId }: Actor, otherId: number) {
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
