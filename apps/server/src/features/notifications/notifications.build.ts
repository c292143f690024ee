import { actorName } from '../../domain/notifications/texts.ts';
import type { PostSource } from './notifications.sources.repo.ts';

/** No member has this id. */
export const NOBODY = 0;

/** Null below an anonymous post, whose notifications name no member. */
export function actorOf(post: PostSource): string | null {
  return post.isAnonymous ? null : actorName(post.actorNickname);
}

interface Authors<Author> {
  /** Authors of the parent comment and of the reply that the comment answers. */
  answered: readonly Author[];
  /** Of the post. */
  owners: readonly Author[];
}

/** The notification of a new comment and its recipients, who may include the actor. */
export function buildComment<Author>(
  comment: { id: number; isReply: boolean; post: PostSource },
  { answered, owners }: Authors<Author>,
) {
  const { id: commentId, isReply, post } = comment;
  return {
    kind: isReply ? ('reply' as const) : ('comment' as const),
    facts: { post, commentId, actor: actorOf(post) },
    to: post.isBlinded ? [] : isReply ? answered : owners,
  };
}

/** The notification for members whom a comment below a named post mentions. */
export function buildMention({ id: commentId, post }: { id: number; post: PostSource }) {
  return { kind: 'mentioned', facts: { post, commentId, actor: actorOf(post) } } as const;
}

/** Repeated likes of one member notify once a day. */
export const LIKE_LIMIT = { max: 1, seconds: 24 * 60 * 60 };

export function likeKey(what: 'post' | 'comment', id: number, actorId: number): string {
  return `like notice ${what} ${id} ${actorId}`;
}

/** The notification of a like; `commentId` is null for a like of the post. */
export function buildLike(like: { post: PostSource; commentId: number | null; likes: number }) {
  const { post, commentId, likes } = like;
  const facts = { post, actor: actorOf(post), likes };
  return commentId === null
    ? ({ kind: 'postLiked', facts } as const)
    : ({ kind: 'commentLiked', facts: { ...facts, commentId } } as const);
}
