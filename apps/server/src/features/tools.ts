import type { DomainTools } from '../domain/tools.ts';
import type { ObjectStorage } from '../platform/storage/storage.ts';
import type { AuditService } from './audit/audit.service.ts';
import type { NotificationsService } from './notifications/notifications.service.ts';

/** What `services.ts` offers to every feature; the `Deps` of a feature pick what it uses. */
export interface Tools extends DomainTools {
  audit: AuditService;
  notifications: NotificationsService;
  /** Of uploaded files. */
  storage: ObjectStorage;
}

/** Those that a process gives its services; they make the others. */
export type GivenTools = Pick<Tools, 'db' | 'clock' | 'seal' | 'log'>;

/** What runs. */
export interface Program {
  version: string;
  /** Short hash of the commit that was built; null when it is not known. */
  commit: string | null;
}
