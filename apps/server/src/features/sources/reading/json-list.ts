import type { SourceArticle } from '../../../domain/sources/article.ts';
import {
  type Articles,
  type Found,
  type PageText,
  READING_LIMITS,
  type SourceFault,
  type SourceOf,
} from './content.ts';
import { nameOf } from './detail.ts';
import { emptyOr } from './empty-board.ts';
import { type FindValue, fillTemplate, resolveAddress, toId } from './links.ts';
import { inOneLine } from './pages.ts';
import { htmlOfField, plainTitle } from './plain-text.ts';
import { readPublished } from './published.ts';
import { layoutChanged, notReadable } from './source-error.ts';
import { toTitle } from './titles.ts';

type JsonSource = SourceOf<'json'>;

/** What sites write for "yes". */
const YES = new Set(['true', 'y', 'yes', '1', '공지', 'notice']);

/** Reads a list of JSON. Throws NOT_READABLE for other text and LAYOUT_CHANGED without an article. */
export function readJsonList(
  { text, url }: PageText,
  config: JsonSource,
  now: Date,
): Found<Articles> {
  const found = valueAt(parse(text), config.list);
  // Some sites have null for a list without an article.
  const list = found === null && config.list !== undefined ? [] : found;
  if (!Array.isArray(list)) throw layoutChanged('글의 목록(list)을 찾지 못했습니다.');
  const faults: SourceFault[] = [];
  const articles = new Map<string, SourceArticle>();
  for (const [index, item] of list.slice(0, READING_LIMITS.articles).entries()) {
    const read = toArticle(item, { base: url, config, now });
    if (typeof read === 'string') {
      faults.push({ place: `목록 ${index + 1}번째 글`, message: read });
    } else {
      const { article } = read;
      if (!articles.has(article.sourceId)) articles.set(article.sourceId, article);
      faults.push(...read.faults);
    }
  }
  if (articles.size === 0) return emptyOr(list.length === 0, faults[0]);
  return { content: { kind: 'articles', articles: [...articles.values()] }, faults };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw notReadable('JSON 문서가 아닙니다.', error);
  }
}

/** Returns the article, or why it cannot be read. */
function toArticle(
  item: unknown,
  { base, config, now }: { base: string; config: JsonSource; now: Date },
): { article: SourceArticle; faults: SourceFault[] } | string {
  const { fields, pageUrl } = config;
  const id = toId(textAt(item, fields.id));
  if (id === null) return '글의 번호를 찾지 못했습니다.';
  const whole = inOneLine(textAt(item, fields.title)).trim();
  const titled = toTitle(inOneLine(plainTitle(whole)).trim(), whole);
  if (titled.title === '') return '제목을 찾지 못했습니다.';
  const address = fields.url === undefined ? '' : textAt(item, fields.url).trim();
  const own = address === '' ? null : resolveAddress(address, base);
  const filled = pageUrl === undefined ? null : fillTemplate(pageUrl, valuesOf(item, id)).url;
  const targetUrl = own ?? filled;
  if (targetUrl === null) return '글의 주소를 찾지 못했습니다.';
  const field = fields.content === undefined ? '' : textAt(item, fields.content);
  const content = htmlOfField(field);
  if (content.length > READING_LIMITS.content) return '본문이 너무 깁니다.';
  const former = { ...titled.former, ...(content !== field && { content: field }) };
  const date = optionalText(item, fields.date);
  const { publishedAt, faults } = readPublished(titled.title, date, now);
  const article = {
    sourceId: id,
    title: titled.title,
    content,
    targetUrl,
    publishedAt,
    isPinned: fields.pinned !== undefined && YES.has(textAt(item, fields.pinned).toLowerCase()),
    attachments: filesOf(item, fields.attachments, targetUrl),
    ...(Object.keys(former).length > 0 && { former }),
  };
  return { article, faults };
}

function filesOf(
  item: unknown,
  paths: JsonSource['fields']['attachments'],
  base: string,
): SourceArticle['attachments'] {
  const list = paths === undefined ? [] : valueAt(item, paths.list);
  if (paths === undefined || !Array.isArray(list)) return [];
  return list.slice(0, READING_LIMITS.attachments).flatMap((file) => {
    const url = resolveAddress(textAt(file, paths.url), base);
    if (url === null) return [];
    const name = textAt(file, paths.name).trim() || nameOf(url);
    return [{ name: name.slice(0, READING_LIMITS.attachmentName), url }];
  });
}

/** `{id}`, and fields of the article by their names. */
function valuesOf(item: unknown, id: string): FindValue {
  return (key) => (key === 'id' ? id : textAt(item, key));
}

function optionalText(item: unknown, path: string | undefined): string | undefined {
  return path === undefined ? undefined : textAt(item, path);
}

/** Numbers and yes or no as text; empty for everything else. */
function textAt(item: unknown, path: string): string {
  const value = valueAt(item, path);
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** Only what the document itself has: no path leads to what every object inherits. */
function valueAt(item: unknown, path: string | undefined): unknown {
  let value = item;
  for (const name of path?.split('.') ?? []) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
