import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { BackupPlan } from '../env.values.ts';
import type { Job } from '../platform/jobs/jobs.ts';

/** Seoul is ahead of UTC. */
const KST_HOURS = 9;

interface Deps {
  /** Null: no backups. */
  plan: BackupPlan | null;
  /** Path of a program beside that of the backup. */
  program: string;
  /** Completes the list of erased accounts beside the backups. */
  keepErasures: Job['run'];
}

/**
 * The jobs around backups. The daily one is made by one server and runs in a process of its own, so that compression and
 * encryption take no time of the requests.
 */
export function createScheduledBackup({ plan, program, keepErasures }: Deps) {
  const command = join(dirname(program), `backup-cli${extname(program)}`);
  let running: ChildProcess | undefined;

  async function run(keep: number): Promise<Record<string, number>> {
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
    if (code !== 0) throw new Error(`no backup was made: ${error.trim() || `exit code ${code}`}`);
    return { removed: Number(/^Removed (\d+)/m.exec(out)?.[1] ?? 0) };
  }

  const jobs: Record<string, Job> = { erasures: { schedule: '27 * * * *', run: keepErasures } };
  if (plan !== null) jobs.backup = jobOf(plan, () => run(plan.keep));
  return {
    jobs,
    /** Ends a backup that is under way. */
    stop: () => void running?.kill(),
  };
}

function jobOf({ hour, minute }: BackupPlan, run: Job['run']): Job {
  const schedule = `${minute} ${(hour + 24 - KST_HOURS) % 24} * * *`;
  return { schedule, queue: 'backup', runsAtStart: false, run };
}
