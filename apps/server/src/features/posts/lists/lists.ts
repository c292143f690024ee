import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostItem, postRoutes } from '@naru/contract/posts';
import type { RouteInput } from '@naru/contract/route';
import { LRUCache } from 'lru-cache';
import { givenYear, studyYearOfMember, yearOf } from '../../../domain/notices/audience.sql.ts';
import { isComputed, VERSIONED_BOARDS } from '../../../domain/posts/board-versions.sql.ts';
import type { Actor } from '../../../platform/actor.ts';
import { type PageQuery, pageCounts, rangeOf } from '../../../platform/paging.ts';
import type { Tools } from '../../tools.ts';
import { presentListed } from '../posts.present.ts';
import type { Search } from '../search/asked.repo.ts';
import type { Searches } from '../search/searches.ts';
import { type BoardPage, prepareBoardPage } from './lists.repo.ts';
import type { ListMemory } from './memory.ts';
import {
  type AroundRow,
  endOfPopular,
  listNewest,
  type NewestRow,
  prepareAround,
} from './newest.repo.ts';
import { selectionOf } from './selection.ts';

/** First pages of a board, which are always cached. */
const FIRST_PAGES = 3;
/** Pages asked last: one of them that is asked again is cached. */
const ASKED = 500;

type ListInput = RouteInput<typeof postRoutes.list>['query'];

interface PageInput extends PageQuery, Pick<Search, 'filter' | 'query'> {
  boardType: BoardType;
}

interface Deps extends Pick<Tools, 'db' | 'clock'> {
  memory: Pick<ListMemory, 'list'>;
  searches: Searches;
}

interface ListResponse {
  pageResponse: {
    posts: PostItem[];
    currentPage: number;
    totalPages: number;
    totalCount: number;
    isPartial?: true;
  };
  isMarked: boolean;
}

/** Lists of the posts of boards: pages, the newest on the main page, and the neighbours of a post. */
export function createPostLists({ db, clock, memory, searches }: Deps) {
  const readBoard = prepareBoardPage(db);
  const readAround = prepareAround(db);
  const asked = new LRUCache<string, true>({ max: ASKED });

  /** Remembers a later page as asked; returns whether it already was. */
  function markAsked({ boardType, page, size }: PageInput): boolean {
    const key = `${boardType} ${page} ${size}`;
    const isAskedAgain = asked.has(key);
    asked.set(key, true);
    return isAskedAgain;
  }

  /**
   * A page of a board or of a search on it. `read` runs once for all readers of a cached list, `present` makes the
   * response of each (memory.ts).
   */
  const readPage = memory.list({
    boardsOf: ({ boardType }: PageInput) => [boardType],
    markedBoardOf: ({ boardType }) => boardType,
    isCached: (input) => isAlwaysCached(input) || markAsked(input),
    read:
      (input, { viewer, now, version }) =>
      async (on) => {
        const { boardType, query } = input;
        const found =
          query === ''
            ? await readBoard({ boardType, ...viewer, ...rangeOf(input) })(on)
            : await searches.readPage(input, viewer, version)(on);
        const present = (rows: BoardPage['rows'], isMarked: boolean) =>
          toResponse(input, { ...found, rows, isMarked }, now);
        return { ...found, present };
      },
  });

  const readSummaries = memory.list({
    boardsOf: ({ boards }: SummaryInput) => (boards.some(isComputed) ? VERSIONED_BOARDS : boards),
    read:
      ({ boards, size, year }, { viewer, now }) =>
      async (on) => {
        const { rows, nextExpiry } = await listNewest(on, {
          ...{ viewer, now, size },
          year: year === undefined ? studyYearOfMember(viewer.memberId, now) : givenYear(year),
          boards: [...new Set(boards)].filter((boardType) => !isComputed(boardType)),
          popularSize: boards.some(isComputed) ? size : null,
        });
        const popular = rows.filter(({ listedAs }) => isComputed(listedAs as BoardType));
        const ends = [...popular.map(endOfPopular), ...(nextExpiry === null ? [] : [nextExpiry])];
        return {
          rows,
          until: Math.min(...ends.map(Number)),
          present: (shown: readonly NewestRow[]) => toSummaries(boards, size, shown, now),
        };
      },
  });

  const readNeighbours = memory.list({
    boardsOf: ({ boardType }: { boardType: BoardType; id: number }) => [boardType],
    read:
      (input, { viewer, now }) =>
      async (on) => {
        const side = (rows: readonly AroundRow[], isNewer: boolean) =>
          rows.filter((row) => row.isNewer === isNewer).map((row) => presentListed(row, now));
        return {
          rows: await readAround({ ...viewer, ...input })(on),
          present: (rows: readonly AroundRow[]) => ({
            newer: side(rows, true),
            older: side(rows, false),
          }),
        };
      },
  });

  /** The newest posts of each of the boards, of the popular list the best, and the newest of all. */
  function listSummaries(
    actor: Actor,
    boards: readonly BoardType[],
    size: number = LIMITS.summarySize,
  ) {
    const { reader } = actor;
    const year = reader && { year: yearOf(reader, clock.now()) };
    return readSummaries(actor, { boards, size, ...year });
  }

  return {
    /**
     * Returns one page of a board or of a search from memory or in one statement; of the popular list and
     * of a selection of a board in two. A page past the end is empty but has the totals; a search is limited to
     * its first 1,001 hits. Later pages show the hits that the first one found up to 30 seconds before,
     * without those that were deleted or blinded since.
     */
    async list(actor: Actor, input: ListInput): Promise<ListResponse> {
      const { boardType, size, filter, query = '' } = input;
      const selection = selectionOf(input);
      if (isComputed(boardType) || selection !== null) {
        const found = await searches.findSelected(actor, { ...input, query }, selection);
        return toResponse(input, found, clock.now());
      }
      const board = { boardType, page: input.page, size };
      return readPage(actor, { ...board, query, filter: query === '' ? 'title' : filter });
    },

    listSummaries,

    /** `listSummaries` of one board. */
    async listSummary(actor: Actor, boardType: BoardType, size: number) {
      const { boards } = await listSummaries(actor, [boardType], size);
      return { Posts: boards[boardType] ?? [] };
    },

    /**
     * The posts of a board before and after one; none for a post that the board does not have, and on a
     * computed list.
     */
    async listAround(actor: Actor, boardType: BoardType, id: number) {
      return isComputed(boardType)
        ? { newer: [], older: [] }
        : readNeighbours(actor, { boardType, id });
    },
  };
}

