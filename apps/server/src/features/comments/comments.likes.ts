import { inOrder, type Pipeline } from '../../db/pipeline.ts';
import { roomViewer } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tools } from '../../tools.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import {
  prepareDeleteCommentLike,
  prepareInsertCommentLike,
  prepareLockComment,
  prepareReadCommentLike,
} from './comments.likes.repo.ts';
import { requireComment } from './comments.policy.ts';

export interface CommentLikeDeps extends Pick<Tools, 'db' | 'clock' | 'live'> {
  notifications: Pick<
    NotificationsService,
    'likedPostColumns' | 'likesTold' | 'likeValues' | 'newLike'
  >;
}

/** Likes of comments, in three round trips as those of posts. */
export function createCommentLikes({ db, clock, live, notifications }: CommentLikeDeps) {
  const lockComment = prepareLockComment(db, notifications);
  const readLike = prepareReadCommentLike(db, notifications);
  const insertLike = prepareInsertCommentLike(db);
  const deleteLike = prepareDeleteCommentLike(db);

  return {
    /** Idempotent like `unlike`; both throw COMMENT_NOT_FOUND, LECTURE_MEMBERS_ONLY. */
    async like(actor: Actor, commentId: number) {
      const { memberId } = actor;
      const currentCount = await live.pipelined(async ({ send }, tell) => {
        const found = await look(send, actor, commentId);
        if (found.isLiked) return found.likeCount;
        const news = notifications.newLike({ ...found, commentId, actorId: memberId });
        const [count] = await send(
          insertLike({ commentId, memberId }, clock.now()),
          inOrder(news.statements),
        );
        news.announce(tell);
        return count;
      });
      return { currentCount, liked: true };
    },

    async unlike(actor: Actor, commentId: number) {
      const { memberId } = actor;
      const currentCount = await live.pipelined(async ({ send }) => {
        const found = await look(send, actor, commentId);
        if (!found.isLiked) return found.likeCount;
        const [count] = await send(deleteLike({ commentId, memberId }));
        return count;
      });
      return { currentCount, liked: false };
    },
  };

  /** Locks the comment and finds what decides about a like. */
  async function look(send: Pipeline['send'], actor: Actor, commentId: number) {
    const { memberId } = actor;
    const values = notifications.likeValues('comment', commentId, memberId);
    const [comment, like] = await send(
      lockComment(roomViewer(actor), commentId, requireComment),
      readLike({ commentId, memberId, ...values }),
    );
    return { ...comment, ...like };
  }
}
