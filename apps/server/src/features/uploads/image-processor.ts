import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import {
  type EncodedImage,
  type ImageAnswer,
  ImageError,
  type ImageJob,
  type ImageShape,
} from './image-types.ts';

/** Pictures worked on at once; each may take a core and some 200 MB. */
const WORKERS = 2;
const JOB_MS = 30_000;
/** A worker without work ends after this. */
const IDLE_MS = 60_000;

export interface ImageProcessor {
  /** Throws ImageError; also when the picture crashed its worker or took too long. */
  encode(path: string, shape?: ImageShape): Promise<EncodedImage>;
  /** Process ids of the running workers. */
  pids(): number[];
}

/**
 * Encodes pictures in processes of their own, started when they are needed: a hostile picture may
 * crash one of them, not the server. `deadline`: milliseconds for one picture.
 */
export function createImageProcessor({ deadline = JOB_MS } = {}): ImageProcessor {
  const limit = pLimit(WORKERS);
  const workers = new Set<ChildProcess>();
  /** What breaks the running job of a worker off; one listener for its whole life. */
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

  function take(): ChildProcess {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      if (worker.connected) return worker;
    }
    return start();
  }

  function rest(worker: ChildProcess): void {
    idle.set(worker, setTimeout(() => worker.kill('SIGKILL'), IDLE_MS).unref());
  }

  async function encode(job: ImageJob): Promise<EncodedImage> {
    const worker = take();
    const stop = new AbortController();
    jobs.set(worker, stop);
    const answer = await ask(worker, job, deadline, stop);
    if (answer === null) {
      worker.kill('SIGKILL');
      throw new ImageError('content');
    }
    rest(worker);
    if ('fault' in answer) throw new ImageError(answer.fault);
    return answer.image;
  }

  return {
    encode: (path, shape = 'whole') => limit(encode, { path, shape }),
    pids: () => [...workers].flatMap((worker) => worker.pid ?? []),
  };
}

/** Null when the worker is lost or late. */
async function ask(
  worker: ChildProcess,
  job: ImageJob,
  deadline: number,
  stop: AbortController,
): Promise<ImageAnswer | null> {
  const giveUp = () => stop.abort();
  const late = setTimeout(giveUp, deadline);
  try {
    const answer = once(worker, 'message', { signal: stop.signal });
    worker.send(job, (error) => {
      if (error !== null) giveUp();
    });
    const [message]: ImageAnswer[] = await answer;
    return message ?? null;
  } catch {
    return null;
  } finally {
    clearTimeout(late);
  }
}

/** Ends with this process; knows none of its secrets. */
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

/** Beside this file in the sources, beside the bundle after the build. */
function workerPath(): string {
  const source = fileURLToPath(new URL('./image-worker.ts', import.meta.url));
  return existsSync(source) ? source : source.replace(/\.ts$/, '.js');
}
