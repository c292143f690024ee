import { createHash } from 'node:crypto';

const ENTRIES = 5_000;

/**
 * Runs `clean` only on texts that are not known to be clean already; knows the last 5,000 by their
 * digest, so the memory it takes does not grow with the texts.
 */
export function createCleanCache(clean: (text: string) => string): (text: string) => string {
  const known = new Set<string>();
  return (text) => {
    const digest = createHash('sha256').update(text).digest('base64');
    if (known.has(digest)) return text;
    const result = clean(text);
    if (result === text) {
      known.add(digest);
      const [oldest] = known;
      if (known.size > ENTRIES && oldest !== undefined) known.delete(oldest);
    }
    return result;
  };
}
