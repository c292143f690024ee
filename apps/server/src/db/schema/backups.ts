import { BACKUP_FAILURES } from '@naru/contract/system';
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { checkEnum, instant } from './columns.ts';

/** One row: how the last backup of this database went, whichever server or program made it. */
export const backupState = pgTable(
  'backup_state',
  {
    id: integer('id').primaryKey().default(1),
    /** When the last try began, and the name of its machine. */
    triedAt: instant('tried_at'),
    server: text('server'),
    /** When the last one that succeeded began. */
    succeededAt: instant('succeeded_at'),
    failedAt: instant('failed_at'),
    /** Null again after a success. */
    failure: text('failure', { enum: BACKUP_FAILURES }),
    /** When who makes one a day last said so. */
    dailyAt: instant('daily_at'),
    /** The machine of the server that said so by its setting BACKUP; null: a command or another tool. */
    dailyServer: text('daily_server'),
  },
  (t) => [
    check('backup_state_one_row', sql`${t.id} = 1`),
    checkEnum('backup_state_failure_check', t.failure, BACKUP_FAILURES),
  ],
);
