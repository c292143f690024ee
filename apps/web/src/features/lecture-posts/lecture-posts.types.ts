import type { AnswerFilter } from '@naru/contract/choices';

/** Search parameters of a room's list, kept in the address of a post for the way back. */
export type RoomSearch = {
  tab?: string | undefined;
  /** One-based. */
  page?: number | undefined;
  filter?: Exclude<AnswerFilter, 'all'> | undefined;
};
