import { LRUCache } from 'lru-cache';
import { addSeconds, type Clock } from '../../../platform/clock.ts';
import type { Hits, Search } from './search.repo.ts';

/** Long enough to turn some pages. */
const TTL_SECONDS = 30;
/** Each has at most 1,001 ids, 8 kB. */
const SEARCHES = 500;

interface Query extends Pick<Search, 'filter' | 'query'> {
  boardType: string;
  /** What else selects and sorts the posts. */
  selection?: object;
}

export interface CachedHits extends Hits {
  /** From then on they are found anew. */
  until: Date;
  /** Of their board: they contain all changes up to it. */
  version: string | null;
}

/**
 * The hits of the latest searches of this server for their next pages, and for first pages while nothing
 * on their board has changed; they are the same for every member. Ids only: whoever shows them reads the
 * posts anew.
 */
export function createHitCache(clock: Clock) {
  const cache = new LRUCache<string, CachedHits>({ max: SEARCHES });
  const keyOf = ({ boardType, filter, query, selection }: Query) =>
    JSON.stringify([boardType, filter, query, selection]);

  return {
    store(query: Query, found: Hits): CachedHits {
      const hits = { ...found, until: addSeconds(clock.now(), TTL_SECONDS), version: null };
      cache.set(keyOf(query), hits);
      return hits;
    },
    /** Null for a search of more than 30 seconds ago, and for a first page on a changed board. */
    find(query: Query, input: { isFirstPage: boolean; version: string | null }): CachedHits | null {
      const found = cache.get(keyOf(query));
      if (found === undefined || clock.now() >= found.until) return null;
      const isSame = input.version !== null && found.version === input.version;
      return isSame || !input.isFirstPage ? found : null;
    },
  };
}
