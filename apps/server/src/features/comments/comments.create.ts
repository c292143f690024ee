import type { commentRoutes } from '@naru/contract/comments';
import type { RouteInput } from '@naru/contract/route';
import { viewerOf } from '../../domain/access/room-access.ts';
import { storedAuthor, storedClientId, storedTime } from '../../domain/authorship/author.ts';
import type { Actor } from '../../platform/actor.ts';
import { createBatchedRead } from '../../platform/batched-read.ts';
import { addSeconds } from '../../platform/clock.ts';
import {
  backendTrouble,
  isRolledBack,
  mayConcernOneCall,
} from '../../platform/database/query-errors.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import { findByClientId, findDuplicate } from './comments.change.repo.ts';
import {
  type CommentRequest,
  createCommentInsert,
  type InsertDeps,
  THROTTLE_SECONDS,
  type WrittenComment,
} from './comments.insert.ts';
import { mayMention } from './comments.mentions.ts';
import { requireThread, type ThreadLocation } from './comments.policy.ts';
import { presentComment } from './comments.present.ts';
import { prepareFindThread } from './comments.read.repo.ts';
import { createReadComment } from './comments.read.ts';

type Deps = InsertDeps & Pick<Tools, 'log'> & { files: Pick<Pictures, 'wholeUrl'> };

/** Each can be as large as the longest comment. */
const TOGETHER_MAX = 32;

type CommentInput = RouteInput<typeof commentRoutes.create>['body'];

export function createCommentCreate(deps: Deps) {
  const { db, clock, seal, files, log } = deps;
  const readComment = createReadComment(db);
  const findThread = prepareFindThread(db);
  const insert = createCommentInsert(deps);
  const insertShared = createBatchedRead(insertTogether, { most: TOGETHER_MAX });

  /** Writes those that can share a transaction, or none of them. */
  async function insertTogether(
    requests: CommentRequest[],
  ): Promise<Map<CommentRequest, WrittenComment>> {
    const chosen = oneOfEachMember(requests);
    if (chosen.length === 1 && requests.length > 1) return new Map();
    try {
      return await insert(chosen);
    } catch (error) {
      if (chosen.length === 1 || !mayConcernOne(error)) throw error;
      if (isFault(error)) log.error({ err: error, comments: chosen.length }, 'comments not shared');
      return new Map();
    }
  }

  /** Shares the transaction of comments that arrive together, unless one of them is refused in it. */
  async function write(request: CommentRequest): Promise<WrittenComment> {
    const shared = mayShare(request) ? await insertShared(request) : null;
    const written = shared ?? (await insert([request])).get(request);
    if (written === undefined) throw new Error('a comment without a result');
    return written;
  }

  /** Finds what the author sent within a second before the call, or at any time under its client id. */
  async function findStored(request: CommentRequest, calledAt: Date) {
    const { viewer, postId, location, clientId } = request;
    const { isAnonymous } = requireThread(await findThread(viewer, postId), location);
    const author = storedAuthor(isAnonymous, viewer);
    const stored = storedClientId(isAnonymous, seal, clientId);
    const since = storedTime(isAnonymous, addSeconds(calledAt, -THROTTLE_SECONDS));
    return (
      (await findByClientId(db, { postId, clientId: stored, ...author })) ??
      (await findDuplicate(db, { ...request, ...author, since }))
    );
  }

  /** Returns the stored one for a double submit. */
  async function writeOnce(request: CommentRequest): Promise<WrittenComment> {
    const calledAt = clock.now();
    try {
      return await write(request);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'COMMENT_THROTTLED') throw error;
      const stored = await findStored(request, calledAt);
      if (stored === null) throw error;
      const row = await readComment(request.viewer, stored.id);
      return { row, commentCount: stored.commentCount };
    }
  }

  return {
    /**
     * Writes a comment, or a reply with `parentId`; returns the stored one for a double submit within a
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
      const stored = picture ? { ...picture, url: files.wholeUrl(picture.url) } : null;
      const place = { postId, location, parentId, replyToId };
      const { row, commentCount } = await writeOnce({
        ...place,
        ...{ viewer, content, clientId, picture: stored },
      });
      return { comment: presentComment(row), commentCount };
    },
  };
}

/** Mentions and pictures need statements of their own, whose failure would concern the other comments. */
function mayShare(request: CommentRequest): boolean {
  return request.picture === null && !mayMention(request);
}

/** Of several by a member the first: one statement would count them as one, and they may be duplicates. */
function oneOfEachMember(requests: readonly CommentRequest[]): CommentRequest[] {
  const first = new Map<number, CommentRequest>();
  for (const request of requests) {
    const { memberId } = request.viewer;
    if (!first.has(memberId)) first.set(memberId, request);
  }
  return [...first.values()];
}

const mayConcernOne = (error: unknown) => mayConcernOneCall(error) || isRolledBack(error);

/** Of the program: neither a refusal nor trouble of the database. */
function isFault(error: unknown): boolean {
  return !(error instanceof AppError) && !isRolledBack(error) && backendTrouble(error) === null;
}
