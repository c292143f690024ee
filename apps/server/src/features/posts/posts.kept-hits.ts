import { LRUCache } from 'lru-cache';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import type { Search } from './posts.search.repo.ts';

/** Long enough to turn some pages. */
const KEPT_SECONDS = 30;
/** Each has at most 1,001 ids, 8 kB. */
const SEARCHES = 500;

interface Query extends Pick<Search, 'filter' | 'query'> {
  boardType: string;
  lectureTagId?: number | undefined;
}

/**
 * The hits of the latest searches of this server for their next pages; they are the same for every
 * member. Ids only: whoever shows them reads the posts anew.
 */
export function createKeptHits(clock: Clock) {
  const kept = new LRUCache<string, { ids: readonly number[]; until: Date }>({ max: SEARCHES });
  const keyOf = ({ boardType, filter, query, lectureTagId }: Query) =>
    JSON.stringify([boardType, filter, query, lectureTagId]);

  return {
    keep(query: Query, ids: readonly number[]): void {
      kept.set(keyOf(query), { ids, until: addSeconds(clock.now(), KEPT_SECONDS) });
    },
    /** Null for a search of more than 30 seconds ago. */
    find(query: Query): readonly number[] | null {
      const found = kept.get(keyOf(query));
      return found !== undefined && clock.now() < found.until ? found.ids : null;
    },
  };
}
