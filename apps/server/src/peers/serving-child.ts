import cluster from 'node:cluster';
import type { Readable } from 'node:stream';
import type { Port } from './link.ts';

/** A process that serves requests for the first one. */
export interface ServingChild {
  pid: number;
  port: Port;
  /** Log of the process. */
  stderr: Readable | null;
  /** Resolves with a short reason. */
  ended: Promise<string>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Returns a function that starts processes of a program; they share the ports that they listen on, and end with
 * this process even if it is killed.
 */
export function createSpawner(program: string): () => ServingChild {
  cluster.setupPrimary({
    exec: program,
    args: [],
    execArgv: [...process.execArgv, ...(process.sourceMapsEnabled ? ['--enable-source-maps'] : [])],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  return () => {
    const worker = cluster.fork();
    // Sending to a process that has just ended is no error: its end has its own event.
    worker.on('error', () => undefined);
    return {
      pid: worker.process.pid ?? 0,
      port: {
        send: (message) => {
          if (worker.isConnected()) worker.send(message as object, () => undefined);
        },
        onMessage: (handler) => void worker.on('message', handler),
      },
      stderr: worker.process.stderr,
      ended: new Promise((resolve) => {
        worker.once('exit', (code, signal) =>
          resolve(signal ? `ended by ${signal}` : `exit code ${code}`),
        );
      }),
      kill: (signal) => void worker.process.kill(signal),
    };
  };
}

/** Interval of the requests whether a process still responds. */
const EVERY_MS = 5_000;
/**
 * A process with this many requests without a response hangs. Requests are counted rather than time, so that a
 * process that slept with the machine does not count as hanging.
 */
const OPEN_MAX = 6;

/** Calls `onHang` once when a process stops responding. Returns a function that ends the watch. */
export function watchResponses(ask: () => Promise<unknown>, onHang: () => void): () => void {
  let open = 0;
  const onResponse = () => {
    open = 0;
  };
  const timer = setInterval(() => {
    if (open === OPEN_MAX) {
      clearInterval(timer);
      onHang();
      return;
    }
    open += 1;
    ask().then(onResponse, onResponse);
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
