import type { Comment, CommentSort } from '@naru/contract/comments';
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { commentKeys } from '../keys.ts';
import type { CommentPage, ThreadApi } from './thread-api.ts';

/** Where a page starts: after this `next` of the page before; null for the first. */
type Cursor = number | null;
export type CommentPages = InfiniteData<CommentPage, Cursor>;
type ReplyPages = InfiniteData<Pick<CommentPage, 'comments' | 'next'>, Cursor>;
type AnyPages = InfiniteData<Pick<CommentPage, 'comments'>, Cursor>;

/** Names a comment for screen readers, in the labels of its buttons. */
export function ownerOf({ writerNickname, parentId }: Comment): string {
  return `${writerNickname} 님의 ${parentId === null ? '댓글' : '답글'}`;
}

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

/**
 * The comments of all pages. A new comment, shown below the last loaded page, is left to its own
 * page once that one is loaded.
 */
export function commentsOf(pages: Pick<AnyPages, 'pages'>): Comment[] {
  const all = pages.pages.flatMap(({ comments }) => comments);
  const last = new Map(all.map((comment, at) => [comment.id, at]));
  return all.filter((comment, at) => last.get(comment.id) === at);
}

function mapPages<P extends AnyPages>(
  pages: P,
  change: (comments: readonly Comment[], at: number) => Comment[],
): P {
  return {
    ...pages,
    pages: pages.pages.map((page, at) => ({ ...page, comments: change(page.comments, at) })),
  };
}

/** Adds a comment: at the end of what is loaded for `oldest`, at the start for `newest`. */
export function addToPages<P extends AnyPages>(pages: P, comment: Comment, sort: CommentSort): P {
  const at = sort === 'newest' ? 0 : pages.pages.length - 1;
  return mapPages(pages, (comments, index) => {
    if (index !== at) return [...comments];
    return sort === 'newest' ? [comment, ...comments] : [...comments, comment];
  });
}

/** Replaces `id` by `next`, or appends it; never leaves a duplicate of `next`. */
export function replaceIn<P extends AnyPages>(pages: P, id: number, next: Comment): P {
  const all = pages.pages.flatMap(({ comments }) => comments);
  if (all.some((comment) => comment.id === next.id && next.id !== id)) {
    return mapPages(pages, (comments) => comments.filter((comment) => comment.id !== id));
  }
  if (!all.some((comment) => comment.id === id)) return addToPages(pages, next, 'oldest');
  return mapPages(pages, (comments) => changeIn(comments, id, () => next));
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
    queryFn: ({ pageParam, signal }) => threadApi.list({ postId, after: pageParam, sort, signal }),
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }) => next,
  });
}

/** Replies of one comment, oldest first. */
export function repliesQuery(postId: number, parentId: number) {
  return infiniteQueryOptions({
    queryKey: commentKeys.replies(postId, parentId),
    queryFn: async ({ pageParam, signal }) => {
      const query = { after: pageParam ?? undefined };
      const params = { commentId: parentId };
      const { replies, next } = await api('GET /api/post/:commentId/replies', {
        params,
        query,
        signal,
      });
      return { comments: replies, next };
    },
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }) => next,
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
  const inReplies = (parentId: number, change: (pages: ReplyPages) => ReplyPages) =>
    client.setQueryData(commentKeys.replies(postId, parentId), (pages: ReplyPages | undefined) =>
      pages ? change(pages) : undefined,
    );
  const inSiblings = (parentId: number | null, change: ChangeAll) => {
    if (parentId === null) inLists((pages) => mapPages(pages, change));
    else inReplies(parentId, (pages) => mapPages(pages, change));
  };
  return {
    add(comment: Comment) {
      const { parentId } = comment;
      if (parentId === null) inLists((pages, sort) => addToPages(pages, comment, sort));
      else inReplies(parentId, (pages) => addToPages(pages, comment, 'oldest'));
    },
    /** Replaces the optimistic comment `id` by the stored one. */
    settle(id: number, comment: Comment) {
      const { parentId } = comment;
      if (parentId !== null) inReplies(parentId, (pages) => replaceIn(pages, id, comment));
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