/** The first pages of boards and every page of a search. */
function isAlwaysCached({ page, query }: PageInput): boolean {
  return page < FIRST_PAGES || query !== '';
}

function toResponse(input: PageQuery, page: BoardPage, now: Date): ListResponse {
  return {
    pageResponse: {
      posts: page.rows.map((row) => presentListed(row, now)),
      ...pageCounts(input, page.totalCount),
      ...(page.isPartial && { isPartial: true }),
    },
    isMarked: page.isMarked,
  };
}

interface SummaryInput {
  boards: readonly BoardType[];
  size: number;
  /** The reader's year of study; undefined without a reader. */
  year?: number | null;
}

function toSummaries(
  boards: readonly BoardType[],
  size: number,
  rows: readonly NewestRow[],
  now: Date,
): { Posts: PostItem[]; boards: Record<string, PostItem[]> } {
  const lists = boards.map((boardType) => {
    const ofBoard = rows.filter((row) => row.listedAs === boardType);
    if (!isComputed(boardType)) ofBoard.sort(byHomeOrder);
    return [boardType, ofBoard.slice(0, size).map((row) => presentListed(row, now))];
  });
  const newest = presentNewest(rows, size, now);
  return { Posts: newest, boards: Object.fromEntries(lists) };
}

/** The newest of all, each once; notices for other years of study only where a place is left. */
function presentNewest(rows: readonly NewestRow[], size: number, now: Date): PostItem[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const chosen = [...byId.values()]
    .sort((a, b) => Number(b.isForViewer) - Number(a.isForViewer) || byTime(a, b))
    .slice(0, size);
  return chosen.sort(byTime).map((row) => presentListed(row, now));
}

function byTime(a: NewestRow, b: NewestRow): number {
  return Number(b.createdAt) - Number(a.createdAt) || b.id - a.id;
}

/**
 * Like the list of a board, pinned first, then newest first; notices for other years of study come
 * last.
 */
function byHomeOrder(a: NewestRow, b: NewestRow): number {
  return (
    Number(b.isForViewer) - Number(a.isForViewer) ||
    Number(b.pinned) - Number(a.pinned) ||
    byTime(a, b)
  );
}
