import { randomInt } from 'node:crypto';
import { LIMITS } from '@naru/contract/limits';
import type { Db, Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, type Clock, cutToMinute } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit, Live } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';
import type { NoticesService } from '../notices/notices.service.ts';
import { type Place, requireThread } from './comments.policy.ts';
import { presentComment } from './comments.present.ts';
import { existsReply, prepareFindComment, prepareFindThread } from './comments.read.repo.ts';
import type { Viewer } from './comments.rows.repo.ts';
import { timeOf, viewerOf } from './comments.viewer.ts';
import {
  type Author,
  countReply,
  findRepeated,
  insertComment,
  insertVoice,
  lockAndCount,
} from './comments.write.repo.ts';

const THROTTLE_SECONDS = LIMITS.commentThrottleMs / 1000;
/** One comment a second (spec 9), 30 a minute (quality RL-02). */
const PACE: Limit = { max: 1, seconds: THROTTLE_SECONDS };
const VOLUME: Limit = { max: 30, seconds: 60 };
/** Ids below anonymous posts are drawn from here, far from the running ones (quality AN-23). */
const RANDOM_IDS = [2 ** 40, 2 ** 47] as const;

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  throttle: Throttle;
  live: Pick<Live, 'transaction'>;
  notices: Pick<NoticesService, 'commentCreated'>;
}

interface NewComment {
  content: string;
  parentId: number | null;
  replyToId: number | null;
}

interface Written {
  id: number;
  /** Comments of the post with this one. */
  commentCount: number;
}

interface Target extends NewComment {
  actorId: number;
  postId: number;
  isAnonymous: boolean;
}

export function createCommentCreate({ db, clock, seal, throttle, live, notices }: Deps) {
  const findComment = prepareFindComment(db);
  const findThread = prepareFindThread(db);

  async function write(tx: Tx, emit: Emit, author: Author, place: Target): Promise<Written> {
    await limitPace(tx, throttle, author);
    const post = await lockAndCount(tx, place.postId);
    if (post === null) throw new AppError('POST_NOT_FOUND');
    await joinThread(tx, place);
    const { isAnonymous, actorId, ...values } = place;
    if (author.authorSeal !== null && post.authorSeal?.equals(author.authorSeal) !== true) {
      await insertVoice(tx, place.postId, author.authorSeal);
    }
    const id = await insertComment(tx, {
      ...values,
      ...author,
      id: isAnonymous ? randomInt(...RANDOM_IDS) : undefined,
      createdAt: timeOf(isAnonymous, clock),
    });
    await notices.commentCreated(tx, emit, { commentId: id, actorId });
    return { id, commentCount: post.commentCount };
  }

  /** The comment of the running second with the same words in the same place, or null. */
  async function findFirst(author: Author, place: Target): Promise<Written | null> {
    const secondAgo = addSeconds(clock.now(), -THROTTLE_SECONDS);
    const since = place.isAnonymous ? cutToMinute(secondAgo) : secondAgo;
    return findRepeated(db, { ...place, ...author, since });
  }

  async function writeOnce(author: Author, place: Target): Promise<Written> {
    try {
      return await live.transaction((tx, emit) => write(tx, emit, author, place));
    } catch (error) {
      const isThrottled = error instanceof AppError && error.code === 'COMMENT_THROTTLED';
      const first = isThrottled ? await findFirst(author, place) : null;
      if (first === null) throw error;
      return first;
    }
  }

  return {
    /**
     * Writes a comment, or a reply with `parentId`. Throws POST_NOT_FOUND,
     * LECTURE_MEMBERS_ONLY, PARENT_COMMENT_INVALID unless `parentId` is a live top-level comment of the post and `replyToId` a live reply below it,
     * COMMENT_THROTTLED within 1 s of the former one; the same words in the same place within that
     * second answer the former one instead (quality IP-04).
     */
    async create(actor: Actor, postId: number, input: NewComment, place: Place = 'board') {
      const viewer = viewerOf(seal, actor);
      const { isAnonymous } = requireThread(await findThread(viewer, postId), place);
      const author = authorOf(isAnonymous, viewer);
      const target = { ...input, actorId: actor.memberId, postId, isAnonymous };
      const { id, commentCount } = await writeOnce(author, target);
      const row = await findComment(viewer, id);
      if (row === null) throw new AppError('COMMENT_NOT_FOUND');
      return { comment: presentComment(row), commentCount };
    },
  };
}

/**
 * Open and anonymous comments are counted apart: one counter for both would let a dump of the
 * database join the last anonymous comment to its member by the time (quality AN-31).
 */
async function limitPace(tx: Tx, throttle: Throttle, author: Author): Promise<void> {
  const who = author.authorSeal?.toString('hex') ?? String(author.authorId);
  await throttle.hit(tx, `comment pace ${who}`, PACE, 'COMMENT_THROTTLED');
  await throttle.hit(tx, `comment volume ${who}`, VOLUME, 'COMMENT_THROTTLED');
}

/** Checks the thread that a reply goes to and counts it there; one level only (decisions 89). */
async function joinThread(tx: Tx, { postId, parentId, replyToId }: Target): Promise<void> {
  const isValid =
    parentId === null
      ? replyToId === null
      : (await countReply(tx, { postId, parentId })) &&
        (replyToId === null || (await existsReply(tx, replyToId, parentId)));
  if (!isValid) throw new AppError('PARENT_COMMENT_INVALID');
}

function authorOf(isAnonymous: boolean, viewer: Viewer): Author {
  return isAnonymous
    ? { authorId: null, authorSeal: viewer.seal }
    : { authorId: viewer.memberId, authorSeal: null };
}
