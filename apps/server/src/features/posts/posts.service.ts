import type { Db } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import { createCleanCache } from './posts.clean-cache.ts';
import { createPostDetail } from './posts.detail.ts';
import { resanitizePost } from './posts.html.ts';
import { createPostLists } from './posts.list.ts';
import { createOwnLists } from './posts.mine.ts';
import { createPostRemoval } from './posts.remove.ts';
import { createPostStoring } from './posts.storing.ts';
import { createPostWriting } from './posts.write.ts';

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  files: Pick<Pictures, 'attachToPost'>;
  live: Pick<Live, 'transaction'>;
  notifications: Pick<NotificationsService, 'noticePosted' | 'answerAccepted' | 'threadChanged'>;
  audit: Pick<AuditService, 'record'>;
}

export type PostsService = ReturnType<typeof createPostsService>;

/** Everything about posts but their likes, scraps and comments. */
export function createPostsService(deps: Deps) {
  const storing = createPostStoring(deps);
  return {
    ...createPostLists(deps),
    ...createPostDetail(deps),
    ...createPostWriting({ ...deps, storing }),
    ...createPostRemoval(deps),
    ...createOwnLists(deps),
    /** For posts of lecture rooms, which are posts too. */
    storing,
    /** Cleans stored HTML on its way out; what is known to be clean costs nothing. */
    cleanHtml: createCleanCache(resanitizePost),
  };
}
