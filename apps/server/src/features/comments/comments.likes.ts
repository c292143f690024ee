import type { Pipeline } from '../../db/fast/fast.ts';
import { roomViewer } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { Tools } from '../tools.ts';
import {
  prepareDeleteCommentLike,
  prepareInsertCommentLike,
  prepareInsertSealedCommentLike,
  prepareLockComment,
  prepareReadCommentLike,
} from './comments.likes.repo.ts';
import { requireComment } from './comments.policy.ts';

export interface CommentLikeDeps extends Pick<Tools, 'db' | 'clock' | 'live' | 'seal'> {
  notifications: Pick<
    NotificationsService,
    'likedPostColumns' | 'recentLikes' | 'likeValues' | 'newLike' | 'likeEnded'
  >;
}

/** Likes of comments, in three round trips as those of posts. */
export function createCommentLikes({ db, clock, live, seal, notifications }: CommentLikeDeps) {
  const lockComment = prepareLockComment(db, notifications);
  const readLike = prepareReadCommentLike(db, notifications);
  const insertLike = prepareInsertCommentLike(db);
  const insertSealedLike = prepareInsertSealedCommentLike(db);
  const deleteLike = prepareDeleteCommentLike(db);

  return {
    /** Idempotent like `unlike`; both throw COMMENT_NOT_FOUND, LECTURE_MEMBERS_ONLY. */
    async like(actor: Actor, commentId: number) {
      const { memberId } = actor;
      const currentCount = await live.pipelined(async ({ send }, append) => {
        const found = await look(send, actor, commentId);
        if (found.isLiked) return found.likeCount;
        const notification = notifications.newLike({ ...found, commentId, actorId: memberId });
        const insert = found.post.isAnonymous ? insertSealedLike : insertLike;
        const [count] = await send(
          insert(likerOf(actor, commentId), clock.now()),
          notification.statements,
        );
        notification.announce(append);
        return count;
      });
      return { currentCount, liked: true };
    },

    async unlike(actor: Actor, commentId: number) {
      const { memberId: actorId } = actor;
      const currentCount = await live.pipelined(async ({ send }, append) => {
        const found = await look(send, actor, commentId);
        if (!found.isLiked) return found.likeCount;
        const ended = notifications.likeEnded({ ...found, commentId, actorId });
        const [count] = await send(deleteLike(likerOf(actor, commentId)), ended.statements);
        ended.announce(append);
        return count;
      });
      return { currentCount, liked: false };
    },
  };

  function likerOf({ memberId }: Actor, commentId: number) {
    return { commentId, memberId, markKey: seal.markKey(memberId) };
  }

  /** Locks the comment and finds what decides about a like. */
  async function look(send: Pipeline['send'], actor: Actor, commentId: number) {
    const { memberId } = actor;
    const values = notifications.likeValues('comment', commentId, memberId);
    const [comment, like] = await send(
      lockComment(roomViewer(actor), commentId, requireComment),
      readLike({ ...likerOf(actor, commentId), ...values }),
    );
    return { ...comment, ...like };
  }
}
