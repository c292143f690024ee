import type { commentRoutes } from '@naru/contract/comments';
import { LIMITS } from '@naru/contract/limits';
import type { RouteInput } from '@naru/contract/route';
import type { Tx } from '../../db/client.ts';
import { type Readable, viewerOf } from '../../domain/access/room-access.ts';
import {
  randomAnonymousId,
  type StoredAuthor,
  storedAuthor,
  storedClientId,
  storedTime,
} from '../../domain/authorship/author.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';
import type { Tools } from '../../tools.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { requireThread, type ThreadLocation } from './comments.policy.ts';
import { presentComment } from './comments.present.ts';
import { existsReply, prepareFindComment, prepareFindThread } from './comments.read.repo.ts';
import {
  assignAnonymousNumber,
  countReply,
  findByClientId,
  findDuplicate,
  insertComment,
  lockAndCount,
} from './comments.write.repo.ts';

const THROTTLE_SECONDS = LIMITS.commentThrottleMs / 1000;
const PER_SECOND: Limit = { max: 1, seconds: THROTTLE_SECONDS };
const PER_MINUTE: Limit = { max: 30, seconds: 60 };

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'throttle' | 'live'> {
  notifications: Pick<NotificationsService, 'commentCreated'>;
}

type CommentInput = RouteInput<typeof commentRoutes.create>['body'];

interface Target {
  thread: Readable<{ id: number; isAnonymous: boolean }>;
  actorId: number;
  postId: number;
  parentId: number | null;
  replyToId: number | null;
  content: string;
  clientId: string | null;
}

export function createCommentCreate({ db, clock, seal, throttle, live, notifications }: Deps) {
  const findComment = prepareFindComment(db);
  const findThread = prepareFindThread(db);

  /** Returns the id and the post's new number of comments. */
  async function write(tx: Tx, emit: Emit, author: StoredAuthor, target: Target) {
    await limitRate(tx, throttle, author);
    const post = await lockAndCount(tx, target.postId);
    if (post === null) throw new AppError('POST_NOT_FOUND');
    await countInParent(tx, target);
    const { thread, actorId, parentId, replyToId, content, clientId } = target;
    const { isAnonymous } = thread;
    if (author.authorSeal !== null && post.authorSeal?.equals(author.authorSeal) !== true) {
      await assignAnonymousNumber(tx, target.postId, author.authorSeal);
    }
    const id = await insertComment(tx, thread, {
      parentId,
      replyToId,
      content,
      clientId,
      ...author,
      id: isAnonymous ? randomAnonymousId() : undefined,
      createdAt: storedTime(isAnonymous, clock.now()),
    });
    // The same comment is being stored by a parallel call.
    if (id === null) throw new AppError('COMMENT_THROTTLED');
    await notifications.commentCreated(tx, emit, { commentId: id, actorId });
    return { id, commentCount: post.commentCount };
  }

  /**
   * Returns the first one when the same comment was sent within the last second (double submit), or at
   * any time under the same client id.
   */
  async function writeOnce(author: StoredAuthor, target: Target) {
    const sent = await findByClientId(db, { ...target, ...author });
    if (sent !== null) return sent;
    try {
      return await live.transaction((tx, emit) => write(tx, emit, author, target));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'COMMENT_THROTTLED') throw error;
      const secondAgo = addSeconds(clock.now(), -THROTTLE_SECONDS);
      const since = storedTime(target.thread.isAnonymous, secondAgo);
      const duplicate =
        (await findByClientId(db, { ...target, ...author })) ??
        (await findDuplicate(db, { ...target, ...author, since }));
      if (duplicate === null) throw error;
      return duplicate;
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
      { content, parentId = null, replyToId = null, clientId: sentId = null }: CommentInput,
      location: ThreadLocation = 'board',
    ) {
      const viewer = viewerOf(seal, actor);
      const thread = requireThread(await findThread(viewer, postId), location);
      const author = storedAuthor(thread.isAnonymous, viewer);
      const clientId = storedClientId(thread.isAnonymous, seal, sentId);
      const actorId = actor.memberId;
      const target = { thread, actorId, postId, parentId, replyToId, content, clientId };
      const { id, commentCount } = await writeOnce(author, target);
      const row = await findComment(viewer, id);
      if (row === null) throw new AppError('COMMENT_NOT_FOUND');
      return { comment: presentComment(row), commentCount };
    },
  };
}

/**
 * Open and anonymous comments have separate counters: the timestamps of a shared one would link a
 * member to an anonymous comment in a database dump.
 */
async function limitRate(tx: Tx, throttle: Throttle, author: StoredAuthor): Promise<void> {
  const authorKey = author.authorSeal?.toString('hex') ?? String(author.authorId);
  await throttle.hit(tx, `comment pace ${authorKey}`, PER_SECOND, 'COMMENT_THROTTLED');
  await throttle.hit(tx, `comment volume ${authorKey}`, PER_MINUTE, 'COMMENT_THROTTLED');
}

/** Raises the parent's reply counter. Throws PARENT_COMMENT_INVALID. */
async function countInParent(tx: Tx, { postId, parentId, replyToId }: Target): Promise<void> {
  const isValid =
    parentId === null
      ? replyToId === null
      : (await countReply(tx, { postId, parentId })) &&
        (replyToId === null || (await existsReply(tx, replyToId, parentId)));
  if (!isValid) throw new AppError('PARENT_COMMENT_INVALID');
}
