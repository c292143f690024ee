import type { Db } from '../db/client.ts';
import type { Clock } from './clock.ts';
import type { DomainEventHub } from './domain-events.ts';
import type { EmailQueue } from './email/email-queue.ts';
import type { EmailNames } from './email/email-template.ts';
import type { Hashing } from './hashing.ts';
import type { Live } from './live/live.ts';
import type { Log } from './log.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import type { MemberRates } from './rates.ts';
import type { Seal } from './seal.ts';
import type { Throttle } from './throttle.ts';

/** The part of `Tools` that needs no feature. */
export interface PlatformTools {
  db: Db;
  clock: Clock;
  seal: Seal;
  log: Log;
  events: DomainEventHub;
  throttle: Throttle;
  memberRates: MemberRates;
  hashing: Hashing;
  live: Live;
  emailQueue: EmailQueue;
  emailNames: EmailNames;
  outgoing: Outgoing;
}
