import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError, BusyError, EXIT_BUSY } from '../backup/errors.ts';
import { type Env, EnvError } from '../config/env.ts';
import { runningUrl, startEmbedded } from '../platform/database/embedded.ts';
import { DatabaseStartError, messageOf } from '../platform/database/errors.ts';
import { StorageError } from '../platform/storage/storage.ts';

const UNDEFINED_TABLE = '42P01';

/** A refusal whose message is sufficient without a stack. */
export class RefusedError extends Error {}

export interface CliDatabase {
  url: string;
  close(): Promise<void>;
}

/**
 * Opens the configured database; an embedded one through the server if that runs. Throws RefusedError if there is
 * no embedded one, unless `create`.
 */
export async function openDatabase(env: Env, { create = false } = {}): Promise<CliDatabase> {
  const close = async (): Promise<void> => undefined;
  if (env.DATABASE_URL !== undefined) return { url: env.DATABASE_URL, close };
  if (!create && !hasEmbedded(env)) {
    throw new RefusedError(
      `There is no database in ${env.DATA_DIR}. Start the server once and sign up first.`,
    );
  }
  try {
    return await startOwn(env);
  } catch (error) {
    const isRunning = error instanceof DatabaseStartError && error.code === 'FOLDER_IN_USE';
    if (!isRunning) throw error;
    return { url: await runningUrl(env.DATA_DIR), close };
  }
}

/** Whether DATA_DIR has an embedded database. */
export function hasEmbedded(env: Pick<Env, 'DATA_DIR'>): boolean {
  return existsSync(join(env.DATA_DIR, 'postgres'));
}

/** Whether a statement failed because the database has not been migrated yet. */
export function isUndefinedTable(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause && cause.code === UNDEFINED_TABLE;
}

/** Opens the configured database; starts an embedded one, and creates it if it is missing. */
export async function openPlace(env: Env): Promise<CliDatabase> {
  if (env.DATABASE_URL === undefined) return startOwn(env);
  return { url: env.DATABASE_URL, close: async () => undefined };
}

async function startOwn(env: Env): Promise<CliDatabase> {
  const database = await startEmbedded({
    dataDir: env.DATA_DIR,
    log: (line) => process.stderr.write(`${line}\n`),
    onUnexpectedExit: () => undefined,
  });
  return { url: database.url, close: () => database.stop() };
}

const refusalOf = ({ cause }: StorageError) =>
  new RefusedError(`The store of files (S3_ENDPOINT) does not work: ${messageOf(cause)}`);

/** Runs a program of the command line; a failure ends it with one line and exit code 1. */
export function runCli(main: () => Promise<void>): void {
  main().catch((cause: unknown) => {
    const error = cause instanceof StorageError ? refusalOf(cause) : cause;
    const isExpected = [RefusedError, BackupError, EnvError, DatabaseStartError].some(
      (kind) => error instanceof kind,
    );
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    // An error of the system, such as a full disk, is not a defect of the program.
    const isOfSystem = error instanceof Error && 'syscall' in error;
    process.stderr.write(`${isExpected || isOfSystem ? message : stack}\n`);
    process.exitCode = error instanceof BusyError ? EXIT_BUSY : 1;
  });
}

const UNITS = ['kB', 'MB', 'GB', 'TB'];
const STEP = 1_024;

/** A size for operators, such as `1 kB`, `812 kB` or `3.4 MB`; never 0 for something. */
export function sizeText(bytes: number): string {
  let size = bytes / STEP;
  let unit = 0;
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${unit === 0 ? Math.ceil(size) : size.toFixed(1)} ${UNITS[unit]}`;
}
