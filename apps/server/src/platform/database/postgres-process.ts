import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { DatabaseStartError } from './errors.ts';
import type { Placement } from './placement.ts';
import { stopProcess } from './processes.ts';
import type { Address } from './socket-folder.ts';

export interface RunningPostgres {
  readonly pid: number;
  /** Resolves with a short reason when the process has ended, expected or not. */
  readonly ended: Promise<string>;
  /** Stops the database: rolls back open transactions; committed data is on disk. */
  stop(): Promise<void>;
}

export interface PostgresTask {
  placement: Placement;
  cluster: string;
  address: Address;
  durable: boolean;
  log: (line: string) => void;
  whileWaiting?: (() => void) | undefined;
}

/** Generous, because crash recovery after a hard stop may replay a lot of log. */
const READY_WITHIN_MS = 120_000;
const READY = 'database system is ready to accept';
const TAIL_LINES = 8;
/** Lines of every ordinary start and stop, which the server logs itself. */
const ROUTINE =
  /LOG: {2}(starting PostgreSQL|listening on|database system (was|is) shut down|database system is ready|received fast shutdown|aborting any active|background worker|shutting down|checkpoint )/;

/** Twice what the pools of `db/pools.ts` take. */
const MAX_CONNECTIONS = 200;

/**
 * The application reports failed statements; their text and values (names, addresses) must not
 * reach the log from here.
 */
const SETTINGS = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  jit: 'off',
  max_connections: String(MAX_CONNECTIONS),
};

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** For test clusters. Autovacuum would keep their template databases open. */
const THROW_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
};

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** PostgreSQL works in the cluster's folder, so `.` is that folder whatever its name contains. */
const listening = ({ socketFolder, port }: Address) => ({
  listen_addresses: socketFolder === null ? '127.0.0.1' : '',
  unix_socket_directories: socketFolder === null ? '' : '.',
  port: String(port),
});

function commandLine({ cluster, address, durable }: PostgresTask): string[] {
  const settings = { ...SETTINGS, ...(durable ? DURABLE : THROW_AWAY), ...listening(address) };
  return [
    '-D',
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

function startFailed(reason: string, tail: readonly string[]): DatabaseStartError {
  const last = tail.filter((line) => /FATAL|PANIC|ERROR|error/.test(line)).at(-1) ?? tail.at(-1);
  return new DatabaseStartError(
    'START_FAILED',
    `The database did not start (${reason})${last ? `: ${last}` : ''}.`,
  );
}

/** Starts PostgreSQL on an existing cluster and waits until it accepts connections. */
export function startPostgres(task: PostgresTask): Promise<RunningPostgres> {
  const { launcher, binaries } = task.placement;
  // A process group of its own: Ctrl+C in the terminal must not reach the database before the
  // server.
  const child = launcher.spawn(binaries.postgres, commandLine(task), {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  task.whileWaiting?.();
  const tail: string[] = [];
  let hasEnded = false;
  // A server that exits without a stop (crash, failed start) must not leave its database running.
  const onExit = (): void => {
    child.kill('SIGINT');
  };
  process.once('exit', onExit);
  const ended = new Promise<string>((resolve) => {
    const end = (reason: string): void => {
      hasEnded = true;
      process.off('exit', onExit);
      resolve(reason);
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(signal ? `ended by ${signal}` : `exit code ${code}`));
  });
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined && !hasEnded) await stopProcess(child.pid, () => hasEnded);
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(startFailed(`not ready after ${READY_WITHIN_MS / 1000} s`, tail));
      void stop();
    }, READY_WITHIN_MS);
    void ended.then((reason) => {
      clearTimeout(timer);
      reject(startFailed(reason, tail));
    });
    const stderr = child.stderr;
    if (!stderr) return;
    createInterface({ input: stderr }).on('line', (line) => {
      tail.push(line);
      tail.splice(0, tail.length - TAIL_LINES);
      if (!ROUTINE.test(line)) task.log(line);
      if (line.includes(READY) && child.pid !== undefined) {
        clearTimeout(timer);
        resolve({ pid: child.pid, ended, stop });
      }
    });
  });
}
