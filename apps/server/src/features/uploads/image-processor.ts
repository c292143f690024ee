import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import {
  type EncodedImage,
  ImageError,
  type ImageJob,
  type ImageResult,
  type ImageShape,
} from './image-types.ts';

/** Concurrent workers; each may take a core and some 200 MB. */
const WORKERS = 2;
const JOB_MS = 30_000;
/** Idle workers are killed after this. */
const IDLE_MS = 60_000;

export type ImageProcessor = ReturnType<typeof createImageProcessor>;

/**
 * Encodes pictures in child processes started on demand, so that a hostile picture can crash only one
 * of them. `deadline` is the time limit per picture in milliseconds.
 */
export function createImageProcessor({ deadline = JOB_MS } = {}) {
  const limit = pLimit(WORKERS);
  const workers = new Set<ChildProcess>();
  /** Aborts the running job of each worker when the worker exits. */
  const jobs = new WeakMap<ChildProcess, AbortController>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();

  function start(): ChildProcess {
    const worker = startWorker();
    workers.add(worker);
    worker.once('exit', () => {
      workers.delete(worker);
      jobs.get(worker)?.abort();
      clearTimeout(idle.get(worker));
      idle.delete(worker);
    });
    return worker;
  }

  function acquire(): ChildProcess {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      if (worker.connected) return worker;
    }
    return start();
  }

  function release(worker: ChildProcess): void {
    idle.set(worker, setTimeout(() => worker.kill('SIGKILL'), IDLE_MS).unref());
  }

  async function encode(job: ImageJob): Promise<EncodedImage> {
    const worker = acquire();
    const stop = new AbortController();
    jobs.set(worker, stop);
    const result = await runJob(worker, job, deadline, stop);
    if (result === null) {
      worker.kill('SIGKILL');
      throw new ImageError('content');
    }
    release(worker);
    if ('fault' in result) throw new ImageError(result.fault);
    return result.image;
  }

  return {
    /** Throws ImageError; also when the picture crashed its worker or took too long. */
    encode: (path: string, shape: ImageShape = 'whole') => limit(encode, { path, shape }),
    pids: () => [...workers].flatMap((worker) => worker.pid ?? []),
  };
}

/** Returns null when the worker exits or exceeds the deadline. */
async function runJob(
  worker: ChildProcess,
  job: ImageJob,
  deadline: number,
  stop: AbortController,
): Promise<ImageResult | null> {
  const timeout = setTimeout(() => stop.abort(), deadline);
  try {
    const reply = once(worker, 'message', { signal: stop.signal });
    worker.send(job, (error) => {
      if (error !== null) stop.abort();
    });
    const [result]: ImageResult[] = await reply;
    return result ?? null;
  } catch {
    return null;
  } finally {
    clearTimeout(timeout);
  }
}

/** The worker exits with this process and gets none of its secrets. */
function startWorker(): ChildProcess {
  const path = workerPath();
  const worker = fork(path, [], {
    cwd: dirname(path),
    env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV },
    execArgv: path.endsWith('.ts') ? ['--import', 'tsx'] : [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  worker.on('error', () => worker.kill('SIGKILL'));
  worker.unref();
  worker.channel?.unref();
  return worker;
}

/** The worker is next to this file in the sources and next to the bundle after the build. */
function workerPath(): string {
  const source = fileURLToPath(new URL('./image-worker.ts', import.meta.url));
  return existsSync(source) ? source : source.replace(/\.ts$/, '.js');
}
