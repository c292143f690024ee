import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DatabaseStartError, errnoOf } from './errors.ts';

const execute = promisify(execFile);

const POLL_MS = 20;
/** A fast stop first; an immediate one (with crash recovery at the next start) when that hangs. */
const STOP_STEPS: ReadonlyArray<{ signal: NodeJS.Signals; patienceMs: number }> = [
  { signal: 'SIGINT', patienceMs: 10_000 },
  { signal: 'SIGQUIT', patienceMs: 5_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
];

/** A zombie whose parent has not reaped it (no init in a container) counts as ended. */
async function isZombie(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2));
}

async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errnoOf(error) === 'EPERM';
  }
  return !(await isZombie(pid));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errnoOf(error) !== 'ESRCH') throw error;
  }
}

/** The process id may have been reused: only a database working on this folder counts. */
async function worksOn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const [folder, command] = await Promise.all([
      readlink(`/proc/${pid}/cwd`).catch(() => ''),
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    ]);
    return folder === cluster && basename(command.split('\0')[0] ?? '') === 'postgres';
  }
  const { stdout } = await execute('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.includes('postgres') && stdout.includes(cluster);
}

/** Polls until the condition holds (true) or the time is over (false). */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (await holds()) return true;
    if (performance.now() >= deadline) return false;
    await delay(POLL_MS);
  }
}

/** Stops a database process and waits for its end. False when even SIGKILL had no effect. */
export async function stopProcess(
  pid: number,
  hasEnded: () => boolean | Promise<boolean>,
): Promise<boolean> {
  for (const step of STOP_STEPS) {
    signal(pid, step.signal);
    if (await waitUntil(hasEnded, step.patienceMs)) return true;
  }
  return false;
}

/**
 * Ends a database that outlived its server (`kill -9`, crash), and removes a `postmaster.pid` whose
 * process id was reused, which would stop PostgreSQL from starting. The caller must hold the
 * cluster's lock, so that no running server owns the database.
 */
export async function stopLeftover(
  path: string,
  log: (line: string) => void,
  whileWaiting?: () => void,
): Promise<void> {
  const cluster = await realpath(path);
  const pidFile = join(cluster, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0) || !(await isRunning(pid))) return;
  if (!(await worksOn(pid, cluster))) {
    await rm(pidFile, { force: true });
    return;
  }
  log(`Stopping the database left by an earlier server (process ${pid}).`);
  const stopping = stopProcess(pid, async () => !(await isRunning(pid)));
  whileWaiting?.();
  if (!(await stopping)) {
    throw new DatabaseStartError(
      'START_FAILED',
      `The database left by an earlier server (process ${pid}) cannot be stopped. Stop it by hand and start again.`,
    );
  }
}
