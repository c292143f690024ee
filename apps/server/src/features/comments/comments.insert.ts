import { LIMITS } from '@naru/contract/limits';
import type { Tx } from '../../db/client.ts';
import type { TxStatement } from '../../db/fast/fast.ts';
import type { Readable, Viewer } from '../../domain/access/room-access.ts';
import {
  randomAnonymousId,
  storedAuthor,
  storedClientId,
  storedTime,
} from '../../domain/authorship/author.ts';
import { AppError } from '../../platform/errors.ts';
import type { Limit } from '../../platform/rates.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { Tools } from '../tools.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import {
  type NewComment,
  prepareWriteComments,
  type Writing,
  type Written,
} from './comments.insert.repo.ts';
import type { CommentRow, FoundMember } from './comments.mentions.repo.ts';
import { createMentions, mentionedIn, storedMentions } from './comments.mentions.ts';
import {
  attemptKeys,
  prepareLockPosts,
  prepareLockTimeout,
  prepareOpenThreads,
  type ThreadLookup,
  type ThreadRow,
} from './comments.open.repo.ts';
import { requireThread, type ThreadLocation } from './comments.policy.ts';

export const THROTTLE_SECONDS = LIMITS.commentThrottleMs / 1000;
const PER_SECOND: Limit = { max: 1, seconds: THROTTLE_SECONDS };
/** A lock that is held longer delays the comments of its post only. Shorter than a deadlock is looked for. */
const LOCK_MS = 500;

/** A comment to write. */
export interface CommentRequest {
  viewer: Viewer;
  postId: number;
  location: ThreadLocation;
  parentId: number | null;
  replyToId: number | null;
  content: string;
  picture: CommentRow['picture'];
  clientId: string | null;
}

/** The row of a comment and the post's new number of comments. */
export interface WrittenComment {
  row: CommentRow;
  commentCount: number;
}

export interface InsertDeps
  extends Pick<Tools, 'db' | 'clock' | 'seal' | 'throttle' | 'memberRates' | 'live'> {
  notifications: Pick<
    NotificationsService,
    | 'newCommentColumns'
    | 'newCommentValues'
    | 'insertCommentNotifications'
    | 'authorsSince'
    | 'newComments'
    | 'wantsCommentNotifications'
  >;
  files: Pick<Pictures, 'attachToComment'>;
}

/**
 * Returns a function that writes comments of different members in one transaction of three round trips:
 * what decides about them, with the counts of their attempts; all rows; live events with the commit. A
 * single one that is refused throws why; of several, those are left out that would be refused.
 */
