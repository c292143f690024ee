import type { BoardType } from '@naru/contract/boards';

export const followKeys = {
  mine: ['follows'],
  words: ['alert-words'],
  /** Mutation keys. */
  post: (postId: number) => ['follows', 'post', postId] as const,
  board: (type: BoardType) => ['follows', 'board', type] as const,
} as const;
