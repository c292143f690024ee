import { SOURCE_PRESETS, type SourcePreset } from '@naru/contract/source-presets';
import type { PageText } from '../content.ts';
import { saysEmpty } from '../empty-board.ts';
import { readFeed } from '../feed.ts';
import { resolveAddress } from '../links.ts';
import { baseOf, loadPage, type Page, textOf } from '../pages.ts';
import { decodeEntities } from '../plain-text.ts';
import {
  findArticleLinks,
  findLinksById,
  type ListPage,
  toListPage,
} from '../presets/article-links.ts';
import { guessId } from '../presets/guess-id.ts';
import { titleOfRow } from '../presets/row-parts.ts';
import { type ArticleRow, rowsOf } from '../presets/rows.ts';
import { findDateTable } from './date-tables.ts';
import { findJsonShape } from './json-shape.ts';
import { findMenu, isMenuPage } from './menu-pages.ts';
import { titleOfPage } from './page-names.ts';

/** What an address that nobody has described turns out to be. */
export interface PageFacts {
  /** Part of a configuration, without what all sources have; null when nothing fits. */
  found: { type: string; [field: string]: unknown } | null;
  /** Why nothing fits, in Korean. */
  problem: string | null;
  /** What to know of what was found, in Korean. */
  notes: string[];
  /** Parts of configurations in place of `found`, with the name of what each reads. */
  choices?: { name: string; found: NonNullable<PageFacts['found']> }[];
  /** What the page calls itself; may be empty. */
  title: string;
  /** Hosts of articles beside the one of the page. */
  hosts: string[];
  /** Address that should be looked at instead: the list of an article, a frame, a feed. */
  next: { url: string; note: string } | null;
  /** An id of the page, from which an address of an article becomes a pattern. */
  ids: string[];
}

const NOTHING: PageFacts = {
  ...{ found: null, problem: null, notes: [], title: '', hosts: [], next: null, ids: [] },
};
const IS_FEED =
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[\s\S]{0,500}?-->\s*|<\?[^>]{0,300}>\s*)*<(?:rss|feed|rdf:RDF)\b/i;
const NO_LIST =
  '글 목록을 찾지 못했습니다. 글 제목이 줄줄이 보이는 게시판 페이지의 주소인지 확인해 주세요.';
const APP =
  '이 페이지는 브라우저에서 내용을 불러옵니다. 같은 게시판의 RSS 주소나 JSON 주소를 적어 주세요.';
const LOGIN = '로그인해야 보이는 페이지입니다. 로그인 없이 열리는 게시판의 주소를 적어 주세요.';
const NO_ADDRESS =
  '글을 여는 주소를 알 수 없습니다. 글 하나를 열고 그 주소를 아래에 붙여넣어 주세요.';
const NO_JSON = '이 JSON에서 제목과 번호가 있는 글 목록을 찾지 못했습니다.';
const OF_ARTICLE = '글 하나의 주소라서 그 글이 있는 목록을 읽었습니다.';
const OF_FRAME = '목록이 다른 주소의 틀 안에 있어 그 주소를 읽었습니다.';
const OF_FEED = '페이지에서 글을 찾지 못해 이 페이지의 RSS를 읽었습니다.';
const BACK = /^(?:목록|목록으로|목록\s?보기|리스트|list)$/i;
const IDS_MAX = 50;
/** Longer texts of a feed are whole. */
const SUMMARY_MAX = 400;

