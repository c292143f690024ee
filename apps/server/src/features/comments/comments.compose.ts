import type { commentRoutes } from '@naru/contract/comments';
import { LIMITS } from '@naru/contract/limits';
import type { RouteInput } from '@naru/contract/route';
import type { Viewer } from '../../domain/access/room-access.ts';
import { AppError } from '../../platform/errors.ts';
import type { Limit, MemberRates } from '../../platform/rates.ts';
import type { NewComment, ThreadRow, Written } from './comments.insert.repo.ts';
import type { CommentRow } from './comments.mentions.repo.ts';
import type { ThreadLocation } from './comments.policy.ts';

export const THROTTLE_SECONDS = LIMITS.commentThrottleMs / 1000;
const PER_SECOND: Limit = { max: 1, seconds: THROTTLE_SECONDS };

export const commentLimits = ({ comments }: MemberRates): Limit[] => [PER_SECOND, comments];

/** For each of the limits. */
export const keysOf = (author: string) => [`comment pace ${author}`, `comment volume ${author}`];

export type CommentInput = RouteInput<typeof commentRoutes.create>['body'];

/** A comment to write. */
export interface Target extends Required<Pick<CommentInput, 'content'>> {
  viewer: Viewer;
  picture: CommentRow['picture'];
  postId: number;
  location: ThreadLocation;
  parentId: number | null;
  replyToId: number | null;
  clientId: string | null;
}

/** The row of a comment and the post's new number of comments. */
export interface WrittenComment {
  row: CommentRow;
  commentCount: number;
}

/** A top-level comment answers none. */
export const NO_TARGET: Pick<CommentRow, 'target'> = {
  target: {
    id: null,
    nickname: null,
    withdrawnAt: null,
    isPostAuthor: false,
    anonymousNumber: null,
  },
};

/** Throws COMMENT_THROTTLED for a comment that was sent before. */
export function requireUnsent<T extends Pick<ThreadRow, 'isSent'>>(thread: T): T {
  if (thread.isSent) throw new AppError('COMMENT_THROTTLED');
  return thread;
}

/** The row that the new comment would be read as by its author. */
export function newRow(
  thread: ThreadRow,
  comment: NewComment,
  { position, anonymousNumber }: Pick<Written, 'anonymousNumber'> & { position: number },
): CommentRow {
  const { nickname, withdrawnAt, profileImageUrl, roles } = thread;
  const writer = thread.isAnonymous
    ? { nickname: null, withdrawnAt: null, profileImageUrl: null, roles: [] }
    : { nickname, withdrawnAt, profileImageUrl, roles };
  const { id, parentId, content, mentions, picture, createdAt, authorId } = comment;
  return {
    ...{ id, parentId, content, createdAt, authorId, position, anonymousNumber },
    ...writer,
    mentions: mentions?.map((one) => ({ ...one, nickname: one.name })) ?? null,
    picture,
    postId: thread.id,
    boardType: thread.boardType,
    isAnonymous: thread.isAnonymous,
    isPostAuthor: thread.isPostAuthor,
    target: thread.target,
    editedAt: null,
    deletedAt: null,
    isBlinded: false,
    likeCount: 0,
    replyCount: 0,
    isAuthor: true,
    isLiked: false,
    isBlocked: false,
  };
}
