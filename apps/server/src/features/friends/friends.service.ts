import { createFriendBlocks } from './friends.blocks.ts';
import { createFriendLists, type ListDeps } from './friends.lists.ts';
import { createFriendRequests, type RequestDeps } from './friends.requests.ts';
import { getStanding, removeAllTies } from './friends.ties.ts';

export type FriendsService = ReturnType<typeof createFriendsService>;

export function createFriendsService(deps: ListDeps & RequestDeps) {
  return {
    getStanding,
    ...createFriendLists(deps),
    ...createFriendRequests(deps),
    ...createFriendBlocks(deps),
    removeAllTies,
  };
}
