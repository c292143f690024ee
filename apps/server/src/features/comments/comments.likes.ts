import type { Tx } from '../../db/client.ts';
import { roomViewer } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tools } from '../../platform/tools.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { requireComment } from './comments.policy.ts';
import { addToLikeCount, deleteLike, findLikeTarget, insertLike } from './comments.write.repo.ts';

interface Deps extends Pick<Tools, 'clock' | 'live'> {
  notifications: Pick<NotificationsService, 'commentLiked'>;
}

/** Likes of comments. Both calls are idempotent and throw COMMENT_NOT_FOUND, LECTURE_MEMBERS_ONLY. */
export function createCommentLikes({ clock, live, notifications }: Deps) {
  /** Returns the like count after `run`. */
  async function change(actor: Actor, id: number, by: 1 | -1, run: (tx: Tx) => Promise<boolean>) {
    const viewer = roomViewer(actor);
    return live.transaction(async (tx, emit) => {
      requireComment(await findLikeTarget(tx, viewer, id));
      const isChanged = await run(tx);
      const currentCount = isChanged
        ? await addToLikeCount(tx, id, by)
        : (await findLikeTarget(tx, viewer, id))?.likeCount;
      if (isChanged && by === 1) {
        await notifications.commentLiked(tx, emit, { commentId: id, actorId: actor.memberId });
      }
      return currentCount ?? 0;
    });
  }

  return {
    async like(actor: Actor, commentId: number) {
      const like = { commentId, memberId: actor.memberId, createdAt: clock.now() };
      const currentCount = await change(actor, commentId, 1, (tx) => insertLike(tx, like));
      return { currentCount, liked: true };
    },

    async unlike(actor: Actor, commentId: number) {
      const like = { commentId, memberId: actor.memberId };
      const currentCount = await change(actor, commentId, -1, (tx) => deleteLike(tx, like));
      return { currentCount, liked: false };
    },
  };
}
