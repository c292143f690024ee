import { HEAD_BOARDS } from '@naru/contract/heads';
import { LIMITS } from '@naru/contract/limits';
import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { checkEnum, id } from './columns.ts';

/** The heads of boards. They are never deleted: posts keep theirs. */
export const boardHeads = pgTable(
  'board_heads',
  {
    id: id(),
    boardType: text('board_type', { enum: HEAD_BOARDS }).notNull(),
    name: text('name').notNull(),
    /** Among those that can be chosen, from 1 on; null: retired. */
    place: smallint('place'),
  },
  (t) => [
    unique('board_heads_name_key').on(t.boardType, t.name),
    unique('board_heads_place_key').on(t.boardType, t.place),
    checkEnum('board_heads_board_check', t.boardType, HEAD_BOARDS),
    check('board_heads_name_check', sql`${t.name} <> ''`),
    check(
      'board_heads_place_check',
      sql`${t.place} between 1 and ${sql.raw(String(LIMITS.heads))}`,
    ),
  ],
);

/** Whether a new post of a board needs a head; false for boards without a row. */
export const boardHeadRules = pgTable(
  'board_head_rules',
  {
    boardType: text('board_type', { enum: HEAD_BOARDS }).primaryKey(),
    isRequired: boolean('is_required').notNull(),
  },
  (t) => [checkEnum('board_head_rules_board_check', t.boardType, HEAD_BOARDS)],
);
