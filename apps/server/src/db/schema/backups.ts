import { ARCHIVE_KINDS, BACKUP_STEPS } from '@naru/contract/backups';
import { BACKUP_FAILURES, PROOF_FAILURES } from '@naru/contract/system';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { checkEnum, instant, partOf } from './columns.ts';
import { members } from './members.ts';

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

/** One row: how the last restore of an archive into a scratch database went. */
export const backupProof = pgTable(
  'backup_proof',
  {
    id: integer('id').primaryKey().default(1),
    /** When the last try began, the name of its machine, and the archive. */
    triedAt: instant('tried_at'),
    server: text('server'),
    archive: text('archive'),
    /** When the last one that succeeded began, its archive, and what was compared. */
    provedAt: instant('proved_at'),
    provedArchive: text('proved_archive'),
    seconds: integer('seconds').notNull().default(0),
    rows: bigint('rows', { mode: 'number' }).notNull().default(0),
    files: bigint('files', { mode: 'number' }).notNull().default(0),
    faults: bigint('faults', { mode: 'number' }).notNull().default(0),
    failedAt: instant('failed_at'),
    /** Null again after a success. */
    failure: text('failure', { enum: PROOF_FAILURES }),
    /** Hours between two scheduled ones, since when, and the machine that makes them; null: none are scheduled. */
    everyHours: integer('every_hours'),
    scheduledAt: instant('scheduled_at'),
    scheduledServer: text('scheduled_server'),
  },
  (t) => [
    check('backup_proof_one_row', sql`${t.id} = 1`),
    checkEnum('backup_proof_failure_check', t.failure, PROOF_FAILURES),
  ],
);

/** How far a backup or a proof is; a row stays after it has ended. */
export const backupSteps = pgTable(
  'backup_steps',
  {
    kind: text('kind', { enum: ['BACKUP', 'PROOF'] }).primaryKey(),
    step: text('step', { enum: BACKUP_STEPS }).notNull(),
    done: bigint('done', { mode: 'number' }).notNull(),
    total: bigint('total', { mode: 'number' }),
  },
  (t) => [
    checkEnum('backup_steps_kind_check', t.kind, ['BACKUP', 'PROOF']),
    checkEnum('backup_steps_step_check', t.step, BACKUP_STEPS),
  ],
);

/** Archives in the folders of all servers. */
export const backupArchives = pgTable(
  'backup_archives',
  {
    name: text('name').primaryKey(),
    /** The machine that last had it in its folder. */
    server: text('server').notNull(),
    madeAt: instant('made_at').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: ARCHIVE_KINDS }).notNull(),
    /** Of the program that made it; null when an earlier one did. */
    version: text('version'),
    isEncrypted: boolean('is_encrypted').notNull(),
    provedAt: instant('proved_at'),
    proofFailure: text('proof_failure', { enum: PROOF_FAILURES }),
  },
  (t) => [
    checkEnum('backup_archives_kind_check', t.kind, ARCHIVE_KINDS),
    checkEnum('backup_archives_proof_failure_check', t.proofFailure, PROOF_FAILURES),
  ],
);

/** Downloads of archives that are under way: one for each member. */
export const backupDownloads = pgTable('backup_downloads', {
  memberId: partOf('member_id', () => members.id).primaryKey(),
  /** The connection that has it. */
  holder: text('holder').notNull(),
  /** Renewed while it goes on. */
  seenAt: instant('seen_at').notNull(),
});
