import type { SourceArticle } from '../../../domain/sources/article.ts';
import {
  type Articles,
  type Found,
  type PageText,
  READING_LIMITS,
  type SourceFault,
  type SourceOf,
} from './content.ts';
import { nameOf } from './html.ts';
import { fillTemplate, resolveAddress, toId } from './links.ts';
import { inOneLine } from './pages.ts';
import { readPublished } from './read-instant.ts';
import { layoutChanged, notReadable } from './source-error.ts';

type JsonSource = SourceOf<'json'>;

/** What sites write for "yes". */
const YES = new Set(['true', 'y', 'yes', '1', '공지', 'notice']);

/** Reads a list of JSON. Throws NOT_READABLE for other text and LAYOUT_CHANGED without an article. */
export function readJsonList(
  { text, url }: PageText,
  config: JsonSource,
  now: Date,
): Found<Articles> {
  const list = valueAt(parse(text), config.list);
  if (!Array.isArray(list)) throw layoutChanged('글의 목록(list)을 찾지 못했습니다.');
  const faults: SourceFault[] = [];
  const undated: SourceFault[] = [];
  const articles = new Map<string, SourceArticle>();
  for (const [index, item] of list.slice(0, READING_LIMITS.articles).entries()) {
    const article = toArticle(item, { base: url, config, now, undated });
    if (typeof article === 'string') {
      faults.push({ place: `목록 ${index + 1}번째 글`, message: article });
    } else if (!articles.has(article.sourceId)) articles.set(article.sourceId, article);
  }
  if (articles.size === 0) throw layoutChanged('목록에서 글을 읽지 못했습니다.');
  const content = { kind: 'articles' as const, articles: [...articles.values()] };
  return { content, faults: [...faults, ...undated] };
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
  {
    base,
    config,
    now,
    undated,
  }: { base: string; config: JsonSource; now: Date; undated: SourceFault[] },
): SourceArticle | string {
  const { fields, pageUrl } = config;
  const id = toId(textAt(item, fields.id));
  if (id === null) return '글의 번호를 찾지 못했습니다.';
  const title = inOneLine(textAt(item, fields.title)).trim();
  if (title === '') return '제목을 찾지 못했습니다.';
  const address = fields.url === undefined ? '' : textAt(item, fields.url).trim();
  const own = address === '' ? null : resolveAddress(address, base);
  const targetUrl = own ?? (pageUrl === undefined ? null : fillTemplate(pageUrl, { id, call: [] }));
  if (targetUrl === null) return '글의 주소를 찾지 못했습니다.';
  const content = fields.content === undefined ? '' : textAt(item, fields.content);
  if (content.length > READING_LIMITS.content) return '본문이 너무 깁니다.';
  const date = fields.date === undefined ? '' : textAt(item, fields.date);
  return {
    sourceId: id,
    title: title.slice(0, READING_LIMITS.title),
    content,
    targetUrl,
    publishedAt: readPublished(date, { now, place: title, faults: undated }),
    isPinned: fields.pinned !== undefined && YES.has(textAt(item, fields.pinned).toLowerCase()),
    attachments: filesOf(item, fields.attachments, targetUrl),
  };
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
