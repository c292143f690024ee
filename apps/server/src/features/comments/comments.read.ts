import type { CommentSort } from '@naru/contract/comments';
import { LIMITS } from '@naru/contract/limits';
import { viewerOf } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../../tools.ts';
import { requireComment, requireThread, type ThreadLocation } from './comments.policy.ts';
import { presentComment, presentOwnComment } from './comments.present.ts';
import {
  findVisibleComment,
  listOwnComments,
  prepareFindThread,
  prepareListComments,
  prepareListReplies,
} from './comments.read.repo.ts';

const PAGE_SIZE = LIMITS.commentPageSize;
const pagesOf = (total: number) => Math.ceil(total / PAGE_SIZE);

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
      { page, sort }: { page: number; sort: CommentSort },
      location: ThreadLocation = 'board',
    ) {
      const viewer = viewerOf(seal, actor);
      const thread = requireThread(await findThread(viewer, postId), location);
      const { commentCount, topCount } = thread;
      const range = rangeOf({ page, size: PAGE_SIZE });
      const isEmpty = range.offset >= topCount;
      const rows = isEmpty ? [] : await listComments(viewer, { postId, sort, ...range });
      const comments = rows.map(presentComment);
      return { comments, commentCount, currentPage: page, totalPages: pagesOf(topCount) };
    },

    /** Returns replies, oldest first, 500 a page. Throws COMMENT_NOT_FOUND, LECTURE_MEMBERS_ONLY. */
    async listReplies(actor: Actor, parentId: number, page: number) {
      const viewer = viewerOf(seal, actor);
      const { replyCount } = requireComment(await findVisibleComment(db, viewer, parentId));
      const range = rangeOf({ page, size: PAGE_SIZE });
      const replies = (await listReplies(viewer, { parentId, ...range })).map(presentComment);
      return { replies, currentPage: page, totalPages: pagesOf(replyCount) };
    },

    /** Newest first, including anonymous comments. */
    async listMine(actor: Actor, query: PageQuery) {
      const { rows, total } = await listOwnComments(db, viewerOf(seal, actor), rangeOf(query));
      return { posts: rows.map(presentOwnComment), ...pageInfo(query, total) };
    },
  };
}
