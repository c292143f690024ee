import type { BoardType } from '@naru/contract/boards';

export const scheduledNoticeKeys = {
  list: ['scheduled-notices', 'list'],
  /** Loaded for editing. */
  detail: (id: number) => ['scheduled-notices', 'editing', id] as const,
  /** How many members a notice would notify. */
  reach: (board: BoardType, years: readonly number[]) =>
    ['scheduled-notices', 'reach', board, years.join()] as const,
} as const;
