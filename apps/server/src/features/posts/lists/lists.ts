import type { BoardType } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { LRUCache } from 'lru-cache';
import type { Statement } from '../../../db/pipeline.ts';
import { type Viewer, viewerOf } from '../../../domain/access/room-access.ts';
import { hasMarked, versionOf } from '../../../domain/posts/board-versions.ts';
import type { Actor } from '../../../platform/actor.ts';
import { type PageQuery, pageCounts, rangeOf } from '../../../platform/paging.ts';
import type { Tools } from '../../../wiring/tools.ts';
import type { ItemRow } from '../items/item.repo.ts';
import { presentListed } from '../posts.present.ts';
import type { createHitCache } from '../search/hit-cache.ts';
import type { Search } from '../search/search.repo.ts';
import { createSearches } from '../search/searches.ts';
import { prepareBoardPage } from './lists.repo.ts';
import { createHotLists } from './memory.ts';
import { sharePosts } from './shared.ts';

/** First pages of a board, which are always cached. */
const FIRST_PAGES = 3;
/** Pages asked last: one of them that is asked again is cached. */
const ASKED = 500;
/** Posts of pages cached at once, of all boards and searches. */
const MOST = 3_000;
/** A reader that may enter no lecture room and blocks nobody. */
export const NOBODY: Viewer = {
  memberId: 0,
  ownerId: 0,
  isStaff: false,
  seal: Buffer.alloc(0),
  markKey: Buffer.alloc(0),
};

export interface ListResponse {
  pageResponse: {
    posts: PostItem[];
    currentPage: number;
    totalPages: number;
    totalCount: number;
    isPartial?: true;
  };
  isMarked: boolean;
}

interface Input extends PageQuery, Pick<Search, 'filter' | 'query'> {
  boardType: BoardType;
}

interface Page {
  rows: readonly ItemRow[];
  totalCount: number;
  isMarked: boolean;
  isPartial?: boolean;
  until?: number;
  confirm?: (version: string) => void;
}

export function toResponse(input: PageQuery, page: Page, now: Date): ListResponse {
  const posts = page.rows.map((row) => presentListed(row, now));
  return {
    pageResponse: {
      posts,
      ...pageCounts(input, page.totalCount),
      ...(page.isPartial && { isPartial: true }),
    },
    isMarked: page.isMarked,
  };
}

interface Deps extends Pick<Tools, 'db' | 'replica' | 'clock' | 'seal'> {
  hitCache: ReturnType<typeof createHitCache>;
  searchMs: number;
}

/** The pages of boards and of their searches, from memory where they were just read. */
export function createBoardPages(deps: Deps) {
  const { db, replica, clock, seal } = deps;
  const readPage = prepareBoardPage(db);
  const searches = createSearches(deps);
  const asked = new LRUCache<string, true>({ max: ASKED });
  const hot = createHotLists({
    db,
    replica,
    clock,
    most: MOST,
    boardsOf: ({ boardType }: Input) => [boardType],
    read: (input, now, version) => async (tx) => {
      const page = await pageOf(input, NOBODY, version)(tx);
      return sharePosts({
        ...page,
        now,
        hasMarked: (reader) => hasMarked(reader, input.boardType),
        present: (rows, isMarked) => toResponse(input, { ...page, rows, isMarked }, now),
      });
    },
  });

  return {
    noteViews: hot.noteViews,

    /** An empty query reads the whole board. */
    async read(
      actor: Actor,
      { boardType, page, size, filter, query }: Input,
    ): Promise<ListResponse> {
      const input = { boardType, page, size, query, filter: query === '' ? 'title' : filter };
      const cached = isCached(input) ? await hot.find(actor, input) : null;
      if (cached !== null) return cached;
      const { reader } = actor;
      const version = reader === undefined ? null : versionOf(reader, [boardType]);
      const found = await replica.read(
        reader?.position,
        pageOf(input, viewerOf(seal, actor), version),
      );
      return toResponse(input, found, clock.now());
    },
  };

  /** To cache a page costs a statement more, which one reader of a page far back need not wait for. */
  function isCached({ boardType, page, size, query }: Input): boolean {
    if (page < FIRST_PAGES || query !== '') return true;
    const key = `${boardType} ${page} ${size}`;
    const isAskedAgain = asked.has(key);
    asked.set(key, true);
    return isAskedAgain;
  }

  function pageOf(input: Input, viewer: Viewer, version: string | null): Statement<Page> {
    const { boardType, query } = input;
    if (query !== '') return searches.page(input, viewer, version);
    return readPage({ boardType, ...viewer, ...rangeOf(input) });
  }
}
