import { hostsOf, readsPages, type SourceConfig } from '@naru/contract/source-config';
import type { ForeignPageState } from '../../../platform/foreign-pages/foreign-page.ts';
import type { FetchForeignPage } from '../../../platform/foreign-pages/foreign-pages.ts';
import { type Found, READING_LIMITS, type SourceContent, type SourceFault } from './content.ts';
import { type ParsePage, parsePageApart } from './page-parser.ts';
import { type ListRow, readDetails } from './read-details.ts';
import { SourceError, toSourceError } from './source-error.ts';

export type { SourceContent, SourceFault };
/** For a conditional request. */
export type SourceState = ForeignPageState;

export type SourceReading =
  | { status: 'unchanged' }
  | { status: 'read'; state: SourceState; content: SourceContent; faults: SourceFault[] };

interface ReadOptions {
  fetchPage: FetchForeignPage;
  /**
   * Whether an article was imported already, as this row of the list says: its page is read again only
   * while it is one of the newest.
   */
  isKnown?: (sourceId: string, row: ListRow) => boolean;
  signal?: AbortSignal;
  now?: Date;
  /** How many pages of articles may be read; the others come as the list has them. */
  maxDetails?: number;
  /** By default in a child process. */
  parsePage?: ParsePage;
}

/** Large as data may be, HTML takes many times its size in memory. */
const DATA_TYPES: ReadonlySet<SourceConfig['type']> = new Set(['feed', 'json', 'ics', 'menu-csv']);

/**
 * Reads a source as far as it changed; nothing is stored. Throws SourceError, also when `signal` aborts.
 */
export async function readSource(
  config: SourceConfig,
  state: SourceState | null,
  options: ReadOptions,
): Promise<SourceReading> {
  try {
    return await read(config, state, options);
  } catch (error) {
    if (options.signal?.aborted && !(error instanceof SourceError)) {
      throw new SourceError('ABORTED', '중단되었습니다.', { cause: error });
    }
    throw toSourceError(error);
  }
}

async function read(
  config: SourceConfig,
  state: SourceState | null,
  options: ReadOptions,
): Promise<SourceReading> {
  const { fetchPage, signal, now = new Date(), parsePage = parsePageApart } = options;
  const { dataBytes, htmlBytes } = READING_LIMITS;
  const maxBytes = DATA_TYPES.has(config.type) ? dataBytes : htmlBytes;
  const page = await fetchPage(config.url, { state, hosts: hostsOf(config), maxBytes, signal });
  if (page.status === 304) return { status: 'unchanged' };
  const { body, contentType, url } = page;
  const as = { page: 'source' as const, config };
  const parsed = await parsePage(
    { body, contentType, url, now, charset: config.charset, as },
    signal,
  );
  if ('error' in parsed) throw new SourceError(parsed.error.code, parsed.error.message);
  if (!('found' in parsed)) throw new Error('a page of a source became the one of an article');
  const whole = await complete(parsed.found, config, { ...options, now, parsePage });
  return {
    status: 'read',
    content: whole.content,
    faults: whole.faults.slice(0, READING_LIMITS.faults),
    // An article that could not be read is tried again, although its list stays the same.
    state: whole.isWhole ? page.state : { etag: null, lastModified: null },
  };
}

/** Adds the pages of articles, where the configuration wants them. */
async function complete(
  found: Found,
  config: SourceConfig,
  options: ReadOptions & { now: Date; parsePage: ParsePage },
): Promise<Found & { isWhole: boolean }> {
  const { content, faults } = found;
  if (content.kind !== 'articles' || !('boardType' in config) || !readsPages(config)) {
    return { ...found, isWhole: true };
  }
  const { fetchPage, parsePage, isKnown = () => false, now, signal, maxDetails } = options;
  const read = await readDetails(content.articles, config, {
    fetchPage,
    parsePage,
    isKnown,
    now,
    signal,
    maxDetails: maxDetails ?? READING_LIMITS.articles,
  });
  return {
    content: { kind: 'articles', articles: read.articles },
    faults: [...faults, ...read.faults],
    isWhole: read.isWhole,
  };
}
