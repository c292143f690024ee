import type { Comment, CommentSort } from '@naru/contract/comments';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { alertDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';
import type { CommentPage } from './comments.cache.ts';
import { COMMENT_TEXTS } from './comments.texts.ts';

type ListRequest = { postId: number; page: number; sort: CommentSort; signal: AbortSignal };

type Words = {
  content: string;
  parentId: number | null;
  replyToId: number | null;
};

/**
 * The calls of a thread: boards and lecture rooms have their own for listing and adding, everything
 * else goes by the id of a comment.
 */
export type ThreadApi = {
  list: (request: ListRequest) => Promise<CommentPage>;
  add: (postId: number, words: Words) => Promise<{ comment: Comment; commentCount: number }>;
  /** Tells the writer that a comment or a reply was refused. */
  showRefusal: (error: unknown, isReply: boolean) => void;
};

/** Posts of the boards. */
export const boardThreadApi: ThreadApi = {
  list: ({ postId, page, sort, signal }) =>
    api('GET /api/post/:id/comments', { params: { id: postId }, query: { page, sort }, signal }),
  add: (postId, body) => api('POST /api/post/:id/comments', { params: { id: postId }, body }),
  showRefusal: (error, isReply) =>
    toast.error(messageOf(error, isReply ? COMMENT_TEXTS.replyFailed : COMMENT_TEXTS.addFailed)),
};

/** Posts of lecture rooms. */
export const lectureThreadApi: ThreadApi = {
  list: ({ postId, page, sort, signal }) =>
    api('GET /api/post/lecture/:postId/comments', {
      params: { postId },
      query: { page, sort },
      signal,
    }),
  add: (postId, body) =>
    api('POST /api/lecture-room/:postId/comments', { params: { postId }, body }),
  showRefusal: (error, isReply) =>
    void alertDialog({
      title: isReply ? COMMENT_TEXTS.roomReplyFailed : COMMENT_TEXTS.roomAddFailed,
      body: messageOf(error, COMMENT_TEXTS.tryLater),
    }),
};
