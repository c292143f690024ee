import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFairQueue } from '../../platform/fair-queue.ts';
import {
  type EncodedImage,
  ImageError,
  type ImageJob,
  type ImageResult,
  type ImageShape,
} from './image-types.ts';

/** Concurrent workers; each may take a core and some 200 MB. */
const WORKERS = 2;
/** Processor time of a picture. */
const CPU_MS = 5_000;
/** A picture may wait for a busy machine so long: workers have a low priority. */
const JOB_MS = 20_000;
const START_MS = 30_000;
/** Idle workers are killed after this. */
const IDLE_MS = 60_000;

/** Throws ImageError; also when the picture crashed its worker or took too long. */
export interface ImageProcessor {
  encode(picture: Picture): Promise<EncodedImage>;
}

interface ProcessorOptions {
  /** Time limit per picture in milliseconds. */
  deadline?: number;
  /** Limit of processor time per picture in milliseconds. */
  cpuMs?: number;
  /** Worker module; the one of this build by default. */
  workerPath?: string;
  /** Milliseconds after which an idle worker is ended. */
  idleMs?: number;
}

export interface Picture extends Pick<ImageJob, 'path'> {
  /** Whose turn in the queue it takes; null for pictures of no member. */
  ownerId: number | null;
  shape?: ImageShape;
}

/**
 * Encodes pictures in child processes started on demand, so that a hostile picture can crash or block
 * only one of them.
 */
export function createImageProcessor(options: ProcessorOptions = {}) {
  const { deadline = JOB_MS, cpuMs = CPU_MS, idleMs = IDLE_MS } = options;
  const { workerPath = findWorker() } = options;
  const enqueue = createFairQueue(WORKERS);
  const workers = new Set<ChildProcess>();
  /** Resolves when a worker has loaded its modules, which does not count as time of its picture. */
  const starts = new WeakMap<ChildProcess, Promise<unknown>>();
  /** Aborts the running job of each worker when the worker exits. */
  const jobs = new WeakMap<ChildProcess, AbortController>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();

  function start(): ChildProcess {
    const worker = startWorker(workerPath);
    workers.add(worker);
    const stop = new AbortController();
    jobs.set(worker, stop);
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(START_MS)]);
    starts.set(worker, once(worker, 'message', { signal }));
    worker.once('exit', () => {
      workers.delete(worker);
      jobs.get(worker)?.abort(new ImageError('content'));
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
    const end = () => {
      // Now, and not once it has exited: a picture that arrives meanwhile takes another worker.
      idle.delete(worker);
      worker.kill('SIGKILL');
    };
    idle.set(worker, setTimeout(end, idleMs).unref());
  }

  async function encode(job: Omit<ImageJob, 'cpuMs'>): Promise<EncodedImage> {
    const worker = acquire();
    try {
      await starts.get(worker);
      const stop = new AbortController();
      jobs.set(worker, stop);
      const result = await runJob(worker, { ...job, cpuMs }, deadline, stop);
      // Still works at its picture.
      if ('fault' in result && result.fault === 'time') throw new ImageError('time');
      release(worker);
      if ('fault' in result) throw new ImageError(result.fault);
      return result.image;
    } catch (error) {
      if (!idle.has(worker)) worker.kill('SIGKILL');
      throw error;
    }
  }

  return {
    encode: ({ ownerId, path, shape = 'whole' }: Picture) =>
      enqueue(ownerId, () => encode({ path, shape })),
    pids: () => [...workers].flatMap((worker) => worker.pid ?? []),
  };
}

/** Runs a picture for another process, which cannot be handed an error. */
export async function encodeFor(images: ImageProcessor, picture: Picture): Promise<ImageResult> {
  try {
    return { image: await images.encode(picture) };
  } catch (error) {
    return { fault: error instanceof ImageError ? error.fault : 'content' };
  }
}

/** Leaves the pictures to another process, so that all processes share its workers and its queue. */
export function createRemoteImages(
  ask: (picture: Picture) => Promise<ImageResult>,
): ImageProcessor {
  return {
    async encode(picture) {
      const result = await ask(picture);
      if ('fault' in result) throw new ImageError(result.fault);
      return result.image;
    },
  };
}

/** Throws ImageError when the worker exits or exceeds the deadline; the worker is unusable then. */
async function runJob(
  worker: ChildProcess,
  job: ImageJob,
  deadline: number,
  stop: AbortController,
): Promise<ImageResult> {
  const timeout = setTimeout(() => stop.abort(new ImageError('time')), deadline);
  try {
    const reply = once(worker, 'message', { signal: stop.signal });
    worker.send(job, (error) => {
      if (error !== null) stop.abort(new ImageError('content'));
    });
    const [result]: ImageResult[] = await reply;
    return result ?? { fault: 'content' };
  } catch {
    throw stop.signal.reason ?? new ImageError('content');
  } finally {
    clearTimeout(timeout);
  }
}

/** The worker exits with this process and gets none of its secrets. */
function startWorker(path: string): ChildProcess {
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
function findWorker(): string {
  const source = fileURLToPath(new URL('./image-worker.ts', import.meta.url));
  return existsSync(source) ? source : source.replace(/\.ts$/, '.js');
}
