import type { CommentSort } from '@naru/contract/comments';
import { LIMITS } from '@naru/contract/limits';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Seal } from '../../platform/seal.ts';
import { presentComment, presentOwnComment } from './comments.present.ts';
import {
  findReplyCount,
  listOwnComments,
  prepareFindThread,
  prepareListComments,
  prepareListReplies,
} from './comments.read.repo.ts';
import { viewerOf } from './comments.viewer.ts';

export function createCommentReads({ db, seal }: { db: Db; seal: Seal }) {
  const findThread = prepareFindThread(db);
  const listComments = prepareListComments(db);
  const listReplies = prepareListReplies(db);

  return {
    /**
     * Top-level comments of a live post, 500 a page (decisions 91). Deleted ones appear while a reply
     * lives. `commentCount` counts comments and replies that are not deleted (decisions 92). Throws
     * POST_NOT_FOUND.
     */
    async list(actor: Actor, postId: number, { page, sort }: { page: number; sort: CommentSort }) {
      const thread = await findThread(postId);
      if (thread === null) throw new AppError('POST_NOT_FOUND');
      const limit = LIMITS.commentPageSize;
      const offset = page * limit;
      const rows =
        offset < thread.topCount
          ? await listComments(viewerOf(seal, actor), { postId, sort, limit, offset })
          : [];
      return {
        comments: rows.map(presentComment),
        commentCount: thread.commentCount,
        currentPage: page,
        totalPages: Math.ceil(thread.topCount / limit),
      };
    },

    /**
     * Live replies, oldest first, 500 a page. Throws COMMENT_NOT_FOUND, below a deleted post too
     * (quality ID-11).
     */
    async listReplies(actor: Actor, parentId: number, page: number) {
      const replyCount = await findReplyCount(db, parentId);
      if (replyCount === null) throw new AppError('COMMENT_NOT_FOUND');
      const limit = LIMITS.commentPageSize;
      const offset = page * limit;
      const rows = await listReplies(viewerOf(seal, actor), { parentId, limit, offset });
      return {
        replies: rows.map(presentComment),
        currentPage: page,
        totalPages: Math.ceil(replyCount / limit),
      };
    },

    /** The actor's own comments, newest first, anonymous ones included (quality AN-10). */
    async listMine(actor: Actor, { page, pageSize }: { page: number; pageSize: number }) {
      const { rows, total } = await listOwnComments(db, viewerOf(seal, actor), {
        limit: pageSize,
        offset: page * pageSize,
      });
      return {
        posts: rows.map(presentOwnComment),
        currentPage: page,
        totalPages: Math.ceil(total / pageSize),
        totalElements: total,
      };
    },
  };
}
