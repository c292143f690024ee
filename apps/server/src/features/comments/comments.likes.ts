import type { Db, Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import { AppError } from '../../platform/errors.ts';
import { addToLikeCount, deleteLike, findLikeCount, insertLike } from './comments.likes.repo.ts';

interface Deps {
  db: Db;
  clock: Clock;
  events: Pick<DomainEventHub, 'emit'>;
}

/** Likes of comments: one a member, repeatable, the counter always equals the rows (decisions 87). */
export function createCommentLikes({ db, clock, events }: Deps) {
  /** Runs `change` on a live comment; answers the count after it, and whether there was a change. */
  async function change(id: number, by: 1 | -1, run: (tx: Tx) => Promise<boolean>) {
    return db.transaction(async (tx) => {
      if ((await findLikeCount(tx, id)) === null) throw new AppError('COMMENT_NOT_FOUND');
      const isChanged = await run(tx);
      const currentCount = isChanged
        ? await addToLikeCount(tx, id, by)
        : await findLikeCount(tx, id);
      return { currentCount: currentCount ?? 0, isChanged };
    });
  }

  return {
    /** Answers the count with the like. Throws COMMENT_NOT_FOUND. */
    async like({ memberId }: Actor, commentId: number) {
      const like = { commentId, memberId, createdAt: clock.now() };
      const { currentCount, isChanged } = await change(commentId, 1, (tx) => insertLike(tx, like));
      if (isChanged) events.emit('comment-liked', { commentId, actorId: memberId });
      return { currentCount, liked: true };
    },

    /** Answers the count without the like. Throws COMMENT_NOT_FOUND. */
    async unlike({ memberId }: Actor, commentId: number) {
      const like = { commentId, memberId };
      const { currentCount } = await change(commentId, -1, (tx) => deleteLike(tx, like));
      return { currentCount, liked: false };
    },
  };
}
