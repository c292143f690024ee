import type { BoardType } from '@naru/contract/boards';

export const boardKeys = {
  /** Mutation key; the marked boards are part of `me`. */
  favorite: (type: BoardType) => ['boards', 'favorite', type] as const,
} as const;
