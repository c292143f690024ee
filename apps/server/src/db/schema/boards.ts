import { BOARD_TYPES } from '@naru/contract/boards';
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { checkEnum, createdAt, instant, partOf } from './columns.ts';
import { members } from './members.ts';

/** Visible posts per board, updated in the same transaction, so that no list counts rows. */
export const boardCounters = pgTable(
  'board_counters',
  {
    boardType: text('board_type', { enum: BOARD_TYPES }).primaryKey(),
    postCount: integer('post_count').notNull().default(0),
  },
  (t) => [checkEnum('board_counters_board_check', t.boardType, BOARD_TYPES)],
);

export const boardFavorites = pgTable(
  'board_favorites',
  {
    memberId: partOf('member_id', () => members.id),
    boardType: text('board_type', { enum: BOARD_TYPES }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.boardType] }),
    checkEnum('board_favorites_board_check', t.boardType, BOARD_TYPES),
  ],
);

/**
 * When a member last saw the list of a board. On anonymous boards to the minute, as the times of their
 * posts.
 */
export const boardVisits = pgTable(
  'board_visits',
  {
    memberId: partOf('member_id', () => members.id),
    boardType: text('board_type', { enum: BOARD_TYPES }).notNull(),
    visitedAt: instant('visited_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.boardType] }),
    checkEnum('board_visits_board_check', t.boardType, BOARD_TYPES),
  ],
);