/** Finds out what a page is and how it is read. */
export function recognisePage(page: PageText, now: Date): PageFacts {
  const start = page.text.slice(0, 2_000).trimStart();
  if (/^BEGIN:VCALENDAR/i.test(start)) {
    const name = /^X-WR-CALNAME[^:]{0,60}:(.{1,40})/m.exec(page.text)?.[1]?.trim() ?? '학사일정';
    return { ...NOTHING, title: name, found: { type: 'ics', intervalMinutes: 1440 } };
  }
  if (IS_FEED.test(start)) return recogniseFeed(page, now);
  if (/^\ufeff?[{[]/.test(start)) return recogniseJson(page.text);
  if (/^\ufeff?날짜\s*,/.test(start))
    return { ...NOTHING, title: '식단', found: { type: 'menu-csv' } };
  return recogniseHtml(page, now);
}

/** Feeds with the first words only need the pages of their articles. */
function recogniseFeed(page: PageText, now: Date): PageFacts {
  const name = /<title[^>]{0,60}>\s*(?:<!\[CDATA\[)?\s*([^<\]]{1,80})/.exec(page.text)?.[1] ?? '';
  const { articles } = readFeed(page, now).content;
  const isCut = articles.every(({ content }) => content.length < SUMMARY_MAX);
  const isK2web = articles.some(({ targetUrl }) => /\/artclView\.do/.test(targetUrl));
  const preset = isK2web ? 'k2web' : 'auto';
  return {
    ...NOTHING,
    title: decodeEntities(name).trim().slice(0, 40),
    found: { type: 'feed', ...(isCut && { preset }) },
  };
}

function recogniseJson(text: string): PageFacts {
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { ...NOTHING, problem: NO_JSON };
  }
  const version = (document as { version?: unknown }).version;
  if (typeof version === 'string' && /jsonfeed\.org/.test(version)) {
    return { ...NOTHING, found: { type: 'feed' } };
  }
  const shape = findJsonShape(document);
  if (shape === null) return { ...NOTHING, problem: NO_JSON };
  const isWhole = shape.fields.url !== undefined;
  return {
    ...NOTHING,
    found: {
      ...{ type: 'json', ...shape },
      ...(shape.fields.content === undefined && isWhole && { preset: 'auto' }),
    },
    problem: isWhole ? null : NO_ADDRESS,
  };
}

function recogniseHtml({ text, url }: PageText, now: Date): PageFacts {
  const $ = loadPage(text);
  const page = toListPage($, { text, url });
  const title = titleOfPage($);
  const board = findBoard($, page);
  const isKnown = board !== null && board.preset !== 'auto';
  const next = nextOf($, page, board);
  if (isKnown && next?.note === OF_ARTICLE) return { ...NOTHING, title, next };
  if (isKnown) return { ...NOTHING, ...ofBoard(board, page), title };
  const table = findTable($, { text, url }, { isArticles: isList(board, title), now });
  if (table !== null) return { ...NOTHING, title, ...table };
  if (next !== null && (board === null || board.rows.length < 3))
    return { ...NOTHING, title, next };
  if (board !== null) return { ...NOTHING, ...ofBoard(board, page), title };
  return { ...NOTHING, ...ofNothing($, page), title };
}

/** Menus or dates; a list of articles has menus only where it says so. */
function findTable(
  $: Page,
  page: PageText,
  { isArticles, now }: { isArticles: boolean; now: Date },
): Partial<PageFacts> | null {
  const menu = isArticles && !isMenuPage($) ? null : findMenu($, page, now);
  const dates = menu !== null || isArticles ? null : findDateTable($, now);
  return dates === null ? menu : { found: dates as NonNullable<PageFacts['found']> };
}

/** Lists of articles have dates too; calendars whose entries are links say what they are. */
function isList(board: Board | null, title: string): boolean {
  return board !== null && board.rows.length > 1 && !/일정|calendar|schedule/i.test(title);
}

interface Board {
  preset: SourcePreset;
  rows: ArticleRow[];
  id?: ReturnType<typeof guessId>;
}

/** The kind of board with most rows. */
function findBoard($: Page, page: ListPage): Board | null {
  const known = SOURCE_PRESETS.filter((name) => name !== 'auto').map((preset) => ({
    preset,
    rows: titled($, rowsOf($, findArticleLinks(page, preset, undefined))),
  }));
  const [best] = known.toSorted((one, other) => other.rows.length - one.rows.length);
  if (best !== undefined && best.rows.length > 0) return best;
  const id = guessId(page);
  if (id === null) return null;
  const rows = titled($, rowsOf($, findLinksById(page, id, undefined)));
  return rows.length > 0 ? { preset: 'auto', rows, id } : null;
}

function titled($: Page, rows: ArticleRow[]): ArticleRow[] {
  return rows.filter((row) => titleOfRow($, row).title.length > 1);
}

function ofBoard({ preset, rows, id }: Board, page: ListPage): Partial<PageFacts> {
  const links = rows.flatMap((row) => row.links);
  const urls = links.flatMap(({ url: address }) => (address === null ? [] : [new URL(address)]));
  const own = new URL(page.url).hostname;
  const hosts = [...new Set(urls.map(({ hostname }) => hostname))].filter(
    (host) => host !== own && siteOf(host) === siteOf(own),
  );
  const hasAddress = urls.length > 0;
  return {
    found: { type: 'html', preset, ...(id && { list: { id } }) },
    problem: hasAddress ? null : NO_ADDRESS,
    hosts,
    ids: [...new Set(rows.map((row) => row.id))].slice(0, IDS_MAX),
  };
}

/** `example.ac.kr` of `cs.example.ac.kr`. */
function siteOf(host: string): string {
  const parts = host.split('.');
  return parts.slice(parts.at(-1)?.length === 2 ? -3 : -2).join('.');
}

/** Where to look instead. */
function nextOf($: Page, page: ListPage, board: Board | null): PageFacts['next'] {
  const base = baseOf($, page.url);
  const url = new URL(page.url);
  const around = listAround(url, board);
  if (around !== null) return { url: around, note: OF_ARTICLE };
  if (board !== null && board.rows.length >= 3) return null;
  const back = page.links.find(({ element, url: to }) => BACK.test(textOf(element)) && to !== null);
  const frame = $('frame[src], iframe[src]').first().attr('src')?.trim() ?? '';
  const places = [
    { url: back?.url?.href ?? null, note: OF_ARTICLE },
    { url: resolveAddress(frame, base), note: OF_FRAME },
    { url: feedOf($, base), note: OF_FEED },
  ];
  const found = places.find(({ url: to }) => to !== null && to !== url.href && isNear(to, url));
  return found?.url ? { url: found.url, note: found.note } : null;
}

/** The short address of an article has its list before it. */
function listAround(url: URL, board: Board | null): string | null {
  const isShort = /^\/(?:[\w-]+\/){1,3}\d{1,12}\/?$/.test(url.pathname);
  const isOfBoard = board === null || /gnuboard|rhymix/.test(board.preset);
  return isShort && isOfBoard ? new URL(url.pathname.replace(/\/\d+\/?$/, ''), url).href : null;
}

const isNear = (address: string, { host }: URL) => new URL(address).host === host;

function feedOf($: Page, base: string): string | null {
  const linked = $('link[rel="alternate"][type*="rss"], link[rel="alternate"][type*="atom"]')
    .first()
    .attr('href');
  const shown = $('a[href*="rssList.do"], a[href*="/rss"], a[href$=".rss"]').first().attr('href');
  const href = linked ?? shown;
  return href === undefined ? null : resolveAddress(href.trim(), base);
}

/** Why a page has no articles, or the board that it is although it has none yet. */
function ofNothing($: Page, page: ListPage): Partial<PageFacts> {
  const body = textOf($('body'));
  if ($('input[type="password"]').length > 0 && body.length < 3_000) return { problem: LOGIN };
  const isApp = $('#root, #app, #__next, #__nuxt, app-root, [ng-app], [data-reactroot]').length > 0;
  if (body.length < 300 && (isApp || $('script').length > 0)) return { problem: APP };
  const preset = saysEmpty($, []) ? presetOfAddress(page) : null;
  if (preset === null) return { problem: isApp ? APP : NO_LIST };
  return { found: { type: 'html', preset }, notes: ['아직 글이 없는 게시판입니다.'] };
}

/** A board without an article is known by its address and its words. */
function presetOfAddress({ url, html }: ListPage): SourcePreset | null {
  const marks: [SourcePreset, boolean][] = [
    ['k2web', /artclList\.do/i.test(url) || /artclTable|artclList\.do/.test(html)],
    ['egov', /select(?:No\w+)?(?:Board|BbsNtt|Ntt)List\w*\.do/i.test(url)],
    ['gnuboard', /[?&]bo_table=/.test(url) || /g5_bbs_url/.test(html)],
    ['kboard', /kboard-list/.test(html)],
    ['rhymix', /[?&]mid=/.test(url) || /(?:modules|common)\/(?:xe|rhymix|board)/i.test(html)],
    ['mode-view', /b-(?:board|title-box|top-box)|board-list-wrap/.test(html)],
  ];
  return marks.find(([, fits]) => fits)?.[0] ?? null;
}
