import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const ENTRIES = 5_000;

/**
 * Runs `clean` only on texts that are not known to be clean already; knows 5,000 of them by their
 * digest, so the memory it takes does not grow with the texts.
 */
export function createCleanCache(clean: (text: string) => string): (text: string) => string {
  const known = new LRUCache<string, true>({ max: ENTRIES });
  return (text) => {
    const digest = createHash('sha256').update(text).digest('base64');
    if (known.get(digest)) return text;
    const result = clean(text);
    if (result === text) known.set(digest, true);
    return result;
  };
}
