import { createHash, randomBytes } from 'node:crypto';
import type { SourceArticle } from './article.ts';
import { LOOKED_AT } from './foreign-html.ts';
import type { ReadArticle } from './read-article.ts';

/** Parameters that say where a list was, what it searched, or who visits: none is the article's own. */
const OF_LIST =
  /^(?:(?:cur(?:rent)?|now|c)?_?page(?:_?(?:index|no|num|number|size|unit|id))?|pg|pager?[._]?offset|(?:article\.|article|pager\.)?(?:offset|limit)|list_?(?:cnt|count|size|no)|row(?:s|num|_?cnt)?|start_?(?:row|page)|pager.*|search.*|srch.*|sr(?:category|search|keyword|start|end).*|keyword|query|sfl|stx|sst|sod|sop|spt|sca|orderby|sort.*|j?session_?id|phpsessid|sid|_?csrf|_|rnd|rand|nocache|utm_.*|fbclid|gclid)$/i;
/** Badges and counters that some lists write into the text of the title. */
const TEXT_BADGES =
  /(?:\s*(?:\[(?:n|new|hot|\d{1,4})\]|\s(?:new!?|n|hot|새 ?글|댓글 ?\d{1,4})))+$/i;
const HREF = /(?<= href=")[^"]*(?=")/g;

/** SHA-256 of what the source says, but for the pin, and of whether its files are copied. */
export function hashOfArticle(article: SourceArticle, isCopied: boolean): Buffer {
  const { title, targetUrl, attachments } = article;
  return formerHashOfArticle(
    {
      ...article,
      title: plainOf(title),
      targetUrl: ownAddress(targetUrl),
      attachments: attachments.map(({ name, url }) => ({ name, url: ownAddress(url) })),
    },
    isCopied,
  );
}

/** SHA-256 of what readers see, with links to all pictures and files: copying them is no change of it. */
export function hashOfText({ title, content, targetUrl }: ReadArticle): Buffer {
  const html = content.html.replaceAll(HREF, (href) =>
    ownAddress(href.replaceAll('&amp;', '&')).replaceAll('&', '&amp;'),
  );
  return hashOf([plainOf(title), html, ownAddress(targetUrl)]);
}

/** As releases up to 0.5 stored it: with the places of lists and all badges. */
export function formerHashOfArticle(article: SourceArticle, isCopied: boolean): Buffer {
  const { title, content, targetUrl, publishedAt, attachments } = article;
  const files = attachments.flatMap(({ name, url }) => [name, url]);
  const day = String(publishedAt?.getTime());
  const copied = isCopied ? ['copied'] : [];
  return hashOf([title, content.slice(0, LOOKED_AT), targetUrl, day, ...files, ...copied]);
}

/** As releases up to 0.5 stored it. */
export function formerHashOfText({ title, content, targetUrl }: ReadArticle): Buffer {
  return hashOf([title, content.html, targetUrl]);
}

/** A hash that no article has, so that the article is read again. */
export const unknownHash = (): Buffer => randomBytes(32);

const plainOf = (title: string) => title.replace(TEXT_BADGES, '');

/** The address without what belongs to the list and to the visit; all else stays as it is written. */
function ownAddress(address: string): string {
  const start = address.indexOf('?');
  if (start < 0) return address;
  const pairs = address.slice(start + 1).split('&');
  const own = pairs.filter((pair) => !OF_LIST.test(pair.split('=')[0] ?? ''));
  return own.length === 0 ? address.slice(0, start) : `${address.slice(0, start)}?${own.join('&')}`;
}

function hashOf(parts: readonly string[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest();
}
