import type { Replica } from '../db/replica.ts';
import type { AuditService } from '../features/audit/audit.service.ts';
import type { NotificationsService } from '../features/notifications/notifications.service.ts';
import type { ObjectStorage } from '../platform/storage/storage.ts';
import type { PlatformTools } from '../platform/tools.ts';

/** What `services.ts` offers to every feature; the `Deps` of a feature pick what it uses. */
export interface Tools extends PlatformTools {
  /** For reads that change nothing. */
  replica: Replica;
  audit: AuditService;
  notifications: NotificationsService;
  /** Of uploaded files. */
  storage: ObjectStorage;
}

/** Those that a process gives its services; they make the others. */
export type GivenTools = Pick<Tools, 'db' | 'replica' | 'clock' | 'seal' | 'log'>;
