import type { SourceConfig } from '@naru/contract/source-config';
import {
  type MenuMove,
  SOURCE_ORIGINS,
  SOURCE_STATES,
  type SourceFault,
} from '@naru/contract/sources';
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { checkEnum, createdAt, id, instant } from './columns.ts';

/** A page of others that is read again and again, and how that goes. */
export const sources = pgTable(
  'sources',
  {
    id: id(),
    /** What it brought belongs to its name. */
    name: text('name').notNull().unique(),
    origin: text('origin', { enum: SOURCE_ORIGINS }).notNull(),
    config: jsonb('config').$type<SourceConfig>().notNull(),
    /** Of the address, to which one run at a time sends requests. */
    host: text('host').notNull(),
    /** False while somebody has paused it. */
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** Somebody wants a run now. */
    isAsked: boolean('is_asked').notNull().default(false),
    nextRunAt: instant('next_run_at').notNull(),
    lastRunAt: instant('last_run_at'),
    lastSuccessAt: instant('last_success_at'),
    state: text('state', { enum: SOURCE_STATES }).notNull().default('NEW'),
    /** Why the last run failed, in Korean. */
    error: text('error'),
    failuresInRow: integer('failures_in_row').notNull().default(0),
    /** What the last run that did not fail has done. */
    created: integer('created').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    unchanged: integer('unchanged').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    faults: jsonb('faults').$type<SourceFault[]>().notNull().default([]),
    /** Of the page that was read last, for conditional requests. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    /** What the list said of each article below the newest, shortened, so that unchanged ones are not read. */
    rows: jsonb('rows').$type<Record<string, string>>().notNull().default({}),
    /** Menus that were stored for other days before; `choice` is null while nobody has decided. */
    menuMove: jsonb('menu_move').$type<MenuMove & { choice: 'STORE' | 'LEAVE' | null }>(),
    /** Until then nobody is notified of its articles. */
    isFirstDone: boolean('is_first_done').notNull().default(false),
    /** Random, of the run that has the source until `leaseUntil`. */
    lease: text('lease'),
    leaseUntil: instant('lease_until'),
    /** Runs that began since one has ended. */
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('sources_next_idx').on(t.nextRunAt),
    checkEnum('sources_origin_check', t.origin, SOURCE_ORIGINS),
    checkEnum('sources_state_check', t.state, SOURCE_STATES),
  ],
);
