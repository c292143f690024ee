import type { CommentSort } from '@naru/contract/comments';

/** Keyed by post, on boards and in lecture rooms. */
export const commentKeys = {
  all: ['comments'],
  thread: (postId: number) => ['comments', postId] as const,
  lists: (postId: number) => ['comments', postId, 'list'] as const,
  list: (postId: number, sort: CommentSort) => ['comments', postId, 'list', sort] as const,
  replies: (postId: number, parentId: number) => ['comments', postId, 'replies', parentId] as const,
  location: (postId: number, id: number) => ['comments', postId, 'location', id] as const,
  /** Found by the beginning of a nickname. */
  people: (query: string) => ['comments', 'people', query] as const,
  like: (id: number) => ['comments', 'like', id] as const,
} as const;
