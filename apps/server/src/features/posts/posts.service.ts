import type { Db } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Seal } from '../../platform/seal.ts';
import { createPostDetail } from './posts.detail.ts';
import { createPostWriting, type PostImages } from './posts.write.ts';

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  files: PostImages;
}

export type PostsService = ReturnType<typeof createPostsService>;

/** Everything about posts but their likes, scraps and comments. */
export function createPostsService(deps: Deps) {
  return {
    ...createPostDetail(deps),
    ...createPostWriting(deps),
  };
}
