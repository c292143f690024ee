import type { CommentSort } from '@naru/contract/comments';

/** Comments by the post they stand below, on boards and in lecture rooms. */
export const commentKeys = {
  all: ['comments'],
  /** Everything below one post. */
  thread: (postId: number) => ['comments', postId] as const,
  lists: (postId: number) => ['comments', postId, 'list'] as const,
  list: (postId: number, sort: CommentSort) => ['comments', postId, 'list', sort] as const,
  replies: (postId: number, parentId: number) => ['comments', postId, 'replies', parentId] as const,
  /** The mutation. */
  like: (id: number) => ['comments', 'like', id] as const,
} as const;
