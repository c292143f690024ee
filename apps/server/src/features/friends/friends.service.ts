import type { Db } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { createFriendBlocks } from './friends.blocks.ts';
import { createFriendLists } from './friends.lists.ts';
import { createFriendRequests } from './friends.requests.ts';
import { getStanding, removeAllTies } from './friends.ties.ts';

interface Deps {
  db: Db;
  clock: Clock;
  live: Live;
  throttle: Throttle;
  notifications: Pick<NotificationsService, 'notify'>;
}

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
