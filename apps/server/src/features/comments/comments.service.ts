import type { Db } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { createCommentChanges } from './comments.change.ts';
import { createCommentCreate } from './comments.create.ts';
import { createCommentLikes } from './comments.likes.ts';
import { createCommentReads } from './comments.read.ts';

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  throttle: Throttle;
  live: Pick<Live, 'transaction'>;
  notifications: Pick<NotificationsService, 'commentCreated' | 'commentLiked' | 'threadChanged'>;
  audit: Pick<AuditService, 'record'>;
}

export type CommentsService = ReturnType<typeof createCommentsService>;

/** Comments and one level of replies; one file per kind of use case. */
export function createCommentsService(deps: Deps) {
  return {
    ...createCommentReads(deps),
    ...createCommentCreate(deps),
    ...createCommentChanges(deps),
    ...createCommentLikes(deps),
  };
}
