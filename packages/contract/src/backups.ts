import * as z from 'zod/mini';
import { dateSchema, messageSchema } from './fields.ts';
import { fileAddress } from './own-files.ts';
import { del, get, post } from './route.ts';
import { secondFactorCodeBody } from './second-factor.ts';
import { backupFailedSchema, proofFailedSchema } from './system.ts';
import { TEXTS } from './texts.ts';

/** `AUTO`: by a schedule; `MANUAL`: somebody asked for it; `UPGRADE`: before migrations. */
export const ARCHIVE_KINDS = ['AUTO', 'MANUAL', 'UPGRADE'] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

/** Steps of a backup, then those of a proof. */
export const BACKUP_STEPS = ['TABLES', 'FILES', 'READING', 'RESTORING', 'COMPARING'] as const;
export type BackupStep = (typeof BACKUP_STEPS)[number];

const archiveSchema = z.object({
  /** Name of the file. */
  name: z.string(),
  madeAt: dateSchema,
  bytes: z.number(),
  kind: z.enum(ARCHIVE_KINDS),
  /** Of the program that made it; null when unknown. */
  version: z.nullable(z.string()),
  isEncrypted: z.boolean(),
  /** Name of the machine whose folder has it. */
  server: z.string(),
  /** Whether the server that responds can read it. */
  isHere: z.boolean(),
  /** The last proof of this archive; null before the first one. */
  proof: z.nullable(z.object({ at: dateSchema, isWell: z.boolean() })),
  /** Whether it may be removed here. */
  isRemovable: z.boolean(),
});
export type BackupArchive = z.output<typeof archiveSchema>;

const planSchema = z.object({ every: z.enum(['DAY', 'WEEK']), time: z.string() });

const taskSchema = z.object({
  kind: z.enum(['BACKUP', 'PROOF']),
  /** False while it waits for its turn. */
  isRunning: z.boolean(),
  step: z.nullable(z.enum(BACKUP_STEPS)),
  /** How much of the step is done; `total` is null where it is not known. */
  done: z.number(),
  total: z.nullable(z.number()),
});
export type BackupTask = z.output<typeof taskSchema>;

const backupsSchema = z.object({
  /** Newest first. */
  archives: z.array(archiveSchema),
  /** Name of the machine that responds, and its folder of archives. */
  server: z.string(),
  folder: z.string(),
  /** Bytes that are free there; null when the system does not say. */
  free: z.nullable(z.number()),
  /** Whether new archives are encrypted. */
  isEncrypted: z.boolean(),
  /** The schedule of this server; null: it has none. */
  plan: z.nullable(z.object({ ...planSchema.shape, keep: z.number() })),
  /** Name of the machine that makes one a day; null: none does. */
  plannedServer: z.nullable(z.string()),
  last: z.nullable(dateSchema),
  failure: z.nullable(backupFailedSchema),
  /** What is asked for or runs, in its order. */
  tasks: z.array(taskSchema),
  proof: z.object({
    plan: z.nullable(planSchema),
    last: z.nullable(
      z.object({
        at: dateSchema,
        archive: z.string(),
        seconds: z.number(),
        rows: z.number(),
        files: z.number(),
        /** What the check of the restored data found, as 점검 does. */
        faults: z.number(),
      }),
    ),
    failure: z.nullable(proofFailedSchema),
  }),
});
export type Backups = z.output<typeof backupsSchema>;

const archiveParams = z.object({
  name: z.string().check(z.maxLength(100, TEXTS.valueInvalid)),
});

export const backupRoutes = {
  list: get('/api/admin/backups', 'ADMIN', {
    summary: 'The archives of all servers, what makes and proves them, and how that goes',
    response: backupsSchema,
  }),
  make: post('/api/admin/backups', 'ADMIN', {
    summary: 'Ask for a backup now; while one waits or runs nothing changes',
    whileReadOnly: true,
    response: messageSchema,
  }),
  prove: post('/api/admin/backups/prove', 'ADMIN', {
    summary: 'Ask for a restore of the newest archive into a scratch database, which is compared',
    whileReadOnly: true,
    response: messageSchema,
  }),
  link: post('/api/admin/backups/:name/link', 'ADMIN', {
    summary:
      'An address to download an archive, for this device; needs a fresh password and a second factor',
    whileReadOnly: true,
    params: archiveParams,
    body: secondFactorCodeBody,
    response: z.object({ url: fileAddress }),
    errors: [
      'REAUTH_REQUIRED',
      'SECOND_FACTOR_OFF',
      'CODE_INCORRECT',
      'LOGIN_THROTTLED',
      'FILE_NOT_FOUND',
    ],
  }),
  remove: del('/api/admin/backups/:name', 'ADMIN', {
    summary: 'Remove an archive that somebody asked for, but never the last good one',
    params: archiveParams,
    response: messageSchema,
    errors: ['REAUTH_REQUIRED', 'FILE_NOT_FOUND', 'BACKUP_NEEDED'],
  }),
};

/** Apart: it is opened by an address, without an access token. */
export const backupFileRoutes = {
  file: get('/files/backup/:token', 'public', {
    summary: 'An archive, whole or from where a download stopped; one at a time per person',
    needsDevice: true,
    params: z.object({ token: z.string().check(z.maxLength(1_200, TEXTS.valueInvalid)) }),
    response: null,
    errors: ['FILE_NOT_FOUND', 'EXPORT_THROTTLED'],
  }),
};
