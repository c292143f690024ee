import { createHash, randomBytes } from 'node:crypto';
import type { SourceArticle } from './article.ts';
import { LOOKED_AT } from './foreign-html.ts';
import type { ReadArticle } from './read-article.ts';

/** SHA-256 of what the source says, but for the pin, and of whether its files are copied. */
export function hashOfArticle(article: SourceArticle, isCopied: boolean): Buffer {
  const { title, content, targetUrl, publishedAt, attachments } = article;
  const files = attachments.flatMap(({ name, url }) => [name, url]);
  const day = String(publishedAt?.getTime());
  const copied = isCopied ? ['copied'] : [];
  return hashOf([title, content.slice(0, LOOKED_AT), targetUrl, day, ...files, ...copied]);
}

/** A hash that no article has: it is read again. */
export const unknownHash = (): Buffer => randomBytes(32);

/** SHA-256 of what readers see, with links to all pictures and files: copying them is no change of it. */
export function hashOfText({ title, content, targetUrl }: ReadArticle): Buffer {
  return hashOf([title, content.html, targetUrl]);
}

function hashOf(parts: readonly string[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest();
}
