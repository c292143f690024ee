import type { commentRoutes } from '@naru/contract/comments';
import type { RouteInput } from '@naru/contract/route';
import { viewerOf } from '../../domain/access/room-access.ts';
import {
  isAnonymousId,
  randomAnonymousId,
  storedAuthor,
  storedClientId,
  storedTime,
} from '../../domain/authorship/author.ts';
import type { Actor } from '../../platform/actor.ts';
import { createBatchedRead } from '../../platform/batched-read.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import {
  commentLimits,
  keysOf,
  newRow,
  requireUnsent,
  type Target,
  THROTTLE_SECONDS,
  type WrittenComment,
} from './comments.compose.ts';
import {
  authorKeys,
  prepareLockPost,
  prepareOpenThread,
  prepareWriteComment,
  type Written,
} from './comments.insert.repo.ts';
import { createMentions, mayMention, mentionedIn, storedMentions } from './comments.mentions.ts';
import { requireThread, type ThreadLocation } from './comments.policy.ts';
import { presentComment } from './comments.present.ts';
import { prepareFindThread } from './comments.read.repo.ts';
import { createReadComment } from './comments.read.ts';
import { createCommentsTogether } from './comments.together.ts';
import { findByClientId, findDuplicate } from './comments.write.repo.ts';

type Deps = Parameters<typeof createCommentsTogether>[0] & {
  notifications: Pick<NotificationsService, 'newComment' | 'wantsCommentNotifications'>;
  files: Pick<Pictures, 'wholeUrl' | 'attachToComment'>;
};

/** Each can be as large as the longest comment. */
const TOGETHER_MAX = 32;

type CommentInput = RouteInput<typeof commentRoutes.create>['body'];

/**
 * Writes in three round trips: what decides about the comment, with the count of the attempt; all
 * rows; live events with the commit.
 */
export function createCommentCreate(deps: Deps) {
  const { db, clock, seal, throttle, live, notifications, files } = deps;
  const readComment = createReadComment(db);
  const findThread = prepareFindThread(db);
  const attempt = throttle.hits(authorKeys, commentLimits(deps.memberRates), 'COMMENT_THROTTLED');
  const openThread = prepareOpenThread(db, attempt, notifications.newCommentColumns);
  const lockPost = prepareLockPost(db);
  const findMentioned = createMentions(db, notifications);
  const writeTogether = createCommentsTogether(deps);
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
      const thread = requireUnsent(requireThread(row, location));
      attempt.check(thread.attempts, hits.now);
      return thread;
    });
  }

  async function write(target: Target): Promise<WrittenComment> {
    const { viewer, postId, parentId, replyToId, content, picture } = target;
    const { memberId } = viewer;
    return live.pipelined(async ({ send }, append) => {
      const words = { postId, memberId, content };
      const [thread, named] = await send(decide(target), findMentioned(words));
      const mentioned = mentionedIn(content, named);
      requireParent(parentId !== null || replyToId === null);
      const { isAnonymous, nextId } = thread;
      const id = nextId ?? randomAnonymousId();
      const author = storedAuthor(isAnonymous, viewer);
      const clientId = storedClientId(isAnonymous, seal, target.clientId);
      const createdAt = storedTime(isAnonymous, clock.now());
      const parts = { content, mentions: storedMentions(mentioned), picture };
      const comment = { id, parentId, replyToId, ...parts, clientId, createdAt, ...author };
      const notified = mentioned.filter(({ isNotified }) => isNotified).map((member) => member.id);
      const about = { id, postId, parentId, actorId: memberId, mentioned: notified };
      const notification = notifications.newComment(thread, about);
      const values = { ...notification.values, memberId };
      const regardsOthers = isAnonymous || parentId !== null;
      const [, written] = await send(
        regardsOthers ? [lockPost(postId)] : [],
        writeComment(thread, comment, values, requireWritten),
        picture ? [files.attachToComment({ id, memberId, isAnonymous, ...picture })] : [],
        notification.statements,
      );
      await notification.announce(send, append);
      return { row: newRow(thread, comment, written), commentCount: written.commentCount };
    });
  }

  const writeShared = createBatchedRead(
    async (targets: Target[]): Promise<Map<Target, WrittenComment>> => {
      const [first] = targets;
      if (first === undefined || targets.length > 1) return writeTogether(targets);
      return new Map([[first, await write(first)]]);
    },
    { most: TOGETHER_MAX },
  );

  /** Comments that arrive together share a transaction, as far as it can write them. */
  async function writeAnyway(target: Target): Promise<WrittenComment> {
    const written = mayShare(target) ? await writeShared(target) : null;
    return written ?? write(target);
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
  async function writeOnce(target: Target): Promise<WrittenComment> {
    const calledAt = clock.now();
    try {
      return await writeAnyway(target);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'COMMENT_THROTTLED') throw error;
      const first = await findFirst(target, calledAt);
      if (first === null) throw error;
      const row = await readComment(target.viewer, first.id);
      return { row, commentCount: first.commentCount };
    }
  }

  return {
    /**
     * Writes a comment, or a reply with `parentId`; returns the first one for a double submit within a
     * second or with its client id. Throws POST_NOT_FOUND, LECTURE_MEMBERS_ONLY, PARENT_COMMENT_INVALID unless
     * `parentId` is a live top-level comment of the post and `replyToId` a live reply below it,
     * IMAGE_NOT_READY unless the picture is a checked, unused upload of the actor, and COMMENT_THROTTLED
     * within a second of another comment.
     */
    async create(
      actor: Actor,
      postId: number,
      { content, parentId = null, replyToId = null, picture, clientId = null }: CommentInput,
      location: ThreadLocation = 'board',
    ) {
      const viewer = viewerOf(seal, actor);
      const shown = picture ? { ...picture, url: files.wholeUrl(picture.url) } : null;
      const words = { content, picture: shown, clientId };
      const target = { viewer, postId, location, parentId, replyToId, ...words };
      const { row, commentCount } = await writeOnce(target);
      return { comment: presentComment(row), commentCount };
    },
  };
}

function requireWritten({ commentCount, hasParent, position, ...rest }: Written) {
  if (commentCount === null) throw new AppError('POST_NOT_FOUND');
  requireParent(hasParent);
  // The same comment is being stored by a parallel call.
  if (position === null) throw new AppError('COMMENT_THROTTLED');
  return { commentCount, position, ...rest };
}

/** Those that regard what others wrote, that mention and that have a picture are written alone. */
function mayShare(target: Target): boolean {
  const { postId, parentId, replyToId, picture } = target;
  const isPlain = picture === null && !mayMention(target);
  return isPlain && parentId === null && replyToId === null && !isAnonymousId(postId);
}

function requireParent(isValid: boolean): void {
  if (!isValid) throw new AppError('PARENT_COMMENT_INVALID');
}
