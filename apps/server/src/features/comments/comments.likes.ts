import type { Db, Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { addToLikeCount, deleteLike, findLikeCount, insertLike } from './comments.likes.repo.ts';

/** Likes of comments: one a member, repeatable, the counter always equals the rows (decisions 87). */
export function createCommentLikes({ db, clock }: { db: Db; clock: Clock }) {
  /** Runs `change` on a live comment; answers the count after it. */
  async function change(id: number, by: 1 | -1, run: (tx: Tx) => Promise<boolean>) {
    return db.transaction(async (tx) => {
      if ((await findLikeCount(tx, id)) === null) throw new AppError('COMMENT_NOT_FOUND');
      const currentCount = (await run(tx))
        ? await addToLikeCount(tx, id, by)
        : await findLikeCount(tx, id);
      return currentCount ?? 0;
    });
  }

  return {
    /** Answers the count with the like. Throws COMMENT_NOT_FOUND. */
    async like({ memberId }: Actor, commentId: number) {
      const like = { commentId, memberId, createdAt: clock.now() };
      return {
        currentCount: await change(commentId, 1, (tx) => insertLike(tx, like)),
        liked: true,
      };
    },

    /** Answers the count without the like. Throws COMMENT_NOT_FOUND. */
    async unlike({ memberId }: Actor, commentId: number) {
      const like = { commentId, memberId };
      return {
        currentCount: await change(commentId, -1, (tx) => deleteLike(tx, like)),
        liked: false,
      };
    },
  };
}
