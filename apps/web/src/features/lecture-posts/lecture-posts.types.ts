import type { AnswerFilter } from '@naru/contract/choices';

/** Where in a room the reader is: travels into the post and back (the address keeps it). */
export type RoomPlace = {
  tab?: string | undefined;
  /** One-based, as people count. */
  page?: number | undefined;
  filter?: Exclude<AnswerFilter, 'all'> | undefined;
};
