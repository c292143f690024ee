import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';

const START_MS = 30_000;
/** An idle worker is killed after this. */
const IDLE_MS = 10_000;
/** How often its memory is looked at, where the system says it. */
const WATCH_MS = 250;
const PAGE_BYTES = 4096;

/** Why a worker gave no result. */
export class ChildWorkerError extends Error {
  readonly reason: 'late' | 'crashed';

  constructor(reason: 'late' | 'crashed') {
    super(`a worker ${reason === 'late' ? 'took too long' : 'has crashed'}`);
    this.reason = reason;
  }
}

interface ChildWorkerOptions<Job, Result> {
  /** Module of the worker. */
  path: string;
  /** Milliseconds for one job, after the worker has loaded its modules. */
  deadline: number;
  /** Megabytes of its heap. */
  heapMb: number;
  /** Megabytes of all its memory, on Linux; unlimited by default. */
  memoryMb?: number;
  /** Whether a process that did this job does no other. */
  endsAfter?: (job: Job, result: Result) => boolean;
}

/**
 * Runs jobs about content of others, one at a time, in a child process started on demand: one that is made to take
 * minutes or all memory ends with its process. `run` throws ChildWorkerError.
 */
export function createChildWorker<Job extends object, Result>(
  options: ChildWorkerOptions<Job, Result>,
) {
  const { path, deadline, heapMb, memoryMb, endsAfter } = options;
  const enqueue = pLimit(1);
  let worker: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function ready(): Promise<ChildProcess> {
    clearTimeout(idle);
    if (worker?.connected) return worker;
    const started = startWorker(path, heapMb);
    worker = started;
    if (memoryMb !== undefined) watchMemory(started, memoryMb);
    await reply(started, START_MS);
    return started;
  }

  function stop(): void {
    worker?.kill('SIGKILL');
    worker = null;
  }

  async function runNow(job: Job): Promise<Result> {
    try {
      const child = await ready();
      const given = new AbortController();
      const answer = reply(child, deadline, given);
      child.send(job, (error) => {
        if (error !== null) given.abort(new ChildWorkerError('crashed'));
      });
      const result = (await answer) as Result;
      if (endsAfter?.(job, result)) stop();
      return result;
    } catch (error) {
      stop();
      throw error;
    } finally {
      idle = setTimeout(stop, IDLE_MS).unref();
    }
  }

  const run = (job: Job, signal?: AbortSignal): Promise<Result> =>
    enqueue(() => {
      signal?.throwIfAborted();
      return runNow(job);
    });
  return { run, stop };
}

/** The next message. Throws ChildWorkerError when the worker exits or takes longer than `deadline` ms. */
async function reply(
  worker: ChildProcess,
  deadline: number,
  given = new AbortController(),
): Promise<unknown> {
  const late = setTimeout(() => given.abort(new ChildWorkerError('late')), deadline);
  const onExit = () => given.abort(new ChildWorkerError('crashed'));
  worker.once('exit', onExit).once('error', onExit);
  try {
    const [message] = await once(worker, 'message', { signal: given.signal });
    return message;
  } catch (error) {
    throw given.signal.reason ?? error;
  } finally {
    clearTimeout(late);
    worker.off('exit', onExit).off('error', onExit);
  }
}

/** WebAssembly has memory beside the heap. */
function watchMemory(worker: ChildProcess, memoryMb: number): void {
  const timer = setInterval(async () => {
    const line = await readFile(`/proc/${worker.pid}/statm`, 'utf8').catch(() => '');
    const pages = Number(line.split(' ')[1] ?? 0);
    if (pages * PAGE_BYTES > memoryMb * 1_048_576) worker.kill('SIGKILL');
  }, WATCH_MS).unref();
  worker.once('exit', () => clearInterval(timer));
}

/** The worker exits with this process and gets none of its secrets. */
function startWorker(path: string, heapMb: number): ChildProcess {
  const worker = fork(path, [], {
    cwd: dirname(path),
    env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV },
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      ...(path.endsWith('.ts') ? ['--import', 'tsx'] : []),
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  worker.on('error', () => worker.kill('SIGKILL'));
  worker.unref();
  worker.channel?.unref();
  return worker;
}

/** A worker module is next to its caller in the sources, and next to the bundle after the build. */
export function workerNextTo(caller: string, name: string): string {
  const source = fileURLToPath(new URL(`./${name}.ts`, caller));
  return existsSync(source) ? source : source.replace(/\.ts$/, '.js');
}
