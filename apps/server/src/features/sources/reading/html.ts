import type { SourceDetail } from '@naru/contract/source-config';
import type { SourceArticle } from '../../../domain/sources/article.ts';
import { nameOfAddress } from '../file-names.ts';
import {
  type Articles,
  type Detail,
  type Found,
  type PageText,
  READING_LIMITS,
  type SourceFault,
  type SourceOf,
} from './content.ts';
import { fillTemplate, readId, readLink } from './links.ts';
import { baseOf, type Elements, loadPage, type Page, textOf } from './pages.ts';
import { readInstant, readPublished } from './read-instant.ts';
import { layoutChanged, SourceError } from './source-error.ts';

type HtmlSource = SourceOf<'html'>;

interface Context {
  $: Page;
  url: string;
  config: HtmlSource;
  now: Date;
  /** Of dates that are not understood; their articles come without one. */
  undated: SourceFault[];
}

/** Reads the rows of a list. Throws LAYOUT_CHANGED when no row is an article. */
export function readHtmlList(
  { text, url }: PageText,
  config: HtmlSource,
  now: Date,
): Found<Articles> {
  const $ = loadPage(text);
  const rows = $(config.list.row).toArray().slice(0, READING_LIMITS.articles);
  if (rows.length === 0) {
    throw layoutChanged('목록에서 글을 찾지 못했습니다. 페이지의 모양이 바뀌었을 수 있습니다.');
  }
  const faults: SourceFault[] = [];
  const context: Context = { $, url: baseOf($, url), config, now, undated: [] };
  const articles = new Map<string, SourceArticle>();
  for (const [index, node] of rows.entries()) {
    const row = $(node);
    if (isHeading(row)) continue;
    const article = readRow(row, context);
    if (typeof article === 'string') {
      faults.push({ place: `목록 ${index + 1}번째 줄`, message: article });
    } else addOnce(articles, article);
  }
  requireArticles(articles, { rows: rows.length, faults });
  const content = { kind: 'articles' as const, articles: [...articles.values()] };
  return { content, faults: [...faults, ...context.undated] };
}

/** A row of headings only. */
function isHeading(row: Elements): boolean {
  return row.children('th').length > 0 && row.children('td').length === 0;
}

/** Pinned articles are often listed again at their own place. */
function addOnce(articles: Map<string, SourceArticle>, article: SourceArticle): void {
  const known = articles.get(article.sourceId);
  if (known === undefined) articles.set(article.sourceId, article);
  else known.isPinned ||= article.isPinned;
}

function requireArticles(
  articles: ReadonlyMap<string, SourceArticle>,
  { rows, faults }: { rows: number; faults: readonly SourceFault[] },
): void {
  if (articles.size === 0) {
    throw layoutChanged(
      `목록의 ${rows}줄에서 글을 읽지 못했습니다. ${faults[0]?.message ?? ''}`.trim(),
    );
  }
  if (articles.size === 1 && rows - faults.length > 3) {
    throw layoutChanged('목록의 모든 글이 같은 번호입니다. 번호의 위치를 다시 정해 주세요.');
  }
}

/** Returns the article, or why it cannot be read. */
function readRow(row: Elements, { $, url, config, now, undated }: Context): SourceArticle | string {
  const { list, pageUrl } = config;
  const heading = find($, row, list.title);
  const title = textOf(heading).slice(0, READING_LIMITS.title);
  if (title === '') return '제목을 찾지 못했습니다.';
  const linkElement = findLink($, row, { heading, selector: list.link });
  const link = readLink(linkElement, url);
  const id = readId(list.id, { link, linkElement, row });
  if (id === null) return '글의 번호를 찾지 못했습니다.';
  const targetUrl =
    pageUrl === undefined ? link.url : fillTemplate(pageUrl, { id, call: link.call });
  if (targetUrl === null)
    return '글의 주소를 찾지 못했습니다. 글 주소의 모양(pageUrl)이 필요할 수 있습니다.';
  const date = list.date === undefined ? '' : textOf(find($, row, list.date));
  return {
    sourceId: id,
    title,
    content: '',
    targetUrl,
    publishedAt: readPublished(date, { now, place: title, faults: undated }),
    isPinned: isPinned($, row, list),
    attachments: [],
  };
}

/** The element below the row, or the row itself. */
function find($: Page, row: Elements, selector: string): Elements {
  const inside = row.find(selector).first();
  return inside.length > 0 || !row.is(selector) ? inside : $(row);
}

function findLink(
  $: Page,
  row: Elements,
  { heading, selector }: { heading: Elements; selector: string | undefined },
): Elements {
  if (selector !== undefined) return find($, row, selector);
  const isLink = 'a, [onclick]';
  if (heading.is(isLink)) return heading;
  const inside = heading.find(isLink).first();
  return inside.length > 0 ? inside : heading.closest(isLink);
}

/** The number of a pinned article is a word or a picture. */
function isPinned($: Page, row: Elements, { number, pinned }: HtmlSource['list']): boolean {
  if (pinned !== undefined && (row.is(pinned) || row.find(pinned).length > 0)) return true;
  if (number === undefined) return false;
  const cell = find($, row, number);
  const text = textOf(cell);
  return text === '' ? cell.find('img, svg').length > 0 : !/\d/.test(text);
}

/** Reads the page of one article. Throws LAYOUT_CHANGED without a body, TOO_LARGE with a long one. */
export function readDetail({ text, url }: PageText, detail: SourceDetail, now: Date): Detail {
  const $ = loadPage(text);
  const body = $(detail.body).first();
  if (body.length === 0) throw layoutChanged('글의 본문을 찾지 못했습니다.');
  // Pictures inside the text would be most of it, and no post keeps them.
  body.find('[src^="data:"]').remove();
  const content = body.html()?.trim() ?? '';
  if (content.length > READING_LIMITS.content)
    throw new SourceError('TOO_LARGE', '본문이 너무 깁니다.');
  const title = detail.title === undefined ? '' : textOf($(detail.title).first());
  const { date } = detail;
  return {
    content,
    title: title === '' ? null : title.slice(0, READING_LIMITS.title),
    publishedAt: date === undefined ? null : readInstant(textOf($(date).first()), now),
    attachments: readAttachments($, detail, baseOf($, url)),
  };
}

function readAttachments(
  $: Page,
  { attachments, attachmentUrl }: SourceDetail,
  base: string,
): Detail['attachments'] {
  if (attachments === undefined) return [];
  const found = $(attachments)
    .toArray()
    .flatMap((node) => {
      const element = $(node);
      const { url: href, call } = readLink(element, base);
      const url = attachmentUrl === undefined ? href : fileAddress(attachmentUrl, href, call);
      if (url === null) return [];
      const name = textOf(element) || element.attr('title') || nameOf(url);
      return [{ name: name.slice(0, READING_LIMITS.attachmentName), url }];
    });
  const byUrl = new Map(found.toReversed().map((file) => [file.url, file]));
  return [...byUrl.values()].toReversed().slice(0, READING_LIMITS.attachments);
}

/** Scripts beside plain links are common: only those without an address need the template. */
function fileAddress(template: string, href: string | null, call: string[]): string | null {
  return href ?? fillTemplate(template, { id: call[0] ?? '', call });
}

/** The last part of the path. */
export function nameOf(url: string): string {
  return nameOfAddress(url) || url;
}
