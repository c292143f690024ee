import { sql } from 'drizzle-orm';
import { index, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { attachments } from './files.ts';

/**
 * What a file of a post says, as searches read it. The row of a file that waits for another attempt, or that has no
 * text, has an empty one.
 */
export const fileTexts = pgTable(
  'file_texts',
  {
    key: text('key')
      .primaryKey()
      .references(() => attachments.key, { onDelete: 'cascade' }),
    /** Folded by `searchText`. */
    text: text('text').notNull().default(''),
    /** Attempts to read it. */
    tries: smallint('tries').notNull().default(0),
    /** Null until it has been read. */
    readAt: instant('read_at'),
  },
  (t) => [
    // A pending list would be read by every search.
    index('file_texts_pairs_idx')
      .using('gin', sql`letter_pairs(${t.text})`)
      .with({ fastupdate: false }),
  ],
);
