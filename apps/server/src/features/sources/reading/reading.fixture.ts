import { type SourceConfig, sourceConfigSchema } from '@naru/contract/source-config';
import * as z from 'zod/mini';
import type { Found } from './content.ts';
import type { ParsePage } from './page-parser.ts';
import { parsePage } from './parse-page.ts';

/** A Monday at noon in Korea. */
export const NOW = new Date('2026-11-23T12:00:00+09:00');
export const LIST_URL = 'https://www.example.ac.kr/board/list.do?mode=list';

/** A source of `type` with what it must have; `fields` replace them. */
export function sourceOf(fields: { type: SourceConfig['type']; [field: string]: unknown }) {
  const given = { name: 'test', title: '시험', url: LIST_URL, boardType: 'NOTICE_DEPT', ...fields };
  const { boardType, ...others } = given;
  const hasBoard = ['feed', 'html', 'json'].includes(given.type);
  return z.parse(sourceConfigSchema, hasBoard ? { boardType, ...others } : others);
}

/** Parses in this thread, which is fast enough for small pages. */
export const parsePageHere: ParsePage = async (job) => parsePage(job);

function parse(config: SourceConfig, body: string | Buffer, contentType: string | null) {
  return parsePage({
    body: Buffer.from(body),
    contentType,
    url: config.url,
    now: NOW,
    charset: config.charset,
    as: { page: 'source', config },
  });
}

/** What a page has. Throws when it cannot be read. */
export function findIn(
  config: SourceConfig,
  body: string | Buffer,
  contentType: string | null = null,
): Found {
  const parsed = parse(config, body, contentType);
  if ('found' in parsed) return parsed.found;
  throw new Error(JSON.stringify(parsed));
}

/** Why a page cannot be read. */
export function errorIn(config: SourceConfig, body: string | Buffer) {
  const parsed = parse(config, body, null);
  return 'error' in parsed ? parsed.error : null;
}

export function articlesIn(config: SourceConfig, body: string | Buffer, contentType?: string) {
  const { content, faults } = findIn(config, body, contentType);
  if (content.kind !== 'articles') throw new Error('no articles');
  return { articles: content.articles, faults };
}

export function menusIn(config: SourceConfig, body: string | Buffer) {
  const { content, faults } = findIn(config, body);
  if (content.kind !== 'menus') throw new Error('no menus');
  return { days: content.days, faults };
}

export function datesIn(config: SourceConfig, body: string | Buffer) {
  const { content, faults } = findIn(config, body);
  if (content.kind !== 'dates') throw new Error('no dates');
  return { dates: content.dates, faults };
}
