import {
  ChildWorkerError,
  createChildWorker,
  workerNextTo,
} from '../../../platform/child-worker.ts';
import type { PageJob } from './content.ts';
import type { ParsedPage } from './parse-page.ts';
import { SourceError } from './source-error.ts';

/** For one page, after the worker has loaded its modules. */
const PAGE_MS = 10_000;
/** Megabytes of its heap: the largest page takes some 250. */
const HEAP_MB = 512;
const REASONS = {
  late: '페이지가 너무 복잡합니다.',
  crashed: '페이지가 너무 크거나 깊습니다.',
};

/** Resolves for every page; throws SourceError NOT_READABLE when a page crashed its worker. */
export type ParsePage = (job: PageJob, signal?: AbortSignal) => Promise<ParsedPage>;

interface ParserOptions {
  /** Milliseconds for one page. */
  deadline?: number;
  /** Worker module; the one of this build by default. */
  workerPath?: string;
}

/** Parses pages in a child process: the largest ones take seconds. */
export function createPageParser({
  deadline = PAGE_MS,
  workerPath = workerNextTo(import.meta.url, 'page-worker'),
}: ParserOptions = {}) {
  const worker = createChildWorker<PageJob, ParsedPage>({
    ...{ path: workerPath, deadline, heapMb: HEAP_MB },
  });
  const parse: ParsePage = (job, signal) =>
    worker.run(job, signal).catch((error: unknown) => {
      if (!(error instanceof ChildWorkerError)) throw error;
      throw new SourceError('NOT_READABLE', REASONS[error.reason]);
    });
  return { parse, stop: worker.stop };
}

let shared: ReturnType<typeof createPageParser> | undefined;

/** The parser of this process. */
export const parsePageApart: ParsePage = (job, signal) => {
  shared ??= createPageParser();
  return shared.parse(job, signal);
};
