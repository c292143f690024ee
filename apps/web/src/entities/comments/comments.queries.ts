import type { Comment, CommentSort } from '@naru/contract/comments';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { commentKeys } from './comment-keys.ts';
import type { ThreadApi } from './thread-api.ts';

export type CommentPage = ResultOf<'GET /api/post/:id/comments'>;
export type CommentPages = InfiniteData<CommentPage, number>;

/** Optimistic comments have negative ids. */
export function isUnsent(comment: Pick<Comment, 'id'>): boolean {
  return comment.id < 0;
}

function changeIn(
  comments: readonly Comment[],
  id: number,
  change: (comment: Comment) => Comment,
): Comment[] {
  return comments.map((comment) => (comment.id === id ? change(comment) : comment));
}

/** Replaces `id` by `next`, or appends it; never leaves a duplicate of `next`. */
export function replaceIn(comments: readonly Comment[], id: number, next: Comment): Comment[] {
  const known = comments.some((comment) => comment.id === next.id && next.id !== id);
  if (known) return comments.filter((comment) => comment.id !== id);
  const found = comments.some((comment) => comment.id === id);
  return found ? changeIn(comments, id, () => next) : [...comments, next];
}

function mapPages(
  pages: CommentPages,
  change: (comments: readonly Comment[], at: number) => Comment[],
): CommentPages {
  return {
    ...pages,
    pages: pages.pages.map((page, at) => ({ ...page, comments: change(page.comments, at) })),
  };
}

/** Adds a top-level comment: at the end for `oldest`, at the start for `newest`. */
export function addToPages(pages: CommentPages, comment: Comment, sort: CommentSort): CommentPages {
  const at = sort === 'newest' ? 0 : pages.pages.length - 1;
  return mapPages(pages, (comments, index) => {
    if (index !== at) return [...comments];
    return sort === 'newest' ? [comment, ...comments] : [...comments, comment];
  });
}

export function setCount(pages: CommentPages, commentCount: number): CommentPages {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, commentCount })) };
}

/** The placeholder of a deleted comment with replies, without its author. */
export function asPlaceholder(comment: Comment): Comment {
  return {
    ...comment,
    deleted: true,
    content: '',
    text: '',
    writerId: null,
    writerNickname: '',
    writerProfileThumbnails: null,
    writerRoles: [],
    isAuthor: false,
    isPostAuthor: false,
    likes: 0,
    liked: false,
  };
}

/** Optimistic like; idempotent. */
export function withLike(comment: Comment, liked: boolean): Comment {
  if (comment.liked === liked) return comment;
  return { ...comment, liked, likes: Math.max(0, comment.likes + (liked ? 1 : -1)) };
}

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

type ChangeAll = (comments: readonly Comment[]) => Comment[];

/** Updates the cached comments of one thread in every loaded order. */
export function threadCache(client: QueryClient, postId: number) {
  const inLists = (change: (pages: CommentPages, sort: CommentSort) => CommentPages) => {
    for (const sort of SORTS) {
      client.setQueryData(commentKeys.list(postId, sort), (pages: CommentPages | undefined) =>
        pages ? change(pages, sort) : pages,
      );
    }
  };
  const inReplies = (parentId: number, change: ChangeAll) =>
    client.setQueryData(
      commentKeys.replies(postId, parentId),
      (replies: readonly Comment[] | undefined) => (replies ? change(replies) : undefined),
    );
  const inSiblings = (parentId: number | null, change: ChangeAll) => {
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
