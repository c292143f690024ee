import { hostsOf, type SourceConfig } from '@naru/contract/source-config';
import type { SourceArticle } from '../../../domain/sources/article.ts';
import type { FetchForeignPage } from '../../../platform/foreign-pages/foreign-pages.ts';
import { type Detail, READING_LIMITS, type SourceFault } from './content.ts';
import type { ParsePage } from './page-parser.ts';
import { layoutChanged, SourceError, toSourceError } from './source-error.ts';

/** What the list says of an article. */
export type ListRow = Pick<SourceArticle, 'title' | 'isPinned' | 'publishedAt'>;

export interface DetailOptions {
  fetchPage: FetchForeignPage;
  parsePage: ParsePage;
  /** Whether the article was imported as this row of the list says. */
  isKnown: (sourceId: string, row: ListRow) => boolean;
  now: Date;
  signal: AbortSignal | undefined;
  /** How many pages may be read. */
  maxDetails: number;
}

/** Articles whose pages are read again although they are known. */
const NEWEST = 10;
/** A server that fails so often in a row, or at all, is left alone. */
const FAILURES_IN_ROW = 3;
const FAILURES = 10;
/** Code units of all bodies together; what is left is read by the next run. */
const BODIES_MAX = 20_000_000;
/** Errors that take time, of the server or of this one, rather than those of one article. */
const COSTLY = new Set(['TIMEOUT', 'UNREACHABLE', 'HTTP_STATUS', 'NOT_READABLE', 'TOO_LARGE']);

type WithDetail = Extract<SourceConfig, { boardType: string }>;

/**
 * Reads the pages of new articles, and of the newest ones; known ones are left out. An article whose page
 * cannot be read is a fault. Throws SourceError when none can be read, or several in a row cannot.
 */
export async function readDetails(
  listed: readonly SourceArticle[],
  config: WithDetail,
  options: DetailOptions,
): Promise<{ articles: SourceArticle[]; faults: SourceFault[]; isWhole: boolean }> {
  const due = listed.filter(isDue(listed, options.isKnown));
  const articles: SourceArticle[] = [];
  const faults: SourceFault[] = [];
  const dates: SourceFault[] = [];
  const failures = countFailures();
  let size = 0;
  for (const article of due.slice(0, options.maxDetails)) {
    if (size > BODIES_MAX) return { articles, faults: [...faults, ...dates], isWhole: false };
    const read = await readOne(article, config, options);
    failures.add(read);
    if (read instanceof SourceError) faults.push({ place: article.title, message: read.message });
    else {
      size += read.content.length;
      const whole = withDetail(article, read, config);
      articles.push(whole);
      if (whole.publishedAt === null) dates.push(...read.faults.map(at(whole.title)));
    }
  }
  if (articles.length === 0) failures.throwFirst();
  const rest = due.slice(options.maxDetails);
  const isWhole = faults.length === 0;
  return { articles: [...articles, ...rest], faults: [...faults, ...dates], isWhole };
}

/** Throws the error with which a server is to be left alone. */
function countFailures() {
  let first: SourceError | null = null;
  let count = 0;
  let inRow = 0;
  return {
    add(read: Detail | SourceError): void {
      const isCostly = read instanceof SourceError && COSTLY.has(read.code);
      inRow = isCostly ? inRow + 1 : 0;
      count += isCostly ? 1 : 0;
      if (!(read instanceof SourceError)) return;
      if (inRow === FAILURES_IN_ROW || count === FAILURES) throw read;
      first ??= read;
    },
    throwFirst(): void {
      if (first !== null) throw noneRead(first);
    },
  };
}

function isDue(listed: readonly SourceArticle[], isKnown: DetailOptions['isKnown']) {
  const newest = listed.filter(({ isPinned }) => !isPinned).slice(0, NEWEST);
  return (article: SourceArticle) =>
    newest.includes(article) || !isKnown(article.sourceId, article);
}

/** Returns an error of this one article; throws when the caller has given up. */
async function readOne(
  { targetUrl }: SourceArticle,
  config: WithDetail,
  { fetchPage, parsePage, now, signal }: DetailOptions,
): Promise<Detail | SourceError> {
  try {
    const page = await fetchPage(targetUrl, {
      hosts: hostsOf(config),
      maxBytes: READING_LIMITS.htmlBytes,
      signal,
    });
    if (page.status === 304)
      return new SourceError('HTTP_STATUS', '서버가 304 상태로 응답했습니다.');
    const { body, contentType, url } = page;
    const rule = { preset: config.preset, detail: config.detail };
    const as = { page: 'detail' as const, rule };
    const job = { body, contentType, url, now, charset: config.charset, as };
    const parsed = await parsePage(job, signal);
    if ('error' in parsed) return new SourceError(parsed.error.code, parsed.error.message);
    return 'detail' in parsed ? parsed.detail : layoutChanged('글의 본문을 찾지 못했습니다.');
  } catch (cause) {
    const error = toSourceError(cause);
    if (signal?.aborted || !(error instanceof SourceError)) throw error;
    return error;
  }
}

const at = (place: string) => (fault: SourceFault) => ({ ...fault, place });

/** What a preset finds as title and date of a page is less certain than what the list says. */
function withDetail(article: SourceArticle, detail: Detail, config: WithDetail): SourceArticle {
  const files = [...article.attachments, ...detail.attachments];
  const byUrl = new Map(files.map((file) => [file.url, file]));
  const { titled, publishedAt } = detail;
  const isCertain = config.preset === undefined || config.detail?.title !== undefined;
  const isDay = config.preset === undefined || config.detail?.date !== undefined;
  const isTaken = titled !== null && (isCertain || isWholeOf(article.title, titled.title));
  const { former: _, ...listed } = article;
  return {
    ...(isTaken ? { ...listed, ...titled } : article),
    content: detail.content,
    publishedAt: isDay
      ? (publishedAt ?? article.publishedAt)
      : (article.publishedAt ?? publishedAt),
    attachments: [...byUrl.values()].slice(0, READING_LIMITS.attachments),
  };
}

const CUT = /\s*(?:…|\.{2,})$/;

/** Whether a title is the whole of one that the list cuts. */
function isWholeOf(listed: string, whole: string): boolean {
  const start = listed.replace(CUT, '');
  return start !== listed && whole.startsWith(start);
}

function noneRead({ code, message }: SourceError): SourceError {
  return new SourceError(code, `글을 하나도 읽지 못했습니다. ${message}`);
}
