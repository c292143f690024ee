import type { BoardType } from '@naru/contract/boards';
import type { PostFilter } from '@naru/contract/choices';

/** Search parameters of a list, kept in the address of a post for the way back. */
export type ListLocation = {
  boardType: BoardType;
  search: { page?: number; filter?: PostFilter; query?: string };
};

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Opened from a list: going back restores its scroll position. */
    fromList?: boolean;
  }
}
