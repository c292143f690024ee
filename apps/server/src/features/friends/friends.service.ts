import { createFriendBlocks } from './friends.blocks.ts';
import { createFriendLists, type ListDeps } from './friends.lists.ts';
import { getRelation, removeAllRelations } from './friends.relations.ts';
import { createFriendRequests, type RequestDeps } from './friends.requests.ts';

export type FriendsService = ReturnType<typeof createFriendsService>;

export function createFriendsService(deps: ListDeps & RequestDeps) {
  return {
    getRelation,
    ...createFriendLists(deps),
    ...createFriendRequests(deps),
    ...createFriendBlocks(deps),
    removeAllRelations,
  };
}
