import type { SourceConfig } from '@naru/contract/source-config';
import { readCalendar } from './calendars.ts';
import type {
  Detail,
  DetailRule,
  Found,
  PageJob,
  PageText,
  SelectorDetail,
  SelectorSource,
  SourceOf,
} from './content.ts';
import { readDateTable } from './date-table.ts';
import { decodePage } from './decode-page.ts';
import { readDetail } from './detail.ts';
import { readFeed } from './feed.ts';
import { readHtmlList } from './html.ts';
import { readJsonList } from './json-list.ts';
import { readMenuCsv, readMenuTable } from './menu-table.ts';
import { readPresetDetail } from './presets/preset-detail.ts';
import { readPresetList } from './presets/preset-list.ts';
import { type PageFacts, recognisePage } from './recognise/recognise-page.ts';
import { notReadable, SourceError, type SourceErrorCode } from './source-error.ts';

/** What a page became, as it travels between processes, which cannot hand over errors. */
export type ParsedPage =
  | { found: Found }
  | { detail: Detail }
  | { facts: PageFacts }
  | { error: { code: SourceErrorCode; message: string } };

/**
 * Parses a page in this thread, which takes seconds for the largest ones: the server leaves it to
 * `createPageParser`. Never throws.
 */
export function parsePage({ body, contentType, url, now, charset, as }: PageJob): ParsedPage {
  try {
    const page = { text: decodePage(body, { charset, contentType }), url };
    if (as.page === 'detail') return { detail: readPage(page, as.rule, now) };
    if (as.page === 'unknown') return { facts: recognisePage(page, now) };
    return { found: readContent(page, as.config, now) };
  } catch (cause) {
    // Whatever a parser throws over hostile text is a fault of the text.
    const error =
      cause instanceof SourceError ? cause : notReadable('페이지를 해석하지 못했습니다.', cause);
    return { error: { code: error.code, message: error.message } };
  }
}

function readContent(page: PageText, config: SourceConfig, now: Date): Found {
  switch (config.type) {
    case 'feed':
      return readFeed(page, now);
    case 'html':
      return readList(page, config, now);
    case 'json':
      return readJsonList(page, config, now);
    case 'menu-table':
      return readMenuTable(page, config, now);
    case 'menu-csv':
      return readMenuCsv(page, now);
    case 'ics':
      return readCalendar(page, now);
    case 'date-table':
      return readDateTable(page, config);
  }
}

/** The schema demands selectors where there is no preset. */
function readList(page: PageText, config: SourceOf<'html'>, now: Date): Found {
  const { preset } = config;
  if (preset !== undefined) return readPresetList(page, { ...config, preset }, now);
  return readHtmlList(page, config as SelectorSource, now);
}

function readPage(page: PageText, { preset, detail }: DetailRule, now: Date): Detail {
  if (preset !== undefined) return readPresetDetail(page, { preset, detail }, now);
  return readDetail(page, detail as SelectorDetail, now);
}
