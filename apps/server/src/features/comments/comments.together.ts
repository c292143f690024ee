import type { Readable } from '../../domain/access/room-access.ts';
import { storedAuthor, storedClientId } from '../../domain/authorship/author.ts';
import {
  backendTrouble,
  isRolledBack,
  mayConcernOneCall,
} from '../../platform/database/query-errors.ts';
import { AppError } from '../../platform/errors.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { Tools } from '../tools.ts';
import {
  commentLimits,
  keysOf,
  NO_TARGET,
  newRow,
  requireUnsent,
  type Target,
  type WrittenComment,
} from './comments.compose.ts';
import type { ThreadRow } from './comments.insert.repo.ts';
import { requireThread } from './comments.policy.ts';
import {
  type OpenRequest,
  prepareLockPosts,
  prepareOpenThreads,
  prepareWaitBriefly,
  prepareWriteComments,
  requestKeys,
} from './comments.together.repo.ts';

/** A lock that is held longer delays the comments of its post only. Shorter than a deadlock is looked for. */
const LOCK_MS = 500;

interface Deps
  extends Pick<Tools, 'db' | 'clock' | 'seal' | 'throttle' | 'memberRates' | 'live' | 'log'> {
  notifications: Pick<
    NotificationsService,
    | 'newCommentColumns'
    | 'newCommentValues'
    | 'insertCommentNotifications'
    | 'authorsSince'
    | 'newComments'
  >;
}

type Writing = ReturnType<typeof writingOf>;

/**
 * Writes top-level comments of different members below open posts in one transaction of three round
 * trips. Resolves with those that were written, all or none of those that it began: the others are to be
 * written alone, which shows why one is refused.
 */
export function createCommentsTogether(deps: Deps) {
  const { db, clock, seal, throttle, live, log, notifications } = deps;
  const attempt = throttle.hitsOfMany(
    requestKeys,
    commentLimits(deps.memberRates),
    'COMMENT_THROTTLED',
  );
  const openThreads = prepareOpenThreads(db, attempt, notifications.newCommentColumns);
  const waitBriefly = prepareWaitBriefly(db, LOCK_MS);
  const lockPosts = prepareLockPosts(db);
  const writeComments = prepareWriteComments(db, notifications);

  function requestOf({ viewer, postId, location, clientId }: Target): OpenRequest {
    const [paceKey = '', volumeKey = ''] = keysOf(String(viewer.memberId));
    return {
      ...viewer,
      postId,
      isRoom: location === 'room',
      paceKey,
      volumeKey,
      openClientId: storedClientId(false, seal, clientId),
      anonymousClientId: storedClientId(true, seal, clientId),
    };
  }

  function write(targets: readonly Target[]): Promise<Map<Target, WrittenComment>> {
    return live.pipelined(async ({ send }, append) => {
      const requests = targets.map(requestOf);
      const hits = attempt.values();
      const [, found] = await send(
        waitBriefly,
        openThreads(requests, { ...hits, ...notifications.newCommentValues() }),
      );
      const writings = targets.flatMap((target, index) => {
        const row = found.get(requests[index] as OpenRequest);
        if (row === undefined) return [];
        const thread = requireUnsent(requireThread({ ...row, ...NO_TARGET }, target.location));
        attempt.check(thread.attempts, hits.now);
        return [writingOf(target, thread, clock.now())];
      });
      if (writings.length === 0) return new Map();
      const notices = notifications.newComments(
        writings.map(({ thread, target, id }) => [
          thread,
          { id, postId: thread.id, parentId: null, actorId: target.viewer.memberId },
        ]),
      );
      const rows = writings.map(({ target, thread, comment }, index) => {
        const { noticeTo, ...notice } = notices.values[index] as (typeof notices.values)[number];
        const { id, content, clientId, createdAt } = comment;
        return {
          ...{ id, content, clientId, createdAt, postId: thread.id },
          memberId: target.viewer.memberId,
          lastPosition: thread.thread.lastPosition,
          noticeTo: `{${noticeTo.join()}}`,
          ...notice,
        };
      });
      const ids = [...new Set(rows.map(({ postId }) => postId))];
      const [, written] = await send(lockPosts(ids), writeComments(rows), ...notices.statements);
      const done = rows.map((row) => written.get(row));
      // A post was deleted, or a client id stored, after the threads were read.
      if (!done.every((row) => row !== undefined)) throw new GivenUp();
      const since = done.map((row, index) => [...row.since, ...matesOf(writings, index)]);
      await notices.announce(send, append, since);
      return new Map(
        writings.map(({ target, thread, comment }, index) => {
          const { position, commentCount } = done[index] as (typeof done)[number];
          const row = newRow(thread, comment, { position, anonymousNumber: null });
          return [target, { row, commentCount }];
        }),
      );
    });
  }

  return async (targets: readonly Target[]): Promise<Map<Target, WrittenComment>> => {
    const together = oneOfEachMember(targets);
    if (together.length < 2) return new Map();
    try {
      return await write(together);
    } catch (error) {
      if (!mayConcernOneCall(error) && !isRolledBack(error)) throw error;
      if (isFault(error)) {
        log.error({ err: error, comments: together.length }, 'comments not shared');
      }
      return new Map();
    }
  };
}

/** The transaction is rolled back. */
class GivenUp extends Error {}

/** Of the program: neither a refusal nor trouble of the database. */
function isFault(error: unknown): boolean {
  if (error instanceof AppError || error instanceof GivenUp) return false;
  return !isRolledBack(error) && backendTrouble(error) === null;
}

/** The first: two of a member would be counted by one statement, and may be one comment sent twice. */
function oneOfEachMember(targets: readonly Target[]): Target[] {
  const first = new Map<number, Target>();
  for (const target of targets) {
    const { memberId } = target.viewer;
    if (!first.has(memberId)) first.set(memberId, target);
  }
  return [...first.values()];
}

function writingOf(target: Target, thread: Readable<ThreadRow>, createdAt: Date) {
  const { viewer, parentId, replyToId, content, clientId } = target;
  const { nextId: id } = thread;
  if (id === null) throw new Error('an open thread without an id for its comment');
  const author = storedAuthor(false, viewer);
  const extras = { mentions: null, picture: null };
  const comment = { id, parentId, replyToId, content, ...extras, clientId, createdAt, ...author };
  return { target, thread, id, comment };
}

/** Who else comments below the same post in this transaction. */
function matesOf(writings: readonly Writing[], index: number): number[] {
  const self = writings[index];
  return writings
    .filter((one) => one !== self && one.thread.id === self?.thread.id)
    .map(({ target }) => target.viewer.memberId);
}
