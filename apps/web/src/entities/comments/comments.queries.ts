import type { Comment, CommentSort } from '@naru/contract/comments';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { commentKeys } from './comment-keys.ts';
import {
  addToPages,
  type CommentPages,
  changeIn,
  mapPages,
  replaceIn,
  setCount,
} from './comments.cache.ts';
import type { ThreadApi } from './thread-api.ts';

export function commentsQuery(
  { postId, threadApi }: { postId: number; threadApi: ThreadApi },
  sort: CommentSort,
) {
  return infiniteQueryOptions({
    queryKey: commentKeys.list(postId, sort),
    queryFn: ({ pageParam, signal }) => threadApi.list({ postId, page: pageParam, sort, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ currentPage, totalPages }) =>
      currentPage + 1 < totalPages ? currentPage + 1 : undefined,
  });
}

/** Replies of one comment, oldest first. */
export function repliesQuery(postId: number, parentId: number) {
  return queryOptions({
    queryKey: commentKeys.replies(postId, parentId),
    queryFn: async ({ signal }): Promise<Comment[]> =>
      (await api('GET /api/post/:commentId/replies', { params: { commentId: parentId }, signal }))
        .replies,
  });
}

const SORTS: readonly CommentSort[] = ['oldest', 'newest'];

/** Updates the cached comments of one thread in every loaded order. */
export function threadCache(client: QueryClient, postId: number) {
  const inLists = (change: (pages: CommentPages, sort: CommentSort) => CommentPages) => {
    for (const sort of SORTS) {
      client.setQueryData(commentKeys.list(postId, sort), (pages: CommentPages | undefined) =>
        pages ? change(pages, sort) : pages,
      );
    }
  };
  const inReplies = (parentId: number, change: (replies: readonly Comment[]) => Comment[]) =>
    client.setQueryData(
      commentKeys.replies(postId, parentId),
      (replies: readonly Comment[] | undefined) => (replies ? change(replies) : undefined),
    );
  const inSiblings = (
    parentId: number | null,
    change: (comments: readonly Comment[]) => Comment[],
  ) => {
    if (parentId === null) inLists((pages) => mapPages(pages, change));
    else inReplies(parentId, change);
  };
  return {
    add(comment: Comment) {
      const { parentId } = comment;
      if (parentId === null) inLists((pages, sort) => addToPages(pages, comment, sort));
      else inReplies(parentId, (replies) => [...replies, comment]);
    },
    /** Replaces the optimistic comment `id` by the stored one. */
    settle(id: number, comment: Comment) {
      const { parentId } = comment;
      if (parentId !== null) inReplies(parentId, (replies) => replaceIn(replies, id, comment));
      else {
        inLists((pages) => mapPages(pages, (comments) => changeIn(comments, id, () => comment)));
      }
    },
    change(target: Pick<Comment, 'id' | 'parentId'>, change: (comment: Comment) => Comment) {
      inSiblings(target.parentId, (comments) => changeIn(comments, target.id, change));
    },
    drop(target: Pick<Comment, 'id' | 'parentId'>) {
      inSiblings(target.parentId, (comments) => comments.filter(({ id }) => id !== target.id));
    },
    countReplies(parentId: number, step: 1 | -1) {
      inSiblings(null, (comments) =>
        changeIn(comments, parentId, (comment) => ({
          ...comment,
          countChildren: Math.max(0, comment.countChildren + step),
        })),
      );
    },
    setCount: (count: number) => inLists((pages) => setCount(pages, count)),
  };
}
