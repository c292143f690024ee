import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const ENTRIES = 5_000;

/**
 * Skips `clean` for texts it did not change before. An LRU cache of digests, so memory does not depend
 * on the length of the texts.
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
