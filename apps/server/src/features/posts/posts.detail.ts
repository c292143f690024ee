import type { PostDetail } from '@naru/contract/posts';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Clock, kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Seal } from '../../platform/seal.ts';
import { createCleanCache } from './posts.clean-cache.ts';
import { prepareReadPost } from './posts.detail.repo.ts';
import { resanitizePost } from './posts.html.ts';
import { presentDetail } from './posts.present.ts';

export function createPostDetail({ db, clock, seal }: { db: Db; clock: Clock; seal: Seal }) {
  const readPost = prepareReadPost(db);
  // A row from before an upgrade of the sanitiser, or planted, is cleaned on its way out.
  const cleaned = createCleanCache(resanitizePost);

  return {
    /**
     * One post as the caller sees it; counts a view once per member and Korean day. Throws
     * POST_NOT_FOUND for missing and deleted posts and for posts of lectures.
     */
    async get(actor: Actor, id: number): Promise<PostDetail> {
      const row = await readPost({
        id,
        memberId: actor.memberId,
        seal: seal.seal(actor.memberId),
        day: kstDay(clock.now()),
      });
      if (row === null) throw new AppError('POST_NOT_FOUND');
      return presentDetail(row, cleaned(row.content));
    },
  };
}
