import type { Db, Tx } from '../../db/client.ts';
import { roomViewer } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import { addToLikeCount, deleteLike, findLiked, insertLike } from './comments.likes.repo.ts';
import { requireComment } from './comments.policy.ts';

interface Deps {
  db: Db;
  clock: Clock;
  events: Pick<DomainEventHub, 'emit'>;
}

/** Likes of comments: one a member, repeatable, the counter always equals the rows (decisions 87). */
export function createCommentLikes({ db, clock, events }: Deps) {
  /** Runs `change` on a live comment; answers the count after it, and whether there was a change. */
  async function change(actor: Actor, id: number, by: 1 | -1, run: (tx: Tx) => Promise<boolean>) {
    const viewer = roomViewer(actor);
    return db.transaction(async (tx) => {
      requireComment(await findLiked(tx, viewer, id));
      const isChanged = await run(tx);
      const currentCount = isChanged
        ? await addToLikeCount(tx, id, by)
        : (await findLiked(tx, viewer, id))?.likeCount;
      return { currentCount: currentCount ?? 0, isChanged };
    });
  }

  return {
    /** Answers the count with the like. Throws COMMENT_NOT_FOUND, LECTURE_MEMBERS_ONLY. */
    async like(actor: Actor, commentId: number) {
      const { memberId } = actor;
      const like = { commentId, memberId, createdAt: clock.now() };
      const { currentCount, isChanged } = await change(actor, commentId, 1, (tx) =>
        insertLike(tx, like),
      );
      if (isChanged) events.emit('comment-liked', { commentId, actorId: memberId });
      return { currentCount, liked: true };
    },

    /** Answers the count without the like. Throws COMMENT_NOT_FOUND, LECTURE_MEMBERS_ONLY. */
    async unlike(actor: Actor, commentId: number) {
      const like = { commentId, memberId: actor.memberId };
      const { currentCount } = await change(actor, commentId, -1, (tx) => deleteLike(tx, like));
      return { currentCount, liked: false };
    },
  };
}
