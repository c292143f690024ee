import type { Tx } from '../../db/client.ts';
import type { StoredAuthor } from '../../domain/authorship/author.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { DirectFacts } from '../../domain/notifications/notification-kinds.ts';
import type { DomainTools } from '../../domain/tools.ts';
import type { Audience, ThreadNotification } from './notifications.audience.ts';
import { buildComment, buildLike, LIKE_LIMIT, likeKey, NOBODY } from './notifications.build.ts';
import type { OnComment, OnPost, OnThread, ThreadCause } from './notifications.causes.ts';
import type { Defer } from './notifications.pending.ts';
import {
  type CommentSource,
  countLikes,
  findAnonymity,
  findCommentSource,
  findPostSource,
  findVoter,
  type PostSource,
} from './notifications.sources.repo.ts';
import type { Standing } from './notifications.standing.ts';

interface Deps extends Pick<DomainTools, 'throttle' | 'seal'> {
  audience: Audience;
  standing: Standing;
  defer: Defer;
}

type NameOf<What> = Extract<ThreadCause, { what: What }>['name'];

interface Liked {
  post: PostSource;
  commentId: number | null;
  author: StoredAuthor;
  /** Of the comment. */
  isBlinded?: boolean;
  actorId: number;
}

type React<Source> = (tx: Tx, emit: Emit, source: Source, actorId: number) => Promise<void>;

/**
 * Notifications and page refreshes of events on a post. Call in the transaction of the cause, after
 * its rows are written and locked. Events on an anonymous post are deferred to another transaction.
 */
