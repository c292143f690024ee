import type { Comment, CommentSort } from '@naru/contract/comments';
import type { InfiniteData } from '@tanstack/react-query';
import type { ResultOf } from '../../lib/api/endpoints.ts';

export type CommentPage = ResultOf<'GET /api/post/:id/comments'>;
export type CommentPages = InfiniteData<CommentPage, number>;

/** Optimistic comments have negative ids. */
export function isUnsent(comment: Pick<Comment, 'id'>): boolean {
  return comment.id < 0;
}

export function changeIn(
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

export function mapPages(
  pages: CommentPages,
  change: (comments: readonly Comment[]) => Comment[],
): CommentPages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, comments: change(page.comments) })),
  };
}

/** Adds a top-level comment: at the end for `oldest`, at the start for `newest`. */
export function addToPages(pages: CommentPages, comment: Comment, sort: CommentSort): CommentPages {
  const at = sort === 'newest' ? 0 : pages.pages.length - 1;
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      if (index !== at) return page;
      const { comments } = page;
      return {
        ...page,
        comments: sort === 'newest' ? [comment, ...comments] : [...comments, comment],
      };
    }),
  };
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
