import type { Comment, CommentSort } from '@naru/contract/comments';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { toast } from '../../ui/toast.ts';

export type CommentPage = ResultOf<'GET /api/post/:id/comments'>;

type ListRequest = { postId: number; after: number | null; sort: CommentSort; signal: AbortSignal };

type CommentInput = {
  content: string;
  parentId: number | null;
  replyToId: number | null;
  picture?: Comment['picture'];
  clientId: string;
};

/**
 * Boards and lecture rooms list and add comments by different routes; the rest goes by comment id.
 */
export type ThreadApi = {
  list: (request: ListRequest) => Promise<CommentPage>;
  add: (postId: number, input: CommentInput) => Promise<{ comment: Comment; commentCount: number }>;
  /** Shows why a comment or a reply was rejected. */
  showRefusal: (error: unknown, isReply: boolean) => void;
};

export const boardThreadApi: ThreadApi = {
  list: ({ postId, after, sort, signal }) =>
    api('GET /api/post/:id/comments', {
      params: { id: postId },
      query: { after: after ?? undefined, sort },
      signal,
    }),
  add: (postId, body) => api('POST /api/post/:id/comments', { params: { id: postId }, body }),
  showRefusal: (error, isReply) =>
    toast.error(
      messageOf(
        error,
        isReply
          ? '답글을 등록하지 못했습니다. 다시 시도해 주세요.'
          : '댓글을 등록하지 못했습니다. 다시 시도해 주세요.',
      ),
    ),
};

export const lectureThreadApi: ThreadApi = {
  list: ({ postId, after, sort, signal }) =>
    api('GET /api/post/lecture/:postId/comments', {
      params: { postId },
      query: { after: after ?? undefined, sort },
      signal,
    }),
  add: (postId, body) =>
    api('POST /api/lecture-room/:postId/comments', { params: { postId }, body }),
  showRefusal: (error, isReply) =>
    void alertFailure(isReply ? '답글 등록 실패' : '댓글 등록 실패', error),
};
