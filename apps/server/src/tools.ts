import type { Db } from './db/client.ts';
import type { AuditService } from './features/audit/audit.service.ts';
import type { NotificationsService } from './features/notifications/notifications.service.ts';
import type { Clock } from './platform/clock.ts';
import type { DomainEventHub } from './platform/domain-events.ts';
import type { EmailQueue } from './platform/email/email-queue.ts';
import type { Live } from './platform/live/live.ts';
import type { Log } from './platform/log.ts';
import type { Seal } from './platform/seal.ts';
import type { Throttle } from './platform/throttle.ts';

/** What services.ts offers to every feature; each picks what it uses. */
export interface Tools {
  db: Db;
  clock: Clock;
  seal: Seal;
  log: Log;
  events: DomainEventHub;
  throttle: Throttle;
  live: Live;
  emailQueue: EmailQueue;
  audit: AuditService;
  notifications: NotificationsService;
}
