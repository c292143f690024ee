import type { CommentSort } from '@naru/contract/comments';
import { LIMITS } from '@naru/contract/limits';
import { viewerOf } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tools } from '../../platform/tools.ts';
import { requireComment, requireThread, type ThreadLocation } from './comments.policy.ts';
import { presentComment, presentOwnComment } from './comments.present.ts';
import {
  findVisibleComment,
  listOwnComments,
  prepareFindThread,
  prepareListComments,
  prepareListReplies,
} from './comments.read.repo.ts';

export function createCommentReads({ db, seal }: Pick<Tools, 'db' | 'seal'>) {
  const findThread = prepareFindThread(db);
  const listComments = prepareListComments(db);
  const listReplies = prepareListReplies(db);

  return {
    /**
     * Returns top-level comments, 500 a page; a deleted one stays as a placeholder while it has replies.
     * `commentCount` counts live comments and replies. Throws POST_NOT_FOUND, LECTURE_MEMBERS_ONLY.
     */
    async list(
      actor: Actor,
      postId: number,
      {
        page,
        sort,
        location = 'board',
      }: { page: number; sort: CommentSort; location?: ThreadLocation },
    ) {
      const viewer = viewerOf(seal, actor);
      const thread = requireThread(await findThread(viewer, postId), location);
      const limit = LIMITS.commentPageSize;
      const offset = page * limit;
      const rows =
        offset < thread.topCount ? await listComments(viewer, { postId, sort, limit, offset }) : [];
      return {
        comments: rows.map(presentComment),
        commentCount: thread.commentCount,
        currentPage: page,
        totalPages: Math.ceil(thread.topCount / limit),
      };
    },

    /** Returns replies, oldest first, 500 a page. Throws COMMENT_NOT_FOUND, LECTURE_MEMBERS_ONLY. */
    async listReplies(actor: Actor, parentId: number, page: number) {
      const viewer = viewerOf(seal, actor);
      const { replyCount } = requireComment(await findVisibleComment(db, viewer, parentId));
      const limit = LIMITS.commentPageSize;
      const offset = page * limit;
      const rows = await listReplies(viewer, { parentId, limit, offset });
      return {
        replies: rows.map(presentComment),
        currentPage: page,
        totalPages: Math.ceil(replyCount / limit),
      };
    },

    /** Newest first, including anonymous comments. */
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
