import { mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { locateBinaries } from './binaries.ts';
import { ensureCluster, SUPERUSER, superuserPassword } from './cluster.ts';
import { asStartError, DatabaseStartError, messageOf } from './errors.ts';
import { takeOver } from './leftover.ts';
import { acquireClusterLock } from './lock.ts';
import { choosePlacement, type Machine, type Placement, thisMachine } from './placement.ts';
import {
  freePort,
  type PostgresTask,
  type RunningPostgres,
  startPostgres,
} from './postgres-process.ts';
import {
  type Address,
  connectionUrl,
  parseAddress,
  removeSocketLock,
  socketIn,
} from './socket-folder.ts';
import { supervise } from './supervisor.ts';

export interface EmbeddedOptions {
  /** Created when missing. Holds the cluster and the superuser's password. */
  dataDir: string;
  /** Called with one line for the operator; never with statement texts or values. */
  log: (line: string) => void;
  /** The database ended and could not be restarted: the server should stop with an error. */
  onUnexpectedExit: (reason: string) => void;
  /** Called when the start begins to wait for a process of the database, once or twice. */
  whileWaiting?: () => void;
  /** False trades crash safety for speed; for tests only. */
  durable?: boolean;
  /** Overrides properties of this machine in tests. */
  machine?: Partial<Machine>;
}

export interface EmbeddedDatabase {
  /** Stays valid when the database restarts after a crash. */
  readonly url: string;
  /** Resolves when the database has flushed everything and ended. */
  stop(): Promise<void>;
}

const PORT_ATTEMPTS = 5;
/** How long processes that cannot be listed here may still hold the files of a killed database. */
const HELD_MS = 15_000;
const HELD_PAUSE_MS = 250;
const HELD = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;

type Task = Omit<PostgresTask, 'address'>;

interface Started {
  first: RunningPostgres;
  address: Address;
}

/** Another process may take the port between the search and its use. */
async function startOnFreePort(task: Task): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    const address = { socketFolder: null, port: await freePort() };
    try {
      return { first: await startPostgres({ ...task, address }), address };
    } catch (error) {
      const retry = /could not (bind|create any TCP)/.test(messageOf(error));
      if (!retry || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

/** Some file systems have no sockets. */
async function startAnywhere(task: Task): Promise<Started> {
  const address = socketIn(task.cluster);
  if (address === null) return startOnFreePort(task);
  try {
    return { first: await startPostgres({ ...task, address }), address };
  } catch (error) {
    if (!messageOf(error).includes('Unix-domain socket')) throw error;
    return startOnFreePort(task);
  }
}

/** Starts the database once everything of a killed one has ended. */
async function startFree(task: Task, start: () => Promise<Started>): Promise<Started> {
  const deadline = performance.now() + HELD_MS;
  for (let isFirst = true; ; isFirst = false) {
    await takeOver(task.cluster, task);
    await removeSocketLock(task.cluster);
    try {
      return await start();
    } catch (error) {
      if (!HELD.test(messageOf(error)) || performance.now() > deadline) throw error;
      if (isFirst) task.log(`Waiting for the end of a killed database: ${messageOf(error)}`);
      await delay(HELD_PAUSE_MS);
    }
  }
}

async function launch(options: EmbeddedOptions, dataDir: string, placement: Placement) {
  const { log, durable = true, onUnexpectedExit, whileWaiting } = options;
  const password = await superuserPassword(dataDir);
  const cluster = await realpath(await ensureCluster(placement, password, durable, log));
  const task = { placement, cluster, durable, log, whileWaiting };
  const { first, address } = await startFree(task, () => startAnywhere(task));
  const supervisor = supervise(first, {
    start: async () => {
      await takeOver(cluster, task);
      return startPostgres({ ...task, address });
    },
    log,
    onUnexpectedExit,
  });
  return { supervisor, url: connectionUrl(SUPERUSER, password, address) };
}

async function startIn(dataDir: string, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log } = options;
  const binaries = await locateBinaries();
  const machine = { ...thisMachine, ...options.machine };
  const placement = await choosePlacement({ dataDir, binaries, machine, log });
  const lock = await acquireClusterLock(placement.home);
  try {
    const { supervisor, url } = await launch(options, dataDir, placement);
    return {
      url,
      stop: async () => {
        await supervisor.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Starts the PostgreSQL server installed by npm with its files in `<dataDir>/postgres`, on a socket
 * beside them or else on the loopback address and a free port. Works as a normal user and as root
 * (which PostgreSQL itself refuses), restarts the database when it exits, and first takes over what a
 * killed server or database left.
 * @throws DatabaseStartError with one sentence for the operator
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    await mkdir(options.dataDir, { recursive: true });
    return await startIn(await realpath(options.dataDir), options);
  } catch (error) {
    throw asStartError(error, options.dataDir);
  }
}

/**
 * Reads the URL of the embedded database that a running server has in `dataDir`. @throws
 * DatabaseStartError FOLDER_IN_USE when it cannot be determined: the server has to be stopped first
 */
export async function runningUrl(dataDir: string): Promise<string> {
  try {
    const cluster = await realpath(join(dataDir, 'postgres'));
    const pidFile = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
    const address = parseAddress(pidFile, cluster);
    if (address === null) throw new Error('no address');
    const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
    return connectionUrl(SUPERUSER, password, address);
  } catch (error) {
    throw new DatabaseStartError(
      'FOLDER_IN_USE',
      `A server is starting or stopping in ${dataDir}. Try again in a moment.`,
      { cause: error },
    );
  }
}
