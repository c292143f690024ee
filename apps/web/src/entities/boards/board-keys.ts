import type { BoardType } from '@naru/contract/boards';

export const boardKeys = {
  news: ['boards', 'news'],
  /** Since when posts are new in the visit of a board that goes on in this tab. */
  visit: (type: BoardType) => ['boards', 'visit', type] as const,
  /** Mutation key; the marked boards are part of `me`. */
  favorite: (type: BoardType) => ['boards', 'favorite', type] as const,
} as const;
