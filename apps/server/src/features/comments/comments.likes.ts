import type { Tx } from '../../db/client.ts';
import { roomViewer } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Live } from '../../platform/live/live.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { addToLikeCount, deleteLike, findLiked, insertLike } from './comments.likes.repo.ts';
import { requireComment } from './comments.policy.ts';

interface Deps {
  clock: Clock;
  live: Pick<Live, 'transaction'>;
  notifications: Pick<NotificationsService, 'commentLiked'>;
}

/** Likes of comments: one a member, repeatable, the counter always equals the rows. */
export function createCommentLikes({ clock, live, notifications }: Deps) {
  /** Runs `run` on a live comment; returns the count after it. */
  async function change(actor: Actor, id: number, by: 1 | -1, run: (tx: Tx) => Promise<boolean>) {
    const viewer = roomViewer(actor);
    return live.transaction(async (tx, emit) => {
      requireComment(await findLiked(tx, viewer, id));
      const isChanged = await run(tx);
      const currentCount = isChanged
        ? await addToLikeCount(tx, id, by)
        : (await findLiked(tx, viewer, id))?.likeCount;
      if (isChanged && by === 1) {
        await notifications.commentLiked(tx, emit, { commentId: id, actorId: actor.memberId });
      }
      return currentCount ?? 0;
    });
  }

  return {
    /** Answers the count with the like. Throws COMMENT_NOT_FOUND, LECTURE_MEMBERS_ONLY. */
    async like(actor: Actor, commentId: number) {
      const like = { commentId, memberId: actor.memberId, createdAt: clock.now() };
      const currentCount = await change(actor, commentId, 1, (tx) => insertLike(tx, like));
      return { currentCount, liked: true };
    },

    /** Answers the count without the like. Throws COMMENT_NOT_FOUND, LECTURE_MEMBERS_ONLY. */
    async unlike(actor: Actor, commentId: number) {
      const like = { commentId, memberId: actor.memberId };
      const currentCount = await change(actor, commentId, -1, (tx) => deleteLike(tx, like));
      return { currentCount, liked: false };
    },
  };
}
