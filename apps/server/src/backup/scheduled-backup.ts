import { access, constants, mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { BackupPlan, ProofPlan } from '../config/env.values.ts';
import {
  clearProofSchedule,
  noteEndOfProof,
  noteProofFailure,
  noteProofSchedule,
} from '../domain/backups/backup-proof.repo.ts';
import { clearDaily, noteDaily, noteEndOfTry } from '../domain/backups/backup-state.repo.ts';
import { BACKUP_QUEUE, BACKUP_TASKS, type BackupTaskName } from '../domain/backups/backup-tasks.ts';
import type { Job } from '../domain/jobs/jobs.ts';
import type { Tools } from '../features/tools.ts';
import { messageOf } from '../platform/database/errors.ts';
import { persist } from '../platform/database/persist.ts';
import { BusyProgramError, createBackupProgram, KilledError } from './program.ts';
import { removeLeftover } from './scratch.ts';

/** Seoul is ahead of UTC. */
const KST_HOURS = 9;
const HOURS = { DAY: 24, WEEK: 7 * 24 };
const [SATURDAY, SUNDAY] = [6, 0];

interface Deps extends Pick<Tools, 'db' | 'clock' | 'log'> {
  /** Null: no daily backups. */
  plan: BackupPlan | null;
  /** Null: no scheduled proofs. */
  proof: ProofPlan | null;
  /** Folder of the archives. */
  folder: string;
  /** Path of a program beside that of the backup. */
  program: string;
  /** Completes the list of erased accounts beside the backups. */
  completeErasures: Job['run'];
}

export type ScheduledBackup = ReturnType<typeof createScheduledBackup>;

type Note = typeof noteEndOfTry | typeof noteEndOfProof;

/**
 * The jobs around backups, and those that administrators ask for. All of them share a queue, so that one of them runs
 * at a time, on one server.
 */
export function createScheduledBackup(deps: Deps) {
  const { plan, proof, folder, completeErasures, db, clock, log } = deps;
  const program = createBackupProgram(deps.program);

  /** Runs the program; one that was killed, or did not reach the database, has not recorded its own failure. */
  async function run(words: string[], name: string, note: Note) {
    const began = clock.now();
    try {
      const { out, warnings } = await program.run(words);
      if (warnings !== '') log.warn({ warnings }, `a ${name} was made with warnings`);
      return out;
    } catch (error) {
      const failure = error instanceof KilledError ? 'INTERRUPTED' : 'OTHER';
      const isBusy = error instanceof BusyProgramError;
      if (!isBusy) await persist(() => note(db, { began, now: clock.now(), failure }));
      throw new Error(`no ${name} was made: ${messageOf(error)}`, { cause: error });
    }
  }

  async function backUp(words: string[]): Promise<Record<string, number>> {
    const out = await run(words, 'backup', noteEndOfTry);
    return { removed: Number(/^Removed (\d+)/m.exec(out)?.[1] ?? 0) };
  }

  async function prove(): Promise<Record<string, number>> {
    await run(['verify'], 'proof', noteEndOfProof);
    return { proved: 1 };
  }

  const retaining = plan === null ? [] : ['--keep', String(plan.keep)];
  const jobs: { erasures: Job; backup?: Job; proof?: Job } = {
    erasures: { schedule: '27 * * * *', run: completeErasures },
  };
  if (plan !== null) {
    jobs.backup = jobOf(plan, '*', async () => {
      await noteDaily(db, clock.now(), hostname());
      return backUp([...retaining, '--kind', 'AUTO']);
    });
  }
  if (proof !== null) jobs.proof = jobOf(proof, dayOf(proof), prove);

  /** Nobody asked for a second try: it ends with its first one, whose failure is recorded. */
  const once = (job: string, work: () => Promise<Record<string, number>>) => async () => {
    try {
      log.info({ job, ...(await work()) }, 'job done');
    } catch (err) {
      log.error({ job, err }, 'job failed');
    }
  };
  const asked = { MAKE: () => backUp([...retaining, '--kind', 'MANUAL']), PROVE: prove };
  const tasks: Partial<Record<BackupTaskName, () => Promise<void>>> = {};
  for (const { name, what, isPlanned } of BACKUP_TASKS) {
    if (!isPlanned || plan !== null) tasks[name] = once(name, asked[what]);
  }

  return {
    jobs,
    tasks,
    /** Records what this server makes by a schedule, so that all servers know what to expect. */
    async noteSchedule(): Promise<void> {
      if (plan === null) await clearDaily(db, hostname());
      else await noteDaily(db, clock.now(), hostname());
      if (proof === null) return clearProofSchedule(db, hostname());
      const everyHours = HOURS[proof.every];
      const scheduled = { scheduledAt: clock.now(), scheduledServer: hostname() };
      await noteProofSchedule(db, { everyHours, ...scheduled });
    },
    /** Removes what a proof has left that was killed with its server; `url` is that of the owner. */
    async removeLeftover(url: string): Promise<void> {
      try {
        if (await removeLeftover(url)) await noteProofFailure(db, clock.now(), 'INTERRUPTED');
      } catch (err) {
        log.warn({ err }, 'the scratch database of a proof was not removed');
      }
    },
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
    /** Ends a backup or a proof that is under way. */
    stop: program.stop,
  };
}

/** In UTC, where the night of Seoul belongs to the day before. */
const dayOf = ({ every, hour }: ProofPlan): string => {
  if (every === 'DAY') return '*';
  return String(hour < KST_HOURS ? SATURDAY : SUNDAY);
};

function jobOf(
  { hour, minute }: { hour: number; minute: number },
  day: string,
  run: Job['run'],
): Job {
  const schedule = `${minute} ${(hour + 24 - KST_HOURS) % 24} * * ${day}`;
  return { schedule, queue: BACKUP_QUEUE, runsAtStart: false, run };
}
