import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errnoOf } from './errors.ts';

const execute = promisify(execFile);

const POLL_MS = 20;

interface Step {
  signal: NodeJS.Signals;
  patienceMs: number;
}

/** A fast stop first; an immediate one (with crash recovery at the next start) when that hangs. */
const STOP_STEPS: readonly Step[] = [
  { signal: 'SIGINT', patienceMs: 10_000 },
  { signal: 'SIGQUIT', patienceMs: 5_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
];

interface State {
  name: string;
  /** A zombie, which nobody has reaped yet, has ended: it holds no file and no memory. */
  hasEnded: boolean;
}

/** Reads `/proc` of Linux; null if there is no such process, or no `/proc`. */
async function stateOf(pid: number): Promise<State | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [open, close] = [text.indexOf('('), text.lastIndexOf(')')];
  if (open < 0) return null;
  return { name: text.slice(open + 1, close), hasEnded: /^[ZX]/.test(text.slice(close + 2)) };
}

/** Whether the kernel knows the id, also as that of a zombie: PostgreSQL asks the same. */
export function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === 'EPERM';
  }
}

/** Whether a process with this id runs. A zombie does not. */
export async function isRunning(pid: number): Promise<boolean> {
  return isKnown(pid) && (await stateOf(pid))?.hasEnded !== true;
}

/** PostgreSQL works in its folder. Compares the folder itself: its path may differ in a container. */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  const state = await stateOf(pid);
  if (state === null || state.hasEnded || state.name !== 'postgres') return false;
  const [theirs, ours] = await Promise.all([
    stat(`/proc/${pid}/cwd/`).catch(() => null),
    stat(cluster),
  ]);
  return theirs !== null && theirs.ino === ours.ino && theirs.dev === ours.dev;
}

/** Without `/proc` only the postmaster can be found by its folder; PostgreSQL itself detects its other processes. */
async function listedBy(ps: string, cluster: string): Promise<number[]> {
  const { stdout } = await execute(ps, ['-axww', '-o', 'pid=,command=']).catch(() => ({
    stdout: '',
  }));
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\S.*?) -D (.*)$/.exec(line))
    .filter((found) => found !== null)
    .filter(([, , file = '', rest = '']) => {
      return basename(file) === 'postgres' && rest.startsWith(`${cluster} -c `);
    })
    .map(([, pid]) => Number(pid));
}

/**
 * Ids of the running PostgreSQL processes of a cluster, also of those whose first process (the
 * postmaster) was killed. `cluster` is a real path.
 */
export async function processesOf(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return listedBy('ps', cluster);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => worksIn(pid, cluster)));
  return pids.filter((_, index) => found[index]);
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

/** Sends a signal; a process that has already ended is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errnoOf(error) !== 'ESRCH') throw error;
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
