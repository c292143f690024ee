import { LIMITS } from '@naru/contract/limits';
import type { SourceConfig } from '@naru/contract/source-config';
import type { SourcePreview } from '@naru/contract/sources';
import type { SourceArticle } from '../../domain/sources/article.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { FetchForeignPage } from '../../platform/foreign-pages/foreign-pages.ts';
import type { Tools } from '../tools.ts';
import { readSource, type SourceContent } from './reading/read-source.ts';
import { findSelectorFaults } from './reading/selectors.ts';
import { SourceError } from './reading/source-error.ts';
import { countCopies } from './sources.copies.ts';
import { cleanText } from './sources.import.ts';

/** Throws VALIDATION_FAILED at the selectors that no page can be searched by. */
export function requireReadable(config: SourceConfig): void {
  const errors = findSelectorFaults(config).map(({ field, message }) => ({ field, message }));
  const [first] = errors;
  if (first !== undefined) {
    throw new AppError('VALIDATION_FAILED', { message: first.message, errors });
  }
}

export const DRY_RUN_LIMIT = { max: LIMITS.dryRuns, seconds: 600 };
export const TIMEOUT = `${LIMITS.dryRunSeconds}초 안에 다 읽지 못했습니다. 실제 수집은 더 오래 기다립니다.`;
/** Pages of articles that are read, so that the time suffices. */
const DETAILS = 3;
/** Code units of a body from which the excerpt is made, and of the excerpt. */
const READ_MAX = 4_000;
const EXCERPT_MAX = 160;
/** Names of files of one article. */
const FILES_MAX = 10;

const EMPTY: SourcePreview = {
  error: null,
  total: 0,
  articles: [],
  menus: [],
  dates: [],
  faults: [],
};

export interface DryRunDeps extends Pick<Tools, 'db' | 'clock' | 'throttle' | 'audit'> {
  fetchPage: FetchForeignPage;
}

/**
 * Shows what a source would bring, and stores nothing of it. Throws TOO_MANY_REQUESTS and, for a selector
 * that is none, VALIDATION_FAILED.
 */
export function createDryRun({ db, clock, throttle, audit, fetchPage }: DryRunDeps) {
  return async (actor: Actor, config: SourceConfig): Promise<SourcePreview> => {
    requireReadable(config);
    await throttle.hit(db, `dry run ${actor.memberId}`, DRY_RUN_LIMIT, 'TOO_MANY_REQUESTS');
    const { name, url } = config;
    await audit.record(db, actor, { action: 'source.dry-run', detail: { name, url } });
    const signal = AbortSignal.timeout(LIMITS.dryRunSeconds * 1000);
    return previewWithin(config, { fetchPage, clock, signal, maxDetails: DETAILS });
  };
}

interface PreviewOptions extends Pick<DryRunDeps, 'fetchPage' | 'clock'> {
  signal: AbortSignal;
  maxDetails: number;
}

/** What a run would bring, or why it would fail. */
export async function previewWithin(
  config: SourceConfig,
  { fetchPage, clock, signal, maxDetails }: PreviewOptions,
): Promise<SourcePreview> {
  try {
    const reading = await readSource(config, null, {
      ...{ fetchPage, signal, maxDetails },
      now: clock.now(),
    });
    if (reading.status === 'unchanged') return EMPTY;
    const faults = reading.faults.slice(0, LIMITS.previewSize);
    return { ...EMPTY, ...(await previewOf(reading.content, config)), faults };
  } catch (error) {
    if (signal.aborted) return { ...EMPTY, error: TIMEOUT };
    if (error instanceof SourceError) return { ...EMPTY, error: error.message };
    throw error;
  }
}

async function previewOf(
  content: SourceContent,
  config: SourceConfig,
): Promise<Partial<SourcePreview>> {
  const some = <T>(items: readonly T[]) => items.slice(0, LIMITS.previewSize);
  if (content.kind === 'menus') {
    return { total: content.days.length, menus: some(content.days) };
  }
  if (content.kind === 'dates') {
    const dates = some(content.dates).map(({ title, startDate, endDate }) => ({
      ...{ startDate, endDate },
      title: cleanText(title),
    }));
    return { total: content.dates.length, dates };
  }
  const isCopying = 'files' in config && config.files === 'copy';
  const articles: SourcePreview['articles'] = [];
  for (const article of some(content.articles)) {
    const copies = isCopying ? await countCopies(article, config) : undefined;
    articles.push({ ...shownOf(article), ...(copies && { copies }) });
  }
  return { total: content.articles.length, articles };
}

function shownOf(article: SourceArticle) {
  return {
    sourceId: article.sourceId,
    title: cleanText(article.title),
    targetUrl: article.targetUrl,
    publishedAt: article.publishedAt === null ? null : toKst(article.publishedAt),
    isPinned: article.isPinned,
    excerpt: excerptOf(article.content),
    attachments: article.attachments.length,
    files: article.attachments.slice(0, FILES_MAX).map(({ name }) => cleanText(name)),
  };
}

/** The first words of HTML, for a reader only: it is shown as text. */
function excerptOf(html: string): string {
  const text = html
    .slice(0, READ_MAX)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ');
  return cleanText(text.trim(), EXCERPT_MAX);
}
