import type { Db } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { createFriendBlocks } from './friends.blocks.ts';
import { createFriendLists } from './friends.lists.ts';
import { removeAllTies } from './friends.removal.ts';
import { createFriendRequests } from './friends.requests.ts';
import type { FriendTies } from './friends.ties.ts';

interface Deps {
  db: Db;
  clock: Clock;
  live: Live;
  throttle: Throttle;
  notifications: Pick<NotificationsService, 'notify'>;
  ties: FriendTies;
}

export type FriendsService = ReturnType<typeof createFriendsService>;

/** Friends, requests and blocks; one file per kind of use case. */
export function createFriendsService(deps: Deps) {
  return {
    ...deps.ties,
    ...createFriendLists(deps),
    ...createFriendRequests(deps),
    ...createFriendBlocks(deps),
    removeAllTies,
  };
}
