import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { LRUCache } from 'lru-cache';
import type { Statement } from '../../../db/fast/fast.ts';
import { type Viewer, viewerOf } from '../../../domain/access/room-access.ts';
import type { Actor } from '../../../platform/actor.ts';
import { addSeconds } from '../../../platform/clock.ts';
import { type PageQuery, rangeOf } from '../../../platform/paging.ts';
import type { Tools } from '../../tools.ts';
import type { BoardPage } from '../lists/lists.repo.ts';
import { popularIds } from '../lists/newest.repo.ts';
import type { Selection } from '../lists/selection.ts';
import type { Search } from './asked.repo.ts';
import { findHits, listByIds, prepareSearchPage, selectedHits } from './pages.repo.ts';
import { allOf, type Hits, listedOf, popularHits, SEARCH_MS } from './search.repo.ts';

/** Bounds the cost of a search; one more shows that there are more. */
const SEARCH_HITS = LIMITS.searchHits + 1;
/** Long enough to turn some pages. */
const TTL_SECONDS = 30;
/** Each has at most 1,001 ids, 8 kB. */
const SEARCHES = 500;

interface SearchInput extends PageQuery, Pick<Search, 'filter' | 'query'> {
  boardType: BoardType;
}

interface CachedHits extends Hits {
  /** From then on they are found again. */
  until: Date;
  /** Of their board: they contain all changes up to it. */
  version: string | null;
}

interface FoundPage extends BoardPage {
  /** How long the page may be cached, in milliseconds; not at all by hits from before a change. */
  until: number;
  /** Called when the page is cached: its hits contain all changes up to this version of the board. */
  confirm?: (version: string) => void;
}

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal'> {
  /** Milliseconds that a search may take. */
  searchMs?: number | undefined;
}

export type Searches = ReturnType<typeof createSearches>;

/**
 * Pages of searches, of the popular list and of selections of a board. The hits of the latest ones are
 * cached for their next pages, and for first pages while nothing on their board has changed; they are the
 * same for every member. Ids only: a page reads its posts again.
 */
export function createSearches({ db, clock, seal, searchMs: ms = SEARCH_MS }: Deps) {
  const readFound = prepareSearchPage(db);
  const cache = new LRUCache<string, CachedHits>({ max: SEARCHES });

  return {
    /** `version` is the reader's version of the board; null finds the hits of a first page again. */
    readPage(input: SearchInput, viewer: Viewer, version: string | null): Statement<FoundPage> {
      const { page, boardType, filter, query } = input;
      const key = keyOf(input, null);
      const known = find(key, page, version);
      const read = readFound({ ...viewer, ...rangeOf(input), boardType, filter, query, ms }, known);
      return async (on) => {
        const { hits, ...found } = await read(on);
        if (known === null) {
          const stored = store(key, hits);
          const confirm = (confirmed: string) => {
            stored.version = confirmed;
          };
          return { ...found, until: stored.until.getTime(), confirm };
        }
        const isRight = version !== null && known.version === version;
        return { ...found, until: isRight ? known.until.getTime() : 0 };
      };
    },

    /** A page of the popular list, or of what a selection leaves of a board, in two statements. */
    async findSelected(
      actor: Actor,
      input: SearchInput,
      selection: Selection | null,
    ): Promise<BoardPage> {
      const { boardType, query, page } = input;
      const { limit, offset } = rangeOf(input);
      const ofPage = (ids: readonly number[]) => ids.slice(offset, offset + limit);
      const key = keyOf(input, selection);
      const cached = find(key, page, null);
      const hitsQuery =
        cached === null ? queryOf(input, selection) : allOf(listedOf(ofPage(cached.ids)));
      const { isMarked, ...found } = await findHits(db, {
        boardType,
        memberId: actor.memberId,
        hitsQuery,
      });
      if (cached === null && (query !== '' || selection !== null)) store(key, found);
      const shown = cached === null ? ofPage(found.ids) : found.ids;
      const rows = await listByIds(db, viewerOf(seal, actor), shown);
      const { ids, isPartial } = cached ?? found;
      return { totalCount: ids.length, rows, isMarked, isPartial };
    },
  };

  function queryOf({ boardType, filter, query }: SearchInput, selection: Selection | null) {
    const search = { filter, query, max: SEARCH_HITS, ms };
    const now = clock.now();
    if (selection !== null) return selectedHits(boardType, selection, { ...search, now });
    const popular = popularIds(LIMITS.popularSize, now);
    return allOf(query === '' ? popular : popularHits(popular, search));
  }

  function store(key: string, found: Hits): CachedHits {
    const hits = { ...found, until: addSeconds(clock.now(), TTL_SECONDS), version: null };
    cache.set(key, hits);
    return hits;
  }

  /** Null for a search of more than 30 seconds ago, and for a first page on a changed board. */
  function find(key: string, page: number, version: string | null): CachedHits | null {
    const found = cache.get(key);
    if (found === undefined || clock.now() >= found.until) return null;
    const isSame = version !== null && found.version === version;
    return isSame || page > 0 ? found : null;
  }
}

function keyOf({ boardType, filter, query }: SearchInput, selection: Selection | null): string {
  return JSON.stringify([boardType, filter, query, selection]);
}
