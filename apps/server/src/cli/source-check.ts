import type { SourceConfig } from '@naru/contract/source-config';
import type { Env } from '../config/env.ts';
import type { SourceArticle } from '../domain/sources/article.ts';
import {
  readSource,
  type SourceContent,
  type SourceFault,
} from '../features/sources/reading/read-source.ts';
import { SourceError } from '../features/sources/reading/source-error.ts';
import { countCopies } from '../features/sources/sources.copies.ts';
import { readSourcesFile, SourcesFileError } from '../features/sources/sources-file.ts';
import { toKst } from '../platform/clock.ts';
import {
  createForeignPages,
  type FetchForeignPage,
} from '../platform/foreign-pages/foreign-pages.ts';
import { isLoopback } from '../platform/loopback.ts';
import { RefusedError } from './command-line.ts';

/** How many articles, days or dates are printed. */
export const SHOWN = 10;

export type SourceSettings = Pick<Env, 'DATA_DIR' | 'SOURCES_FILE' | 'PUBLIC_URL'>;

export interface ReadOfFile {
  config: SourceConfig;
  content: SourceContent;
  faults: SourceFault[];
  /** That may read what the source may. */
  fetchPage: FetchForeignPage;
  /** What was read, for the first lines of a report. */
  head: string[];
}

/**
 * Reads a source of the file. Throws RefusedError for any faults of the file, for an unknown name, and if the
 * source cannot be read.
 */
export async function readOfFile(
  env: SourceSettings,
  name: string,
  { isLocal }: { isLocal: boolean },
): Promise<ReadOfFile> {
  const config = await findSource(env, name);
  const { origin, hostname } = new URL(config.url);
  if (isLocal && !isLoopback(hostname)) {
    throw new RefusedError(`--local is for addresses of this machine, and ${hostname} is none`);
  }
  const fetchPage = createForeignPages({
    siteUrl: env.PUBLIC_URL,
    localOrigins: isLocal ? [origin] : [],
  });
  const start = performance.now();
  try {
    const reading = await readSource(config, null, { fetchPage, maxDetails: SHOWN });
    if (reading.status === 'unchanged') throw new Error('unchanged without a state');
    const { content, faults } = reading;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const head = [
      `${config.name} (${config.title}), ${config.type}: ${config.url}`,
      `${summaryOf(config, content)}, read in ${seconds} s`,
    ];
    return { config, content, faults, fetchPage, head };
  } catch (error) {
    if (error instanceof SourceError) {
      throw new RefusedError(`${config.name} cannot be read, ${error.code}: ${error.message}`);
    }
    throw error;
  }
}

/** Reads a source of the file and returns a report of what a run would import, as lines. Throws RefusedError. */
export async function checkSource(
  env: SourceSettings,
  name: string,
  options: { isLocal: boolean },
): Promise<string> {
  const { config, content, faults, head } = await readOfFile(env, name, options);
  return report([...head, ...(await linesOf(config, content)), ...linesOfFaults(faults)]);
}

/** Lines that cannot control the terminal, whatever other sites wrote into them. */
export function report(lines: readonly string[]): string {
  return lines.map((line) => line.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')).join('\n');
}

export function linesOfFaults(faults: readonly SourceFault[]): string[] {
  const lines = faults.map(({ place, message }) => `  ${place}: ${message}`);
  return [faults.length === 0 ? 'No faults.' : `${faults.length} faults:`, ...lines];
}

async function findSource(env: SourceSettings, name: string): Promise<SourceConfig> {
  const ofFile = await readSourcesFile(env).catch((error: unknown) => {
    throw error instanceof SourcesFileError ? new RefusedError(error.message) : error;
  });
  const sources = ofFile ?? [];
  const found = sources.find((source) => source.name === name);
  if (found !== undefined) return found;
  const names = sources.map((source) => source.name).join(', ');
  throw new RefusedError(
    `There is no source ${name}; ${names === '' ? 'the file has none' : `the file has ${names}`}`,
  );
}

function summaryOf(config: SourceConfig, content: SourceContent): string {
  switch (content.kind) {
    case 'articles': {
      const boardType = 'boardType' in config ? config.boardType : '';
      return `${content.articles.length} articles for ${boardType}`;
    }
    case 'menus':
      return `${content.days.length} days of menus`;
    case 'dates':
      return `${content.dates.length} dates`;
  }
}

async function linesOf(config: SourceConfig, content: SourceContent): Promise<string[]> {
  switch (content.kind) {
    case 'articles': {
      const copied = new Map<SourceArticle, string>();
      const isCopying = 'files' in config && config.files === 'copy';
      for (const article of isCopying ? content.articles.slice(0, SHOWN) : []) {
        const { pictures, files } = await countCopies(article, config);
        copied.set(article, `  to be copied: pictures ${pictures}, files ${files}`);
      }
      return shown(content.articles, (article) => [
        `${article.isPinned ? '[pinned] ' : ''}${article.title}`,
        `  id ${article.sourceId}, ${dayText(article.publishedAt)}, ${article.targetUrl}`,
        `  body of ${article.content.length} characters`,
        ...article.attachments.map(({ name, url }) => `  file ${name}: ${url}`),
        ...[copied.get(article) ?? []].flat(),
      ]);
    }
    case 'menus':
      return shown(content.days, ({ date, cafeteria, state, dishes }) => [
        `${date} ${cafeteria} ${state}`,
        ...Object.entries(dishes).map(([category, list]) => `  ${category}: ${list.join(', ')}`),
      ]);
    case 'dates':
      return shown(content.dates, ({ title, startDate, endDate }) => [
        `${startDate === endDate ? startDate : `${startDate} to ${endDate}`} ${title}`,
      ]);
  }
}

export function shown<T>(items: readonly T[], print: (item: T) => string[]): string[] {
  const rest = items.length - SHOWN;
  return [...items.slice(0, SHOWN).flatMap(print), ...(rest > 0 ? [`… and ${rest} more`] : [])];
}

function dayText(date: Date | null): string {
  return date === null ? 'no date' : toKst(date).slice(0, 16).replace('T', ' ');
}
