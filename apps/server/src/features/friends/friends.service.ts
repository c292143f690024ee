import { createFriendBlocks } from './friends.blocks.ts';
import { createFriendLists } from './friends.lists.ts';
import { createFriendRequests } from './friends.requests.ts';
import { getStanding, removeAllTies } from './friends.ties.ts';

type Deps = Parameters<typeof createFriendLists>[0] & Parameters<typeof createFriendRequests>[0];

export type FriendsService = ReturnType<typeof createFriendsService>;

export function createFriendsService(deps: Deps) {
  return {
    getStanding,
    ...createFriendLists(deps),
    ...createFriendRequests(deps),
    ...createFriendBlocks(deps),
    removeAllTies,
  };
}
