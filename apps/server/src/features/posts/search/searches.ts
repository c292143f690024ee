import type { Db } from '../../../db/client.ts';
import type { Statement } from '../../../db/pipeline.ts';
import type { Viewer } from '../../../domain/access/room-access.ts';
import { type PageQuery, rangeOf } from '../../../platform/paging.ts';
import type { BoardPage, PageQuery as BoardQuery } from '../lists/lists.repo.ts';
import type { CachedHits, createHitCache } from './hit-cache.ts';
import type { Hits, Search } from './search.repo.ts';
import { prepareSearchPage } from './search-page.repo.ts';

interface Deps {
  db: Db;
  hitCache: ReturnType<typeof createHitCache>;
  searchMs: number;
}

interface SearchRequest
  extends PageQuery,
    Pick<BoardQuery, 'boardType'>,
    Pick<Search, 'filter' | 'query'> {}

interface FoundPage extends BoardPage {
  /** How long the page may be cached, in milliseconds; not at all by hits from before a change. */
  until: number;
  /** What was read contains all changes up to this version of the board. */
  confirm(version: string): void;
}

/** Pages of searches on boards that have posts of their own, by cached hits where they are right. */
export function createSearches({ db, hitCache, searchMs: ms }: Deps) {
  const readPage = prepareSearchPage(db);
  return {
    /** `version` is the reader's version of the board; null finds the hits of a first page anew. */
    page(input: SearchRequest, viewer: Viewer, version: string | null): Statement<FoundPage> {
      const { page, boardType, filter, query } = input;
      const known = hitCache.find(input, { isFirstPage: page === 0, version });
      const values = { ...viewer, ...rangeOf(input), boardType, filter, query, ms };
      const read = readPage(values, known);
      return async (on) => {
        const { hits, ...found } = await read(on);
        return { ...found, ...(known === null ? store(input, hits) : useOf(known, version)) };
      };
    },
  };

  function store(input: SearchRequest, found: Hits) {
    const hits = hitCache.store(input, found);
    return {
      until: hits.until.getTime(),
      confirm: (version: string) => {
        hits.version = version;
      },
    };
  }
}

function useOf(known: CachedHits, version: string | null) {
  const isRight = version !== null && known.version === version;
  return { until: isRight ? known.until.getTime() : 0, confirm: () => undefined };
}
