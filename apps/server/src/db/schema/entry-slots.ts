import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { partOf } from './columns.ts';

/** Times of a private entry: minutes of the day in steps of five, end exclusive. `dow` 1 is Monday, 7 Sunday. */
export const entrySlots = <Name extends string>(name: Name, entry: () => AnyPgColumn) =>
  pgTable(
    name,
    {
      entryId: partOf('entry_id', entry),
      position: smallint('position').notNull(),
      dow: smallint('dow').notNull(),
      startMinute: smallint('start_minute').notNull(),
      endMinute: smallint('end_minute').notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.entryId, t.position] }),
      check(`${name}_dow_check`, sql`${t.dow} between 1 and 7`),
      check(
        `${name}_minutes_check`,
        sql`${t.startMinute} >= 0 and ${t.endMinute} <= 1380 and ${t.startMinute} < ${t.endMinute} and ${t.startMinute} % 5 = 0 and ${t.endMinute} % 5 = 0`,
      ),
    ],
  );
