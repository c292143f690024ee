import type { SourceArticle } from '../../../domain/sources/article.ts';
import {
  type Articles,
  type Found,
  type PageText,
  READING_LIMITS,
  type SelectorSource,
  type SourceFault,
} from './content.ts';
import { emptyOr, saysEmpty } from './empty-board.ts';
import { differingValue, faultOfAddress } from './link-faults.ts';
import { type FindValue, fillTemplate, type RowLink } from './links.ts';
import { baseOf, type Elements, loadPage, type Page, textOf } from './pages.ts';
import { readPublished } from './published.ts';
import { readId, readRowLink, valuesOfRow } from './row-links.ts';
import { layoutChanged } from './source-error.ts';
import { titleOf } from './titles.ts';

/** What is a flag or a count of a call rather than an article: `0`, `N`, `true`. */
const NO_OWN_ID = /^(?:0|-\d+|[a-z]{1,2}|true|false|null|undefined)$/i;
const SHARED_ID = '앞의 글과 번호가 같아 뺐습니다. 글 번호의 위치를 확인해 주세요.';

interface Context {
  $: Page;
  url: string;
  config: SelectorSource;
  now: Date;
}

/** Reads the rows of a list. Throws LAYOUT_CHANGED when no row is an article, or all have one id. */
export function readHtmlList(
  { text, url }: PageText,
  config: SelectorSource,
  now: Date,
): Found<Articles> {
  const $ = loadPage(text);
  const rows = $(config.list.row).toArray().slice(0, READING_LIMITS.articles);
  const context = { $, url: baseOf($, url), config, now };
  const faults: SourceFault[] = [];
  const found: Row[] = [];
  for (const [index, node] of rows.entries()) {
    const row = $(node);
    if (isHeading(row)) continue;
    const read = readRow(row, context);
    if (typeof read === 'string') {
      faults.push({ place: `목록 ${index + 1}번째 줄`, message: read });
    } else {
      found.push(read);
      faults.push(...read.faults);
    }
  }
  if (found.length === 0)
    return emptyOr(
      saysEmpty(
        $,
        rows.map((node) => $(node)),
      ),
      faults[0],
    );
  requireOwnIds(found, config);
  return { content: { kind: 'articles', articles: onceEach(found, faults) }, faults };
}

/** A row of headings only; those of some boards are no `th`. */
function isHeading(row: Elements): boolean {
  if (row.children('th').length > 0) return row.children('td').length === 0;
  return row.parent('thead').length > 0 && row.find('a[href], [onclick]').length === 0;
}

/** Pinned articles are often listed again at their own place; another article with the id is a fault. */
export function onceEach(
  rows: readonly Pick<Row, 'article'>[],
  faults: SourceFault[],
): SourceArticle[] {
  const articles = new Map<string, SourceArticle>();
  for (const { article } of rows) {
    const known = articles.get(article.sourceId);
    if (known === undefined) articles.set(article.sourceId, article);
    else if (isSameTitle(known.title, article.title)) known.isPinned ||= article.isPinned;
    else faults.push({ place: article.title, message: SHARED_ID });
  }
  return [...articles.values()];
}

/** A list may mark the title of a pinned row, or cut it. */
function isSameTitle(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((title) => title.replaceAll(/\s|…|\.{2,}/g, ''))
    .toSorted((a, b) => a.length - b.length);
  return long.includes(short);
}

/** Throws LAYOUT_CHANGED when all articles have one id, or the only one has none that could be its own. */
function requireOwnIds(rows: readonly Row[], { list }: SelectorSource): void {
  const [first] = rows;
  const ids = new Set(rows.map(({ article }) => article.sourceId));
  if (first === undefined || ids.size > 1) return;
  const { sourceId, title } = first.article;
  const isShared = rows.some(({ article }) => !isSameTitle(article.title, title));
  const isFlag = list.id !== undefined && list.id.from !== 'segment' && NO_OWN_ID.test(sourceId);
  if (!isShared && !isFlag) return;
  const hint = differingValue(rows.map(({ link }) => link)) ?? '글 번호의 위치를 바꿔 주세요.';
  const who = isShared ? '모든 글이 같은 번호' : '글 번호';
  throw layoutChanged(`목록의 ${who}(${sourceId.slice(0, 60)})입니다. ${hint}`);
}

interface Row {
  article: SourceArticle;
  link: RowLink;
  faults: SourceFault[];
}

/** Returns the article, or why it cannot be read. */
function readRow(row: Elements, { $, url: base, config, now }: Context): Row | string {
  const { list, pageUrl } = config;
  const heading = find($, row, list.title);
  const titled = titleOf($, heading);
  if (titled.title === '') return '제목을 찾지 못했습니다.';
  const own = list.link === undefined ? undefined : find($, row, list.link);
  const link = readRowLink($, row, { heading, link: own, base });
  const read = readId($, list.id, link);
  if ('fault' in read) return read.fault;
  const { id } = read;
  const address = addressOf(pageUrl, link, valuesOfRow($, link, { id, rule: list.id }));
  if ('fault' in address) return address.fault;
  const date = list.date === undefined ? undefined : textOf(find($, row, list.date));
  const { publishedAt, faults } = readPublished(titled.title, date, now);
  const article = {
    ...{ sourceId: id, ...titled, content: '', targetUrl: address.url, publishedAt },
    ...{ isPinned: isPinned($, row, list), attachments: [] },
  };
  return { article, link, faults };
}

function addressOf(
  pageUrl: string | undefined,
  link: RowLink,
  values: FindValue,
): { url: string } | { fault: string } {
  const { url, missing } =
    pageUrl === undefined ? { url: link.url, missing: null } : fillTemplate(pageUrl, values);
  return url === null ? { fault: faultOfAddress(link, missing) } : { url };
}

/** The element below the row, or the row itself. */
function find($: Page, row: Elements, selector: string): Elements {
  const inside = row.find(selector).first();
  return inside.length > 0 || !row.is(selector) ? inside : $(row);
}

/** The number of a pinned article is a word or a picture. */
function isPinned($: Page, row: Elements, { number, pinned }: SelectorSource['list']): boolean {
  if (pinned !== undefined && (row.is(pinned) || row.find(pinned).length > 0)) return true;
  if (number === undefined) return false;
  const cell = find($, row, number);
  const text = textOf(cell);
  return text === '' ? cell.find('img, svg').length > 0 : !/\d/.test(text);
}
