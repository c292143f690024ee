import { parseFeed } from 'feedsmith';
import type { SourceArticle } from '../../../domain/sources/article.ts';
import {
  type Articles,
  type Found,
  type PageText,
  READING_LIMITS,
  type SourceFault,
} from './content.ts';
import { nameOf } from './html.ts';
import { resolveAddress, toId } from './links.ts';
import { inOneLine } from './pages.ts';
import { readPublished } from './read-instant.ts';
import { layoutChanged, notReadable } from './source-error.ts';

type Feed = ReturnType<typeof parseFeed<string>>;
type Of<F extends Feed['format']> = Extract<Feed, { format: F }>['feed'];

/** The parts of an entry that all kinds of feeds have. */
interface Entry {
  id: string | undefined;
  title: string | undefined;
  link: string | undefined;
  content: string | undefined;
  date: string | undefined;
  files: { name: string | undefined; url: string | undefined }[];
}

/**
 * Reads RSS, RDF, Atom and JSON feeds. Throws NOT_READABLE for anything else and LAYOUT_CHANGED without
 * an entry.
 */
export function readFeed({ text, url }: PageText, now: Date): Found<Articles> {
  const entries = entriesOf(parse(text));
  const faults: SourceFault[] = [];
  const undated: SourceFault[] = [];
  const articles = new Map<string, SourceArticle>();
  for (const [index, entry] of entries.entries()) {
    const article = toArticle(entry, url, { now, undated });
    if (typeof article === 'string') {
      faults.push({ place: entry.title?.slice(0, 80) ?? `${index + 1}번째 글`, message: article });
    } else if (!articles.has(article.sourceId)) articles.set(article.sourceId, article);
  }
  if (articles.size === 0) throw layoutChanged('피드에 읽을 수 있는 글이 없습니다.');
  const content = { kind: 'articles' as const, articles: [...articles.values()] };
  return { content, faults: [...faults, ...undated] };
}

function parse(text: string): Feed {
  try {
    return parseFeed<string>(text, { maxItems: READING_LIMITS.articles });
  } catch (error) {
    throw notReadable('RSS나 Atom 피드가 아닙니다.', error);
  }
}

function entriesOf(parsed: Feed): Entry[] {
  switch (parsed.format) {
    case 'rss':
      return (parsed.feed.items ?? []).map(ofRss);
    case 'rdf':
      return (parsed.feed.items ?? []).map(ofRdf);
    case 'atom':
      return (parsed.feed.entries ?? []).map(ofAtom);
    default:
      return (parsed.feed.items ?? []).map(ofJson);
  }
}

function ofRss(item: NonNullable<Of<'rss'>['items']>[number]): Entry {
  return {
    id: item.guid?.value ?? item.link,
    title: item.title,
    link: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
    content: item.content?.encoded ?? item.description,
    date: item.pubDate ?? item.dc?.dates?.[0],
    files: (item.enclosures ?? []).map(({ url }) => ({ name: undefined, url })),
  };
}

function ofRdf(item: NonNullable<Of<'rdf'>['items']>[number]): Entry {
  return {
    id: item.rdf?.about ?? item.link,
    title: item.title,
    link: item.link,
    content: item.content?.encoded ?? item.description,
    date: item.dc?.dates?.[0],
    files: [],
  };
}

function ofAtom(entry: NonNullable<Of<'atom'>['entries']>[number]): Entry {
  const links = entry.links ?? [];
  const page = links.find(({ rel }) => rel === undefined || rel === 'alternate');
  const files = links.filter(({ rel }) => rel === 'enclosure');
  return {
    id: entry.id ?? page?.href,
    title: entry.title?.value,
    link: page?.href,
    content: entry.content?.value ?? entry.summary?.value,
    date: entry.published ?? entry.updated,
    files: files.map(({ title, href }) => ({ name: title, url: href })),
  };
}

function ofJson(item: NonNullable<Of<'json'>['items']>[number]): Entry {
  return {
    id: item.id ?? item.url,
    title: item.title,
    link: item.url ?? item.external_url,
    content: item.content_html ?? item.content_text ?? item.summary,
    date: item.date_published ?? item.date_modified,
    files: (item.attachments ?? []).map(({ title, url }) => ({ name: title, url })),
  };
}

/** Returns the article, or why it cannot be read. */
function toArticle(
  entry: Entry,
  base: string,
  { now, undated }: { now: Date; undated: SourceFault[] },
): SourceArticle | string {
  const title = inOneLine(entry.title ?? '').trim();
  if (title === '') return '제목이 없습니다.';
  const targetUrl = entry.link === undefined ? null : resolveAddress(entry.link.trim(), base);
  if (targetUrl === null) return '글의 주소가 없습니다.';
  const content = entry.content ?? '';
  if (content.length > READING_LIMITS.content) return '본문이 너무 깁니다.';
  return {
    sourceId: toId(entry.id) ?? targetUrl,
    title: title.slice(0, READING_LIMITS.title),
    content,
    targetUrl,
    publishedAt: readPublished(entry.date ?? '', { now, place: title, faults: undated }),
    isPinned: false,
    attachments: entry.files
      .flatMap((file) => toFile(file, targetUrl))
      .slice(0, READING_LIMITS.attachments),
  };
}

function toFile({ name, url }: Entry['files'][number], base: string): SourceArticle['attachments'] {
  const address = url === undefined ? null : resolveAddress(url, base);
  if (address === null) return [];
  return [
    { name: (name ?? nameOf(address)).slice(0, READING_LIMITS.attachmentName), url: address },
  ];
}
