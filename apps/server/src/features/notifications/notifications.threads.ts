import type { Tx } from '../../db/client.ts';
import { actorName } from '../../domain/notifications/texts.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';
import type { Audience } from './notifications.audience.ts';
import type { Defer } from './notifications.pending.ts';
import {
  countCommentLikes,
  countPostLikes,
  findCommentSource,
  findPostSource,
  type PostSource,
} from './notifications.sources.repo.ts';

/** A member who likes, unlikes and likes again is told of once a day. */
const LIKE_LIMIT: Limit = { max: 1, seconds: 24 * 60 * 60 };

interface Deps {
  audience: Audience;
  throttle: Throttle;
  defer: Defer;
}

interface OnPost {
  postId: number;
  actorId: number;
}
interface OnComment {
  commentId: number;
  actorId: number;
}

/** Something that happened below a post. */
export type ThreadCause =
  | { name: 'commentCreated' | 'commentLiked' | 'answerAccepted'; what: OnComment }
  | { name: 'threadChanged' | 'postLiked' | 'questionAnswered'; what: OnPost };

/**
 * What happens below a post: notifications to those it concerns, and open pages that load it again.
 * Called in the transaction of the cause, after its rows are written and locked. Below an anonymous
 * post they are deferred to a transaction of their own.
 */
export function createThreadNotifications({ audience, throttle, defer }: Deps) {
  const threads = {
    async commentCreated(tx: Tx, emit: Emit, what: OnComment, isDeferred = false): Promise<void> {
      const { commentId, actorId } = what;
      const comment = await findCommentSource(tx, commentId, actorId);
      if (comment?.post.isAnonymous && !isDeferred)
        return defer(tx, { name: 'commentCreated', what });
      if (comment === null) return;
      const { post, isReply } = comment;
      await audience.notifyAuthors(tx, emit, {
        kind: isReply ? 'reply' : 'comment',
        facts: { post, commentId, actor: actorOf(comment) },
        to: isReply ? comment.answered : [post.author],
        post,
        actorId,
      });
      await audience.refreshPages(tx, emit, { post, actorId });
    },

    /** A post or a comment below it was changed or deleted, or is no longer the answer. */
    async threadChanged(tx: Tx, emit: Emit, what: OnPost, isDeferred = false): Promise<void> {
      const { postId, actorId } = what;
      const post = await findPostSource(tx, postId, actorId);
      if (post?.isAnonymous && !isDeferred) return defer(tx, { name: 'threadChanged', what });
      if (post !== null) await audience.refreshPages(tx, emit, { post, actorId });
    },

    async postLiked(tx: Tx, emit: Emit, what: OnPost, isDeferred = false): Promise<void> {
      const { postId, actorId } = what;
      const post = await findPostSource(tx, postId, actorId);
      if (post?.isAnonymous && !isDeferred) return defer(tx, { name: 'postLiked', what });
      const [memberId] = post === null ? [] : audience.membersOf([post.author]);
      if (post === null || memberId === undefined || memberId === actorId) return;
      if (await isFirstLike(tx, `post ${postId} ${actorId}`)) {
        const likes = await countPostLikes(tx, postId, memberId);
        await audience.notifyAuthors(tx, emit, {
          kind: 'postLiked',
          facts: { post, actor: actorOf({ post }), likes },
          to: [post.author],
          post,
          actorId,
        });
      }
      await emit(memberId, { type: 'post', postId });
    },

    async commentLiked(tx: Tx, emit: Emit, what: OnComment, isDeferred = false): Promise<void> {
      const { commentId, actorId } = what;
      const comment = await findCommentSource(tx, commentId, actorId);
      if (comment?.post.isAnonymous && !isDeferred)
        return defer(tx, { name: 'commentLiked', what });
      const [memberId] = comment === null ? [] : audience.membersOf([comment.author]);
      if (comment === null || memberId === undefined || memberId === actorId) return;
      const { post, author } = comment;
      if (await isFirstLike(tx, `comment ${commentId} ${actorId}`)) {
        const likes = await countCommentLikes(tx, commentId, memberId);
        await audience.notifyAuthors(tx, emit, {
          kind: 'commentLiked',
          facts: { post, commentId, actor: actorOf(comment), likes },
          to: [author],
          post,
          actorId,
        });
      }
      await emit(memberId, { type: 'post', postId: post.id });
    },

    async answerAccepted(tx: Tx, emit: Emit, what: OnComment, isDeferred = false): Promise<void> {
      const { commentId, actorId } = what;
      const comment = await findCommentSource(tx, commentId, actorId);
      if (comment?.post.isAnonymous && !isDeferred)
        return defer(tx, { name: 'answerAccepted', what });
      if (comment === null) return;
      const { post, author } = comment;
      await audience.notifyAuthors(tx, emit, {
        kind: 'answerAccepted',
        facts: { post, commentId },
        to: [author],
        post,
        actorId,
      });
      await audience.refreshPages(tx, emit, { post, actorId });
    },

    /** A question of a lecture room has its first answer. */
    async questionAnswered(tx: Tx, emit: Emit, what: OnPost, isDeferred = false): Promise<void> {
      const { postId, actorId } = what;
      const post = await findPostSource(tx, postId, actorId);
      if (post?.isAnonymous && !isDeferred) return defer(tx, { name: 'questionAnswered', what });
      if (post === null) return;
      await audience.notifyAuthors(tx, emit, {
        kind: 'questionAnswered',
        facts: { post },
        to: [post.author],
        post,
        actorId,
      });
      await audience.refreshPages(tx, emit, { post, actorId });
    },
  };

  return {
    ...threads,

    /** Tells what was deferred. */
    tellDeferred(tx: Tx, emit: Emit, cause: ThreadCause): Promise<void> {
      switch (cause.name) {
        case 'commentCreated':
        case 'commentLiked':
        case 'answerAccepted':
          return threads[cause.name](tx, emit, cause.what, true);
        default:
          return threads[cause.name](tx, emit, cause.what, true);
      }
    },
  };

  async function isFirstLike(tx: Tx, what: string): Promise<boolean> {
    const key = `like notice ${what}`;
    const { count } = await throttle.peek(tx, key);
    await throttle.count(tx, key, LIKE_LIMIT);
    return count < LIKE_LIMIT.max;
  }
}

/** Nobody is named below an anonymous post. */
function actorOf({ post }: { post: PostSource }): string | null {
  return post.isAnonymous ? null : actorName(post.actorNickname);
}
