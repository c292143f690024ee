import type { BoardType } from '@naru/contract/boards';

export const boardKeys = {
  /** The mutation; which boards are marked stands in the signed-in member. */
  favorite: (type: BoardType) => ['boards', 'favorite', type] as const,
} as const;