export function createCommentInsert(deps: InsertDeps) {
  const { db, clock, seal, throttle, live, notifications, files } = deps;
  const limits = [PER_SECOND, deps.memberRates.comments];
  const attempt = throttle.hits(attemptKeys, limits, 'COMMENT_THROTTLED');
  const openThreads = prepareOpenThreads(db, attempt, notifications.newCommentColumns);
  const findMentioned = createMentions(db, notifications);
  const lockTimeout = prepareLockTimeout(db, LOCK_MS);
  const lockPosts = prepareLockPosts(db);
  const writeComments = prepareWriteComments(db, notifications);

  return (requests: readonly CommentRequest[]): Promise<Map<CommentRequest, WrittenComment>> => {
    const isAlone = requests.length === 1;
    return live.pipelined(async ({ send }, append) => {
      const hits = attempt.values();
      const values = { ...hits, ...notifications.newCommentValues() };
      const [, threads, ...named] = await send(
        isAlone ? [] : [lockTimeout],
        openThreads(requests.map(lookupOf), values),
        ...requests.map(({ viewer: { memberId }, postId, content }) =>
          findMentioned({ memberId, postId, content }),
        ),
      );
      const writings = requests.flatMap((request, index) => {
        const found = threads[index] ?? null;
        if (found === null && !isAlone) return [];
        const thread = requireThread(found, request.location);
        // The same comment, or one of the same author, is stored already.
        if (thread.isSent) throw new AppError('COMMENT_THROTTLED');
        attempt.check(thread.attempts, hits.now);
        return [writingOf(request, thread, named[index] ?? [])];
      });
      if (writings.length === 0) return new Map();
      const postIds = [...new Set(writings.map(({ thread }) => thread.id))];
      const notices = notifications.newComments(writings.map(({ notice }) => notice));
      const [, written] = await send(
        needsLock(writings) ? [lockPosts(postIds)] : [],
        requireAll(writeComments(writings, notices.values)),
        writings.flatMap(({ picture }) => (picture ? [files.attachToComment(picture)] : [])),
        ...notices.statements,
      );
      const since = written.map((row, index) => [...row.since, ...othersOf(writings, index)]);
      await notices.announce(send, append, since);
      return new Map(
        writings.map(({ request, thread, comment }, index) => {
          const row = written[index] as Stored;
          return [request, { row: newRow(thread, comment, row), commentCount: row.commentCount }];
        }),
      );
    });
  };

  function lookupOf({ location, clientId, viewer, ...request }: CommentRequest): ThreadLookup {
    const { postId, parentId, replyToId } = request;
    return {
      ...viewer,
      ...{ postId, parentId, replyToId },
      isRoom: location === 'room',
      openClientId: storedClientId(false, seal, clientId),
      anonymousClientId: storedClientId(true, seal, clientId),
    };
  }

  function writingOf(request: CommentRequest, thread: Readable<ThreadRow>, named: FoundMember[]) {
    const { viewer, postId, parentId, replyToId, content, picture } = request;
    const { memberId } = viewer;
    const { isAnonymous, nextId } = thread;
    const mentioned = mentionedIn(content, named);
    const id = nextId ?? randomAnonymousId();
    const comment = {
      ...{ id, parentId, replyToId, content, picture },
      mentions: storedMentions(mentioned),
      clientId: storedClientId(isAnonymous, seal, request.clientId),
      createdAt: storedTime(isAnonymous, clock.now()),
      ...storedAuthor(isAnonymous, viewer),
    };
    const notified = mentioned.filter(({ isNotified }) => isNotified).map((member) => member.id);
    return {
      ...{ request, thread, comment },
      notice: {
        source: thread,
        comment: { id, postId, parentId, actorId: memberId, mentioned: notified },
      },
      picture: picture && { id, memberId, isAnonymous, ...picture },
    };
  }
}

type Planned = Pick<Writing, 'thread'> & { request: CommentRequest };

/** A top-level comment on an open board gets the lock of its post with the post's new count. */
function needsLock(writings: readonly Planned[]): boolean {
  return (
    writings.length > 1 ||
    writings.some(({ request, thread }) => thread.isAnonymous || request.parentId !== null)
  );
}

/** Who else comments below the same post in this transaction. */
function othersOf(writings: readonly Planned[], index: number): number[] {
  const self = writings[index];
  return writings
    .filter((one) => one !== self && one.thread.id === self?.thread.id)
    .map(({ request }) => request.viewer.memberId);
}

type Stored = Written & { commentCount: number; position: number };

const requireAll = (write: TxStatement<(Written | undefined)[]>) => async (tx: Tx) =>
  (await write(tx)).map(requireStored);

function requireStored(written: Written | undefined): Stored {
  if (written === undefined) throw new Error('a comment without a result');
  const { commentCount, hasParent, position } = written;
  if (commentCount === null) throw new AppError('POST_NOT_FOUND');
  if (!hasParent) throw new AppError('PARENT_COMMENT_INVALID');
  // The same comment is being stored by a parallel call.
  if (position === null) throw new AppError('COMMENT_THROTTLED');
  return { ...written, commentCount, position };
}

/** The row that the new comment would be read as by its author. */
function newRow(
  thread: ThreadRow,
  comment: NewComment,
  { position, anonymousNumber }: Stored,
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
