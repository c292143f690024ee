import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, partOf } from './columns.ts';
import { members } from './members.ts';

/** Lists of members that staff maintain, as audiences of notices. */
export const memberLists = pgTable(
  'member_lists',
  { id: id(), name: text('name').notNull() },
  (t) => [uniqueIndex('member_lists_name_key').on(sql`lower(${t.name})`)],
);

export const memberListEntries = pgTable(
  'member_list_entries',
  {
    listId: partOf('list_id', () => memberLists.id),
    memberId: partOf('member_id', () => members.id),
  },
  (t) => [
    primaryKey({ columns: [t.listId, t.memberId] }),
    index('member_list_entries_member_idx').on(t.memberId),
  ],
);
