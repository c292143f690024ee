import type { FriendStatus } from '@naru/contract/friends';
import type { Executor } from '../../db/client.ts';
import { friendStatusOf } from './friends.policy.ts';
import { findTies } from './friends.repo.ts';

export interface Standing {
  /** A request across a block is not `received`: it waits unseen. */
  friendStatus: FriendStatus;
  /** The asking member blocks the other. */
  isBlocker: boolean;
  /** Either blocks the other. Never tell it to the one who is blocked. */
  isApart: boolean;
}

export type FriendTies = ReturnType<typeof createFriendTies>;

/** What other features ask about two members. */
export function createFriendTies() {
  async function getStanding(db: Executor, memberId: number, otherId: number): Promise<Standing> {
    const { friendship, isBlocker, isBlocked } = await findTies(db, memberId, otherId);
    const isApart = isBlocker || isBlocked;
    const status = friendStatusOf(friendship, memberId);
    return {
      friendStatus: isApart && status === 'received' ? 'none' : status,
      isBlocker,
      isApart,
    };
  }

  return {
    getStanding,

    async areFriends(db: Executor, a: number, b: number): Promise<boolean> {
      return (await getStanding(db, a, b)).friendStatus === 'friend';
    },
  };
}
