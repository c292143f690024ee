import type { Db } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { Attachments } from '../uploads/uploads.service.ts';
import { createLectureAnswers } from './lecture-posts.answers.ts';
import { createLectureReads } from './lecture-posts.read.ts';
import { createLectureWriting } from './lecture-posts.write.ts';

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  posts: Pick<PostsService, 'storing' | 'cleanHtml'>;
  attachments: Pick<Attachments, 'attachToPost' | 'listOfPost'>;
  live: Pick<Live, 'transaction'>;
  notifications: Pick<
    NotificationsService,
    'lecturePostCreated' | 'questionAnswered' | 'threadChanged'
  >;
  audit: Pick<AuditService, 'record'>;
}

export type LecturePostsService = ReturnType<typeof createLecturePostsService>;

/** Posts on the boards of lecture rooms; their comments, likes and deletion are those of all posts. */
export function createLecturePostsService(deps: Deps) {
  return {
    ...createLectureReads(deps),
    ...createLectureWriting(deps),
    ...createLectureAnswers(deps),
  };
}
