import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant, partOf } from './columns.ts';
import { members } from './members.ts';

/** Unfinished posts; never of anonymous ones. Their words are sealed for the member. */
export const drafts = pgTable(
  'drafts',
  {
    memberId: partOf('member_id', () => members.id),
    /** As `readDraftPlace` of the contract reads it. */
    place: text('place').notNull(),
    /** Chosen by the device that saved this state. */
    version: text('version').notNull(),
    /** Title and excerpt, which the list shows. */
    head: bytes('head').notNull(),
    content: bytes('content').notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.place] })],
);
