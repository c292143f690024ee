import type { PostDetail } from '@naru/contract/posts';
import { viewerOf } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../../platform/tools.ts';
import { prepareReadPost } from './posts.detail.repo.ts';
import { presentDetail } from './posts.present.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal'> {
  cleanHtml: (html: string) => string;
}

export function createPostDetail({ db, clock, seal, cleanHtml }: Deps) {
  const readPost = prepareReadPost(db);
  return {
    /**
     * Counts a view once per member and Korean day. Throws POST_NOT_FOUND for missing, deleted and
     * lecture posts.
     */
    async get(actor: Actor, id: number): Promise<PostDetail> {
      const row = await readPost({ ...viewerOf(seal, actor), id, day: kstDay(clock.now()) });
      if (row === null) throw new AppError('POST_NOT_FOUND');
      return presentDetail(row, cleanHtml(row.content));
    },
  };
}
