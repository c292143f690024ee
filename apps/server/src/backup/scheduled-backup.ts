import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { BackupPlan } from '../config/env.values.ts';
import { connect, type Db } from '../db/client.ts';
import {
  clearDaily,
  noteDaily,
  noteEndOfTry,
  noteFailure,
  noteSuccess,
  noteTry,
} from '../domain/backups/backup-state.repo.ts';
import type { Job } from '../domain/jobs/jobs.ts';
import type { Tools } from '../features/tools.ts';
import { systemClock } from '../platform/clock.ts';
import { messageOf } from '../platform/database/errors.ts';
import { persist } from '../platform/database/persist.ts';
import { failureOf } from './errors.ts';

/** Seoul is ahead of UTC. */
const KST_HOURS = 9;

interface Deps extends Pick<Tools, 'db' | 'clock' | 'log'> {
  /** Null: no backups. */
  plan: BackupPlan | null;
  /** Folder of the archives. */
  folder: string;
  /** Path of a program beside that of the backup. */
  program: string;
  /** Completes the list of erased accounts beside the backups. */
  completeErasures: Job['run'];
}

export type ScheduledBackup = ReturnType<typeof createScheduledBackup>;

/** The program was killed before it was done. */
class KilledError extends Error {}

/**
 * The jobs around backups. One server makes the daily backup, in a separate process, so that compression and
 * encryption do not delay requests.
 */
export function createScheduledBackup(deps: Deps) {
  const { plan, folder, program, completeErasures, db, clock, log } = deps;
  const command = join(dirname(program), `backup-cli${extname(program)}`);
  let running: ChildProcess | undefined;

  async function run(keep: number): Promise<Record<string, number>> {
    const began = clock.now();
    try {
      return await runProgram(keep);
    } catch (error) {
      // A backup that was killed, or did not reach the database, has not recorded its own failure.
      const failure = error instanceof KilledError ? 'INTERRUPTED' : 'OTHER';
      await persist(() => noteEndOfTry(db, { began, now: clock.now(), failure }));
      throw error;
    }
  }

  async function runProgram(keep: number): Promise<Record<string, number>> {
    const child = fork(command, ['--keep', String(keep)], { silent: true });
    running = child;
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('The backup has no output');
    const [out, error, [code]] = await Promise.all([
      text(stdout),
      text(stderr),
      once(child, 'exit'),
    ]);
    running = undefined;
    if (code === null) throw new KilledError('no backup was made: its process was ended');
    if (code !== 0) throw new Error(`no backup was made: ${error.trim() || `exit code ${code}`}`);
    if (error !== '') log.warn({ warnings: error.trim() }, 'a backup was made with warnings');
    return { removed: Number(/^Removed (\d+)/m.exec(out)?.[1] ?? 0) };
  }

  const jobs: { erasures: Job; backup?: Job } = {
    erasures: { schedule: '27 * * * *', run: completeErasures },
  };
  const noteSchedule = async (): Promise<void> => {
    if (plan === null) await clearDaily(db, hostname());
    else await noteDaily(db, clock.now(), hostname());
  };
  if (plan !== null) {
    jobs.backup = jobOf(plan, async () => {
      await noteSchedule();
      return run(plan.keep);
    });
  }
  return {
    jobs,
    /** Records whether this server makes daily backups, so that all servers know whether to expect them. */
    noteSchedule,
    /** Creates the folder; returns warnings for the operator, without their full stop. */
    async findWarnings(): Promise<string[]> {
      if (plan === null) return [];
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK);
        return [];
      } catch (error) {
        return [
          `No backup will be made, because BACKUP_DIR cannot be written: ${messageOf(error)}. A unit of systemd names it in ReadWritePaths`,
        ];
      }
    },
    /** Ends a backup that is under way. */
    stop: () => void running?.kill(),
  };
}

function jobOf({ hour, minute }: BackupPlan, run: Job['run']): Job {
  const schedule = `${minute} ${(hour + 24 - KST_HOURS) % 24} * * *`;
  return { schedule, queue: 'backup', runsAtStart: false, run };
}

interface Given {
  url: string;
  /** When it begins. */
  now: Date;
  /** Whether it is the daily backup. */
  isDaily: boolean;
  /** Receives a warning for the operator when a backup is complete but could not be recorded. */
  warn: (sentence: string) => void;
}

/**
 * Makes a backup and records in its database that it began and how it ended. A failure to record does not affect
 * the backup: the database may be away, or older than this program.
 */
export async function noted<T>(
  { url, now, isDaily, warn }: Given,
  make: () => Promise<T>,
): Promise<T> {
  const client = connect(url, { max: 1, onError: () => undefined });
  const note = (write: (db: Db) => Promise<void>) =>
    write(client.db).then(
      () => null,
      (error: unknown) => (error instanceof Error && error.cause) || error,
    );
  try {
    await note((db) => noteTry(db, now, hostname()));
    if (isDaily) await note((db) => noteDaily(db, now, null));
    const result = await make().catch(async (error: unknown) => {
      await note((db) => noteFailure(db, systemClock.now(), failureOf(error)));
      throw error;
    });
    const trouble = await note((db) => noteSuccess(db, now));
    if (trouble !== null) warn(`The backup is not noted in the database: ${messageOf(trouble)}`);
    return result;
  } finally {
    await client.close();
  }
}
