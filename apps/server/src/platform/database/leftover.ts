import { readFile, realpath, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseStartError } from './errors.ts';
import { isKnown, isRunning, processesOf, signal, stopProcess, waitUntil } from './processes.ts';
import { isListening } from './socket-folder.ts';

/**
 * Processes whose postmaster was killed end by themselves the next time they wait; one in the middle of a long
 * statement does not notice. After this time it is ended in the way the postmaster would, for which recovery at the
 * next start is made.
 */
const ORPHAN_STEPS: ReadonlyArray<{ signal: NodeJS.Signals | null; patienceMs: number }> = [
  { signal: null, patienceMs: 1_000 },
  { signal: 'SIGQUIT', patienceMs: 5_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
];

interface Takeover {
  log: (line: string) => void;
  /** Called when it begins to wait for a process. */
  whileWaiting?: (() => void) | undefined;
  /** Ids of the running processes of the cluster; tests replace it. */
  list?: (cluster: string) => Promise<number[]>;
}

function cannotStop(pids: readonly number[]): DatabaseStartError {
  return new DatabaseStartError(
    'START_FAILED',
    `The database left by an earlier server (${processes(pids)}) cannot be stopped. Stop it by hand and start again.`,
  );
}

function processes(pids: readonly number[]): string {
  return `${pids.length === 1 ? 'process' : 'processes'} ${pids.join(', ')}`;
}

async function stopPostmaster(pid: number, takeover: Takeover): Promise<void> {
  takeover.log(`Stopping the database left by an earlier server (process ${pid}).`);
  const stopping = stopProcess(pid, async () => !(await isRunning(pid)));
  takeover.whileWaiting?.();
  if (!(await stopping)) throw cannotStop([pid]);
}

async function endOrphans(cluster: string, takeover: Takeover): Promise<void> {
  const { log, whileWaiting, list = processesOf } = takeover;
  let orphans = await list(cluster);
  if (orphans.length === 0) return;
  log(`Waiting for the end of a killed database (${processes(orphans)}).`);
  whileWaiting?.();
  for (const step of ORPHAN_STEPS) {
    if (step.signal) for (const pid of orphans) signal(pid, step.signal);
    const hasEnded = async () => {
      orphans = await list(cluster);
      return orphans.length === 0;
    };
    if (await waitUntil(hasEnded, step.patienceMs)) return;
  }
  throw cannotStop(orphans);
}

/**
 * Whether any process, also one that this account or container cannot see, holds the shared memory
 * that a `postmaster.pid` names. False where the system does not say.
 */
async function isMemoryHeld(pidFile: string): Promise<boolean> {
  const segment = (pidFile.split('\n')[6] ?? '').trim().split(/\s+/);
  if (segment.length !== 2) return false;
  // The file holds the key as an unsigned long, the table as an int.
  const key = BigInt.asIntN(32, BigInt(segment[0] ?? '0')).toString();
  const table = await readFile('/proc/sysvipc/shm', 'utf8').catch(() => '');
  return table.split('\n').some((line) => {
    const fields = line.trim().split(/\s+/);
    return fields[0] === key && fields[1] === segment[1] && Number(fields[6]) > 0;
  });
}

/** Every container that shares the files can reach the socket beside them. */
async function isListenedTo(pidFile: string, cluster: string): Promise<boolean> {
  const [, , , port, folder] = pidFile.split('\n');
  if (!port || !folder) return false;
  // As the file names it, too: a database that was started by hand may have its socket elsewhere.
  const places = new Set([cluster, resolve(cluster, folder)]);
  const found = [...places].map((place) => isListening(join(place, `.s.PGSQL.${port}`)));
  return (await Promise.all(found)).includes(true);
}

/**
 * PostgreSQL refuses to start while the id in its lock file belongs to anybody: to a zombie that
 * nobody has reaped, or to another program that got the id later. No process of this folder runs
 * here any more; what else could hold it is checked before the lock goes.
 */
async function removeStaleLock(cluster: string, log: Takeover['log']): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0)) return;
  // Before the check of the id, which says nothing about another container; PostgreSQL itself would not check this.
  if ((await isMemoryHeld(text)) || (await isListenedTo(text, cluster))) {
    throw new DatabaseStartError(
      'FOLDER_IN_USE',
      `A database of another account or container works in ${cluster}. Stop it first, or choose another DATA_DIR.`,
    );
  }
  if (!isKnown(pid)) return;
  log(`Removing the lock of a killed database: process ${pid} is no longer one of ${cluster}.`);
  await rm(path, { force: true });
}

/**
 * Makes a cluster free to be started after its server, its database or both were killed: stops a
 * database that outlived its server, waits for processes that outlived their database, and removes a
 * lock file that only seems to belong to one. Never signals a process of another folder. The caller
 * must hold the cluster's lock, so that no running server owns the database.
 * @throws DatabaseStartError START_FAILED when a process does not end, FOLDER_IN_USE when one works
 * on the folder that cannot be seen from here
 */
export async function takeOver(path: string, takeover: Takeover): Promise<void> {
  const { list = processesOf } = takeover;
  const cluster = await realpath(path);
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = Number.parseInt(text, 10);
  if ((await list(cluster)).includes(postmaster)) await stopPostmaster(postmaster, takeover);
  await endOrphans(cluster, takeover);
  await removeStaleLock(cluster, takeover.log);
}
