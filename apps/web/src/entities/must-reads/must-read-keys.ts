import type { ReaderState } from '@naru/contract/must-reads';

export type ReadersFilter = {
  state: ReaderState;
  /** 0: not stated; null: all. */
  year: number | null;
  /** Zero-based. */
  page: number;
};

export const mustReadKeys = {
  /** Those that wait for the viewer. */
  mine: ['must-reads', 'mine'],
  /** Who has confirmed a notice. */
  ofPost: (postId: number) => ['must-reads', 'post', postId] as const,
  readers: (postId: number, filter: ReadersFilter) =>
    ['must-reads', 'post', postId, filter] as const,
} as const;
