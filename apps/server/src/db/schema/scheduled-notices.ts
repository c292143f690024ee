import { BOARD_TYPES } from '@naru/contract/boards';
import { date, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { checkEnum, createdAt, id, instant, partOf } from './columns.ts';
import { members } from './members.ts';

/**
 * A notice that a job turns into a post at `publishAt`. Until then there is no post, so that no list,
 * search or id can reveal it.
 */
export const scheduledNotices = pgTable(
  'scheduled_notices',
  {
    id: id(),
    /** Who saved it last: the author of the post. */
    authorId: partOf('author_id', () => members.id),
    boardType: text('board_type', { enum: BOARD_TYPES }).notNull(),
    /** Body of the call that creates the post. */
    body: jsonb('body').notNull(),
    publishAt: instant('publish_at').notNull(),
    /** Last Korean day of the pin; null: not pinned. */
    pinUntil: date('pin_until', { mode: 'string' }),
    /** Why it was not published, in Korean; null while it waits. */
    failure: text('failure'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('scheduled_notices_publish_idx').on(t.publishAt),
    index('scheduled_notices_author_idx').on(t.authorId),
    checkEnum('scheduled_notices_board_check', t.boardType, BOARD_TYPES),
  ],
);
