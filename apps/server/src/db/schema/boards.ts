import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bigintId, createdAt } from './columns.ts';
import { members } from './members.ts';

/** Visible posts per board, kept in the transaction that changes them: no list counts rows. */
export const boardCounters = pgTable('board_counters', {
  boardType: text('board_type').primaryKey(),
  postCount: integer('post_count').notNull().default(0),
});

export const boardFavorites = pgTable(
  'board_favorites',
  {
    memberId: bigintId('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    boardType: text('board_type').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.boardType] })],
);
