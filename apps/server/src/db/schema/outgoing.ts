import { HOLD_REASONS } from '@naru/contract/outgoing';
import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { checkEnum, instant } from './columns.ts';

/** Where a database lives; null: the system does not say. A copy differs in one of them, a restart in none. */
export interface Place {
  /** Identifier of the PostgreSQL cluster, which a physical replica shares. */
  system: string | null;
  /** Object identifiers of the database and of the table `outgoing`, which are new in a restored dump. */
  database: string | null;
  table: string | null;
  /** Of the folder of an embedded database: its inode, and its time of birth in nanoseconds. */
  inode: string | null;
  born: string | null;
  /** Origin of PUBLIC_URL; null for one that leads to this machine alone. */
  origin: string | null;
}

/** One row: where the database lives, and whether everything outgoing is held. */
export const outgoing = pgTable(
  'outgoing',
  {
    id: smallint('id').primaryKey().default(1),
    /** As the last start found it; null: the next start takes any place. */
    place: jsonb('place').$type<Place>(),
    heldSince: instant('held_since'),
    reason: text('reason', { enum: HOLD_REASONS }),
  },
  (t) => [
    check('outgoing_one_row_check', sql`${t.id} = 1`),
    check('outgoing_held_check', sql`num_nulls(${t.heldSince}, ${t.reason}) in (0, 2)`),
    checkEnum('outgoing_reason_check', t.reason, HOLD_REASONS),
  ],
);
