import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { PageJob } from './content.ts';
import type { ParsedPage } from './parse-page.ts';
import { SourceError } from './source-error.ts';

/** For one page, after the worker has loaded its modules. */
const PAGE_MS = 10_000;
const START_MS = 30_000;
/** An idle worker is killed after this. */
const IDLE_MS = 10_000;
/** Megabytes of its heap: the largest page takes some 250. */
const HEAP_MB = 512;
const CRASHED = '페이지가 너무 크거나 깊습니다.';

/** Resolves for every page; throws SourceError NOT_READABLE when a page crashed its worker. */
export type ParsePage = (job: PageJob, signal?: AbortSignal) => Promise<ParsedPage>;

interface ParserOptions {
  /** Milliseconds for one page. */
  deadline?: number;
  /** Worker module; the one of this build by default. */
  workerPath?: string;
}

/**
 * Parses pages, one at a time, in a child process started on demand: the largest ones take seconds, and
 * one that is made to take minutes or all memory ends with its process.
 */
export function createPageParser({
  deadline = PAGE_MS,
  workerPath = findWorker(),
}: ParserOptions = {}) {
  const enqueue = pLimit(1);
  let worker: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function ready(): Promise<ChildProcess> {
    clearTimeout(idle);
    if (worker?.connected) return worker;
    const started = startWorker(workerPath);
    worker = started;
    await reply(started, START_MS);
    return started;
  }

  function stop(): void {
    worker?.kill('SIGKILL');
    worker = null;
  }

  async function parse(job: PageJob): Promise<ParsedPage> {
    try {
      const child = await ready();
      const given = new AbortController();
      const result = reply(child, deadline, given);
      child.send(job, (error) => {
        if (error !== null) given.abort(unreadable(CRASHED));
      });
      return (await result) as ParsedPage;
    } catch (error) {
      stop();
      throw error;
    } finally {
      idle = setTimeout(stop, IDLE_MS).unref();
    }
  }

  const parsePage: ParsePage = (job, signal) =>
    enqueue(() => {
      signal?.throwIfAborted();
      return parse(job);
    });
  return { parse: parsePage, stop };
}

/** The next message. Throws SourceError when the worker exits or takes longer than `deadline` ms. */
async function reply(
  worker: ChildProcess,
  deadline: number,
  given = new AbortController(),
): Promise<unknown> {
  const late = setTimeout(() => given.abort(unreadable('페이지가 너무 복잡합니다.')), deadline);
  const onExit = () => given.abort(unreadable(CRASHED));
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

function unreadable(message: string): SourceError {
  return new SourceError('NOT_READABLE', message);
}

/** The worker exits with this process and gets none of its secrets. */
function startWorker(path: string): ChildProcess {
  const worker = fork(path, [], {
    cwd: dirname(path),
    env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV },
    execArgv: [
      `--max-old-space-size=${HEAP_MB}`,
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

/** The worker is next to this file in the sources and next to the bundle after the build. */
function findWorker(): string {
  const source = fileURLToPath(new URL('./page-worker.ts', import.meta.url));
  return existsSync(source) ? source : source.replace(/\.ts$/, '.js');
}

let shared: ReturnType<typeof createPageParser> | undefined;

/** The parser of this process. */
export const parsePageApart: ParsePage = (job, signal) => {
  shared ??= createPageParser();
  return shared.parse(job, signal);
};
