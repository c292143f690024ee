import type { Db } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import { createMailPresence } from './chat.presence.ts';
import { createMailRooms } from './chat.rooms.ts';
import { createMailSend } from './chat.send.ts';

interface Deps {
  db: Db;
  clock: Clock;
  live: Live;
  throttle: Throttle;
  friends: Pick<FriendsService, 'getStanding'>;
}

export type MailService = ReturnType<typeof createMailService>;

/** One-to-one chat between friends; one file per kind of use case. */
export function createMailService(deps: Deps) {
  return {
    ...createMailRooms(deps),
    ...createMailPresence(deps),
    ...createMailSend(deps),
  };
}
