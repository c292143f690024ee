import type { Db } from '../db/client.ts';
import type { DomainEventHub } from '../peers/domain-events.ts';
import type { Clock } from '../platform/clock.ts';
import type { EmailNames } from '../platform/email/email-template.ts';
import type { Hashing } from '../platform/hashing.ts';
import type { Log } from '../platform/log.ts';
import type { MemberRates } from '../platform/rates.ts';
import type { Seal } from '../platform/seal.ts';
import type { EmailQueue } from './emails/email-queue.ts';
import type { Live } from './live/live.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import type { Throttle } from './throttle/throttle.ts';

/** The part of `Tools` that needs no feature. */
export interface DomainTools {
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
