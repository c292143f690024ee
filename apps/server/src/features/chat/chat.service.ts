import type { Db } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import { createChatPresence } from './chat.presence.ts';
import { createChatRooms } from './chat.rooms.ts';
import { createChatSend } from './chat.send.ts';

interface Deps {
  db: Db;
  clock: Clock;
  live: Live;
  throttle: Throttle;
  friends: Pick<FriendsService, 'getStanding'>;
}

export type ChatService = ReturnType<typeof createChatService>;

/** One-to-one chat between friends; one file per kind of use case. */
export function createChatService(deps: Deps) {
  return {
    ...createChatRooms(deps),
    ...createChatPresence(deps),
    ...createChatSend(deps),
  };
}
