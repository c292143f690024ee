import type { commentRoutes } from '@naru/contract/comments';
import { LIMITS } from '@naru/contract/limits';
import type { RouteInput } from '@naru/contract/route';
import { inOrder } from '../../db/pipeline.ts';
import { type Viewer, viewerOf } from '../../domain/access/room-access.ts';
import {
  randomAnonymousId,
  storedAuthor,
  storedClientId,
  storedTime,
} from '../../domain/authorship/author.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Limit } from '../../platform/throttle.ts';
import type { Tools } from '../../tools.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import {
  authorKeys,
  type NewComment,
  prepareLockPost,
  prepareOpenThread,
  prepareWriteComment,
  type ThreadRow,
  type Written,
} from './comments.insert.repo.ts';
import { requireThread, type ThreadLocation } from './comments.policy.ts';
import { presentComment } from './comments.present.ts';
import { type CommentRow, prepareFindComment, prepareFindThread } from './comments.read.repo.ts';
import { findByClientId, findDuplicate } from './comments.write.repo.ts';

const THROTTLE_SECONDS = LIMITS.commentThrottleMs / 1000;
const PER_SECOND: Limit = { max: 1, seconds: THROTTLE_SECONDS };
const PER_MINUTE: Limit = { max: 30, seconds: 60 };

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'throttle' | 'live'> {
  notifications: Pick<
    NotificationsService,
    'newCommentColumns' | 'newCommentValues' | 'insertCommentNotifications' | 'newComment'
  >;
}

type CommentInput = RouteInput<typeof commentRoutes.create>['body'];

interface Target extends Required<Pick<CommentInput, 'content'>> {
  viewer: Viewer;
  postId: number;
  location: ThreadLocation;
  parentId: number | null;
  replyToId: number | null;
  clientId: string | null;
}

/**
 * Writes in three round trips: what decides about the comment, with the count of the attempt; all
 * rows; live events with the commit.
 */
export function createCommentCreate({ db, clock, seal, throttle, live, notifications }: Deps) {
  const findComment = prepareFindComment(db);
  const findThread = prepareFindThread(db);
  const limits = [PER_SECOND, PER_MINUTE];
  const attempt = throttle.hits(authorKeys, limits, 'COMMENT_THROTTLED');
  const openThread = prepareOpenThread(db, attempt, notifications.newCommentColumns);
  const lockPost = prepareLockPost(db);
  const writeComment = prepareWriteComment(db, notifications.insertCommentNotifications);

  /** What decides about the comment. Throws as `create` does, also for a comment that was sent before. */
  function decide({ viewer, postId, parentId, replyToId, location, clientId }: Target) {
    const hits = attempt.values();
    const values = {
      ...viewer,
      ...hits,
      ...notifications.newCommentValues(),
      postId,
      parentId,
      replyToId,
      openKeys: keysOf(String(viewer.memberId)),
      anonymousKeys: keysOf(viewer.seal.toString('hex')),
      openClientId: storedClientId(false, seal, clientId),
      anonymousClientId: storedClientId(true, seal, clientId),
    };
    return openThread(values, (row) => {
      const thread = requireThread(row, location);
      if (thread.isSent) throw new AppError('COMMENT_THROTTLED');
      attempt.check(thread.attempts, hits.now);
      return thread;
    });
  }

  /** Returns the row of the comment and the post's new number of comments. */
  async function write(target: Target) {
    const { viewer, postId, parentId, replyToId, content } = target;
    return live.pipelined(async ({ send }, tell) => {
      const [thread] = await send(decide(target));
      requireParent(parentId !== null || replyToId === null);
      const { isAnonymous, nextId } = thread;
      const id = nextId ?? randomAnonymousId();
      const author = storedAuthor(isAnonymous, viewer);
      const clientId = storedClientId(isAnonymous, seal, target.clientId);
      const createdAt = storedTime(isAnonymous, clock.now());
      const comment = { id, parentId, replyToId, content, clientId, createdAt, ...author };
      const { memberId } = viewer;
      const news = notifications.newComment(thread, { id, postId, parentId, actorId: memberId });
      const values = { ...news.values, memberId };
      const regardsOthers = isAnonymous || parentId !== null;
      const [, written] = await send(
        inOrder(regardsOthers ? [lockPost(postId)] : []),
        writeComment(thread, comment, values, requireWritten),
        inOrder(news.statements),
      );
      await news.announce(send, tell);
      return { row: newRow(thread, comment, written), commentCount: written.commentCount };
    });
  }

  /** Finds what the author sent within a second before the call, or at any time under its client id. */
  async function findFirst(target: Target, calledAt: Date) {
    const { viewer, postId, location, clientId } = target;
    const { isAnonymous } = requireThread(await findThread(viewer, postId), location);
    const author = storedAuthor(isAnonymous, viewer);
    const stored = storedClientId(isAnonymous, seal, clientId);
    const since = storedTime(isAnonymous, addSeconds(calledAt, -THROTTLE_SECONDS));
    return (
      (await findByClientId(db, { postId, clientId: stored, ...author })) ??
      (await findDuplicate(db, { ...target, ...author, since }))
    );
  }

  /** Returns the first one of a double submit. */
  async function writeOnce(target: Target) {
    const calledAt = clock.now();
    try {
      return await write(target);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'COMMENT_THROTTLED') throw error;
      const first = await findFirst(target, calledAt);
      if (first === null) throw error;
      const row = await findComment(target.viewer, first.id)(db);
      return { row, commentCount: first.commentCount };
    }
  }

  return {
    /**
     * Writes a comment, or a reply with `parentId`; returns the first one for a double submit within a
     * second or with its client id. Throws POST_NOT_FOUND, LECTURE_MEMBERS_ONLY, PARENT_COMMENT_INVALID unless
     * `parentId` is a live top-level comment of the post and `replyToId` a live reply below it, and
     * COMMENT_THROTTLED within a second of another comment.
     */
    async create(
      actor: Actor,
      postId: number,
      { content, parentId = null, replyToId = null, clientId = null }: CommentInput,
      location: ThreadLocation = 'board',
    ) {
      const viewer = viewerOf(seal, actor);
      const target = { viewer, postId, location, parentId, replyToId, content, clientId };
      const { row, commentCount } = await writeOnce(target);
      if (row === null) throw new AppError('COMMENT_NOT_FOUND');
      return { comment: presentComment(row), commentCount };
    },
  };
}

/** For each of the limits. */
const keysOf = (author: string) => [`comment pace ${author}`, `comment volume ${author}`];

function requireWritten({ commentCount, hasParent, position, ...rest }: Written) {
  if (commentCount === null) throw new AppError('POST_NOT_FOUND');
  requireParent(hasParent);
  // The same comment is being stored by a parallel call.
  if (position === null) throw new AppError('COMMENT_THROTTLED');
  return { commentCount, position, ...rest };
}

function requireParent(isValid: boolean): void {
  if (!isValid) throw new AppError('PARENT_COMMENT_INVALID');
}

/** The row that the new comment would be read as by its author. */
function newRow(
  thread: ThreadRow,
  comment: NewComment,
  { position, anonymousNumber }: Pick<Written, 'anonymousNumber'> & { position: number },
): CommentRow {
  const { nickname, withdrawnAt, profileImageUrl, roles } = thread;
  const writer = thread.isAnonymous
    ? { nickname: null, withdrawnAt: null, profileImageUrl: null, roles: [] }
    : { nickname, withdrawnAt, profileImageUrl, roles };
  const { id, parentId, content, createdAt, authorId } = comment;
  return {
    ...{ id, parentId, content, createdAt, authorId, position, anonymousNumber },
    ...writer,
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
