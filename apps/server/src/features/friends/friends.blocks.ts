import { DONE } from '@naru/contract/texts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../../tools.ts';
import { createSettling, emitChange } from './friends.relations.ts';
import {
  deleteBlock,
  deleteFriendshipOrRequest,
  findFriendshipAndBlocks,
  insertBlock,
  lockMembers,
  lockRoomsOf,
} from './friends.repo.ts';

type Deps = Pick<Tools, 'clock' | 'live' | 'notifications'>;

export function createFriendBlocks({ clock, live, notifications }: Deps) {
  const settleRequest = createSettling(notifications);
  return {
    /**
     * Blocks a member: friendship and requests end, which looks to the blocked one as if they had
     * been withdrawn. Idempotent. Throws FRIEND_SELF, MEMBER_UNKNOWN.
     */
    async block({ memberId }: Actor, otherId: number) {
      if (otherId === memberId) throw new AppError('FRIEND_SELF');
      return live.transaction(async (tx, emit) => {
        const nicknames = await lockMembers(tx, [memberId, otherId]);
        if (!nicknames.has(otherId)) throw new AppError('MEMBER_UNKNOWN');
        // A message that is being sent is stored before the block, all others are withheld or refused.
        await lockRoomsOf(tx, memberId, otherId);
        const { isBlocked } = await findFriendshipAndBlocks(tx, memberId, otherId);
        const createdAt = clock.now();
        await insertBlock(tx, { blockerId: memberId, blockedId: otherId, createdAt });
        const hadFriendshipOrRequest = await deleteFriendshipOrRequest(tx, memberId, otherId);
        await settleRequest(tx, emit, memberId, otherId);
        await emitChange(emit, memberId, otherId);
        if (hadFriendshipOrRequest && !isBlocked) await emitChange(emit, otherId, memberId);
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
