import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import {
  addToLikes,
  deleteLike,
  deleteScrap,
  insertLike,
  insertScrap,
  isLivePost,
  lockPost,
} from './reactions.repo.ts';

export type ReactionsService = ReturnType<typeof createReactionsService>;

/**
 * Likes and scraps. Every call may be repeated and throws POST_NOT_FOUND for missing and deleted
 * posts (quality ID-13).
 */
export function createReactionsService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Answers the number of likes. */
    like: (actor: Actor, postId: number) =>
      changeLike(actor, postId, 1, (tx) =>
        insertLike(tx, { postId, memberId: actor.memberId, createdAt: clock.now() }),
      ),

    /** Answers the number of likes. */
    unlike: (actor: Actor, postId: number) =>
      changeLike(actor, postId, -1, (tx) => deleteLike(tx, postId, actor.memberId)),

    async scrap(actor: Actor, postId: number): Promise<void> {
      if (!(await isLivePost(db, postId))) throw new AppError('POST_NOT_FOUND');
      await insertScrap(db, { postId, memberId: actor.memberId, createdAt: clock.now() });
    },

    /** Also takes the line of a deleted post off the caller's list (decisions 76). */
    async unscrap(actor: Actor, postId: number): Promise<void> {
      if (await deleteScrap(db, postId, actor.memberId)) return;
      if (!(await isLivePost(db, postId))) throw new AppError('POST_NOT_FOUND');
    },
  };

  async function changeLike(
    actor: Actor,
    postId: number,
    step: 1 | -1,
    change: (tx: Parameters<Parameters<Db['transaction']>[0]>[0]) => Promise<boolean>,
  ): Promise<number> {
    return db.transaction(async (tx) => {
      const post = await lockPost(tx, postId);
      if (post === null) throw new AppError('POST_NOT_FOUND');
      if (!(await change(tx))) return post.likeCount;
      // Nobody is the author of an anonymous post here: its counters never tell that the author likes it.
      const own = post.authorId === actor.memberId ? step : 0;
      await addToLikes(tx, postId, { all: step, own });
      return post.likeCount + step;
    });
  }
}
