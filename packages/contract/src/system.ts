import * as z from 'zod/mini';
import { dateSchema } from './fields.ts';
import { get } from './route.ts';

/**
 * What a server depends on; it registers only the ones that it uses. `requests` are its own: down when those of
 * one kind wait and none gets its turn.
 */
export const ENGINES = ['database', 'requests', 'storage', 'redis', 'email', 'backup'] as const;
export type EngineName = (typeof ENGINES)[number];

/** `off`: deliberately not set up. */
export const ENGINE_STATES = ['up', 'down', 'off'] as const;
export type EngineState = (typeof ENGINE_STATES)[number];

export const engineSchema = z.object({ name: z.enum(ENGINES), state: z.enum(ENGINE_STATES) });
export type Engine = z.output<typeof engineSchema>;

/**
 * Why a backup was not made. `BUSY`: another one was running; `DAMAGED`: what was written could not be read
 * back; `MISSED`: a daily one did not begin.
 */
export const BACKUP_FAILURES = [
  'DISK_FULL',
  'FOLDER',
  'DATABASE',
  'STORE',
  'SECRET',
  'BUSY',
  'DAMAGED',
  'INTERRUPTED',
  'MISSED',
  'OTHER',
] as const;
export type BackupFailure = (typeof BACKUP_FAILURES)[number];

export const backupFailedSchema = z.object({
  at: dateSchema,
  reason: z.enum(BACKUP_FAILURES),
  /** Name of the machine; null when unknown. */
  server: z.nullable(z.string()),
});
export type BackupFailed = z.output<typeof backupFailedSchema>;

/**
 * Why an archive was not proved by a restore. `NONE`: there is none; `LOCKED`: it is encrypted and the server has no
 * key; `RIGHT`: the role of the database may create none; `DIFFERENT`: what was restored is not what the archive
 * says; `MISSED`: a scheduled proof did not begin.
 */
export const PROOF_FAILURES = [
  'NONE',
  'LOCKED',
  'RIGHT',
  'DISK_FULL',
  'DAMAGED',
  'DIFFERENT',
  'DATABASE',
  'SECRET',
  'INTERRUPTED',
  'MISSED',
  'OTHER',
] as const;
export type ProofFailure = (typeof PROOF_FAILURES)[number];

export const proofFailedSchema = z.object({
  at: dateSchema,
  reason: z.enum(PROOF_FAILURES),
  /** Name of the machine; null when unknown. */
  server: z.nullable(z.string()),
  /** Name of the archive; null when there was none. */
  archive: z.nullable(z.string()),
});
export type ProofFailed = z.output<typeof proofFailedSchema>;

/** `starting` and `draining`: the process responds, but should get no new requests. */
export const READINESS = ['ok', 'starting', 'draining', 'unavailable'] as const;
export type Readiness = (typeof READINESS)[number];

/** How much waits in a queue, and since when the oldest of it does. */
const queueSchema = z.object({ waiting: z.number(), oldest: z.nullable(dateSchema) });

/** The program that responds; the short hash of its commit is null where the build did not know it. */
const program = { version: z.string(), commit: z.nullable(z.string()) };

export const systemSchema = z.object({
  ...program,
  /** Seconds since the start of the process that responds. */
  uptime: z.number(),
  engines: z.array(engineSchema),
  /** Null when none is known. */
  lastBackup: z.nullable(dateSchema),
  /** Null while the last try succeeded. */
  backupFailure: z.nullable(backupFailedSchema),
  /** Null while the last proof succeeded, and before the first one. */
  proofFailure: z.nullable(proofFailedSchema),
  /** Background jobs; `failed` ones wait for their next try or have none left. */
  jobs: z.object({ ...queueSchema.shape, failed: z.number() }),
  /** `failingSince`: since when every try has failed by the mail server's fault; null while e-mails get through. */
  emails: z.object({ ...queueSchema.shape, failingSince: z.nullable(dateSchema) }),
  /** Bytes of the file system that holds the data; null when the system does not say. */
  disk: z.nullable(z.object({ free: z.number(), size: z.number() })),
});
export type SystemState = z.output<typeof systemSchema>;

export const systemRoutes = {
  health: get('/api/health', 'public', {
    summary: 'Whether the server, its database and its other engines respond',
    response: z.object({
      status: z.enum(['ok', 'unavailable']),
      ...program,
      database: z.enum(['up', 'down']),
      /** Seconds since the start. */
      uptime: z.number(),
      /** All but the backup, which only administrators see. */
      engines: z.array(engineSchema),
    }),
  }),
  live: get('/api/health/live', 'public', {
    summary: 'Whether the process responds; asks nothing else',
    response: z.object({ status: z.literal('ok') }),
  }),
  ready: get('/api/health/ready', 'public', {
    summary:
      'Whether the process should get requests; 503 while it starts, stops or has no database',
    response: z.object({ status: z.enum(READINESS) }),
  }),
  state: get('/api/admin/system', 'ADMIN', {
    summary: 'Engines, queues, last backup and disk of the server',
    response: systemSchema,
  }),
};