export function createThreadNotifications({ audience, standing, throttle, seal, defer }: Deps) {
  const onPost =
    (name: NameOf<OnPost>, react: React<PostSource>) =>
    async (tx: Tx, emit: Emit, what: OnPost, isDeferred = false): Promise<void> => {
      const post = await findPostSource(tx, what.postId, what.actorId);
      if (post?.isAnonymous && !isDeferred) return defer(tx, { name, what });
      if (post !== null) await react(tx, emit, post, what.actorId);
    };
  const onComment =
    (name: NameOf<OnComment>, react: React<CommentSource>) =>
    async (tx: Tx, emit: Emit, what: OnComment, isDeferred = false): Promise<void> => {
      const comment = await findCommentSource(tx, what.commentId, what.actorId);
      if (comment?.post.isAnonymous && !isDeferred) return defer(tx, { name, what });
      if (comment !== null) await react(tx, emit, comment, what.actorId);
    };

  const threads = {
    commentCreated: onComment('commentCreated', (tx, emit, comment, actorId) => {
      const { post, answered } = comment;
      const notification = buildComment(comment, { answered, owners: [post] });
      return notifyAndRefresh(tx, emit, { ...notification, post, actorId, byComment: comment.id });
    }),

    /**
     * A post or a comment below it was changed, deleted, restored or no longer liked, or is no longer the answer.
     */
    async threadChanged(tx: Tx, emit: Emit, what: OnThread, isDeferred = false): Promise<void> {
      const { postId, actorId } = what;
      const isAnonymous = await findAnonymity(tx, postId);
      if (isAnonymous && !isDeferred) return defer(tx, { name: 'threadChanged', what });
      if (isAnonymous) await followSealed(tx, emit, what);
      else await followNamed(tx, emit, what);
      const post = await findPostSource(tx, postId, actorId);
      if (post !== null) await audience.refreshPages(tx, emit, { post, actorId });
    },

    postLiked: onPost('postLiked', (tx, emit, post, actorId) =>
      onLike(tx, emit, { post, commentId: null, author: post, actorId }),
    ),

    commentLiked: onComment('commentLiked', (tx, emit, comment, actorId) => {
      const { id: commentId, post, author, isBlinded } = comment;
      return onLike(tx, emit, { post, commentId, author, isBlinded, actorId });
    }),

    /** Accepted again it notifies nobody. */
    answerAccepted: onComment('answerAccepted', async (tx, emit, comment, actorId) => {
      const { id, post, author, isBlinded } = comment;
      const facts = { post, commentId: id };
      const to = post.isBlinded || isBlinded ? [] : [author];
      const what = { kind: 'answerAccepted', facts, to, post, actorId } as const;
      await follow(tx, emit, post, 'post');
      await notifyAndRefresh(tx, emit, { ...what, isOnce: true });
    }),

    /** A question of a lecture room got its first answer. */
    questionAnswered: onPost('questionAnswered', (tx, emit, post, actorId) => {
      const [facts, to] = [{ post }, post.isBlinded ? [] : [post]];
      return notifyAndRefresh(tx, emit, { kind: 'questionAnswered', facts, to, post, actorId });
    }),

    postBlinded: onPost('postBlinded', (tx, emit, post, actorId) =>
      judged(tx, emit, 'post', { kind: 'postBlinded', facts: { post }, to: [post], post, actorId }),
    ),

    postUnblinded: onPost('postUnblinded', (tx, emit, post, actorId) =>
      judged(tx, emit, 'post', {
        kind: 'postUnblinded',
        facts: { post },
        to: [post],
        post,
        actorId,
      }),
    ),

    commentBlinded: onComment('commentBlinded', (tx, emit, { id, post, author }, actorId) => {
      const facts = { post, commentId: id };
      const to = [author];
      return judged(tx, emit, 'comments', { kind: 'commentBlinded', facts, to, post, actorId });
    }),

    commentUnblinded: onComment('commentUnblinded', (tx, emit, { id, post, author }, actorId) => {
      const facts = { post, commentId: id };
      const to = [author];
      return judged(tx, emit, 'comments', { kind: 'commentUnblinded', facts, to, post, actorId });
    }),
  };

  return {
    ...threads,

    sendDeferred(tx: Tx, emit: Emit, cause: ThreadCause): Promise<void> {
      switch (cause.name) {
        case 'commentCreated':
        case 'commentLiked':
        case 'answerAccepted':
        case 'commentBlinded':
        case 'commentUnblinded':
          return threads[cause.name](tx, emit, cause.what, true);
        default:
          return threads[cause.name](tx, emit, cause.what, true);
      }
    },
  };

  /** The post was changed, or a comment below it, of which those who follow the board have no notification. */
  function follow(
    tx: Tx,
    emit: Emit,
    { id, isAnonymous }: PostSource,
    part: 'post' | 'comments',
  ): Promise<void> {
    return isAnonymous
      ? standing.followSealed(tx, emit, { postId: id, part })
      : standing.follow(tx, emit, part === 'post' ? { post: id } : { comments: id });
  }

  /** No notification of an anonymous thread changes with its texts. */
  async function followSealed(tx: Tx, emit: Emit, { postId, part = 'post', commentId }: OnThread) {
    if (part === 'post' || part === 'comments' || part === 'likes') {
      await standing.followSealed(tx, emit, { postId, part, commentId: commentId ?? null });
    }
  }

  async function followNamed(tx: Tx, emit: Emit, { postId, part }: OnThread): Promise<void> {
    switch (part) {
      case 'text':
        return;
      case 'comments':
        return standing.follow(tx, emit, { comments: postId });
      case 'mentions':
        return standing.follow(tx, emit, { mentions: postId });
      case 'mustRead':
        return standing.follow(tx, emit, { mustRead: postId });
      default:
        return standing.follow(tx, emit, { post: postId });
    }
  }

  /** Something was hidden or shown again. Authors are notified even if they reported or decided themselves. */
  async function judged<K extends keyof DirectFacts>(
    tx: Tx,
    emit: Emit,
    part: 'post' | 'comments',
    notification: ThreadNotification<K>,
  ): Promise<void> {
    await follow(tx, emit, notification.post, part);
    await notifyAndRefresh(tx, emit, { ...notification, actorId: NOBODY });
  }

  async function notifyAndRefresh<K extends keyof DirectFacts>(
    tx: Tx,
    emit: Emit,
    notification: ThreadNotification<K>,
  ): Promise<void> {
    await audience.notifyAuthors(tx, emit, notification);
    await audience.refreshPages(tx, emit, notification);
  }

  /** Refreshes the author's open pages; notifies the author once a day per liking member. */
  async function onLike(tx: Tx, emit: Emit, liked: Liked): Promise<void> {
    const { post, commentId, author, actorId } = liked;
    const [memberId] = audience.membersOf([author]);
    if (memberId === undefined || memberId === actorId) return;
    if (await isFirstLike(tx, liked)) {
      const [list, id] =
        commentId === null ? (['like', post.id] as const) : (['comment like', commentId] as const);
      const owner = { memberId, markKey: seal.markKey(memberId) };
      const notification = buildLike({
        post,
        commentId,
        likes: await countLikes(tx, list, id, owner),
      });
      const voter = post.isAnonymous
        ? { voter: await findVoter(tx, list, id, { markKey: seal.markKey(actorId) }) }
        : {};
      const who = { to: [author], post, actorId };
      await audience.notifyAuthors(tx, emit, { ...notification, ...who, ...voter });
    } else await standing.followSealed(tx, emit, { postId: post.id, part: 'likes', commentId });
    await emit(memberId, { type: 'post', postId: post.id });
  }

  /** False while the post or the comment is blinded. */
  async function isFirstLike(tx: Tx, liked: Liked): Promise<boolean> {
    const { post, commentId, isBlinded, actorId } = liked;
    if (post.isBlinded || isBlinded) return false;
    const text =
      commentId === null
        ? likeKey('post', post.id, actorId)
        : likeKey('comment', commentId, actorId);
    const key = post.isAnonymous ? seal.hashText(text).toString('base64url') : text;
    const { count } = await throttle.peek(tx, key, LIKE_LIMIT);
    await throttle.count(tx, key, LIKE_LIMIT);
    return count < LIKE_LIMIT.max;
  }
}
