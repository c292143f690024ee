import type { BoardType } from '@naru/contract/boards';
import type { PostFilter } from '@naru/contract/choices';

/** Where in a list the reader is: travels into the post and back (the address keeps it). */
export type ListPlace = {
  boardType: BoardType;
  search: { page?: number; filter?: PostFilter; query?: string };
};

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set by the rows of a list: going back leads there, with the old scroll position. */
    fromList?: boolean;
  }
}
