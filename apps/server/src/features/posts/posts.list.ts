import type { BoardType } from '@naru/contract/boards';
import type { PostFilter } from '@naru/contract/choices';
import { LIMITS } from '@naru/contract/limits';
import type { PostItem } from '@naru/contract/posts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Popular, popularIds } from './posts.item.repo.ts';
import {
  findIds,
  listByIds,
  listNewest,
  prepareBoardHeader,
  prepareListPage,
} from './posts.list.repo.ts';
import { isComputed, WRITABLE_BOARDS } from './posts.policy.ts';
import { presentItem } from './posts.present.ts';
import { boardHits, popularHits } from './posts.search.repo.ts';

/** Bounds the cost of a search. */
const SEARCH_HITS = 1_000;
const DAY_SECONDS = 86_400;

export interface ListInput {
  boardType: BoardType;
  /** Zero-based. */
  page: number;
  size: number;
  filter: PostFilter;
  query?: string | undefined;
}

export function createPostLists({ db, clock }: Pick<Tools, 'db' | 'clock'>) {
  const findHeader = prepareBoardHeader(db);
  const listPage = prepareListPage(db);

  return {
    /**
     * Returns one page of a board in two statements. A page past the end is empty but has the totals; a
     * search is limited to its first 1,000 hits.
     */
    async list(actor: Actor, input: ListInput) {
      const { boardType: board, page, size } = input;
      const query = input.query ?? '';
      if (query === '' && !isComputed(board)) {
        const [header, rows] = await Promise.all([
          findHeader({ board, memberId: actor.memberId }),
          listPage({ board, memberId: actor.memberId, limit: size, offset: page * size }),
        ]);
        return toPage(input, header.totalCount, rows.map(presentItem), header.isMarked);
      }
      const { isMarked, ids } = await findIds(db, {
        board,
        memberId: actor.memberId,
        idsQuery: hitsQuery(input, query),
      });
      const rows = await listByIds(db, actor.memberId, ids.slice(page * size, (page + 1) * size));
      return toPage(input, ids.length, rows.map(presentItem), isMarked);
    },

    /** The newest posts of one board, or the best of the popular list. */
    async listSummary(actor: Actor, board: BoardType, size: number): Promise<PostItem[]> {
      return (await summaries(actor, [board], size))[board] ?? [];
    },

    /** `listSummary` for several boards in one statement; the result has a list for each of them. */
    listSummaries: summaries,
  };

  function hitsQuery({ boardType, filter }: ListInput, query: string) {
    const popular = popularList(LIMITS.popularSize);
    if (query === '') return popularIds(popular);
    const search = { filter, query, max: SEARCH_HITS };
    return isComputed(boardType) ? popularHits(popular, search) : boardHits(boardType, search);
  }

  async function summaries(
    { memberId }: Actor,
    boards: readonly BoardType[],
    size: number = LIMITS.summarySize,
  ): Promise<Record<string, PostItem[]>> {
    const plain = [...new Set(boards)].filter((board) => !isComputed(board));
    const hits = await listNewest(db, {
      memberId,
      boards: plain,
      size,
      popular: boards.some(isComputed) ? popularList(size) : null,
    });
    const result: Record<string, PostItem[]> = {};
    for (const board of boards) {
      const items = hits.filter((hit) => hit.board === board).map(({ item }) => item);
      if (!isComputed(board))
        items.sort((a, b) => Number(b.createdAt) - Number(a.createdAt) || b.id - a.id);
      result[board] = items.slice(0, size).map(presentItem);
    }
    return result;
  }

  function popularList(size: number): Popular {
    const since = addSeconds(clock.now(), -LIMITS.popularDays * DAY_SECONDS);
    return { since, boards: WRITABLE_BOARDS, size };
  }
}

function toPage(
  { page, size }: ListInput,
  totalCount: number,
  posts: PostItem[],
  isMarked: boolean,
) {
  const totalPages = Math.ceil(totalCount / size);
  return { pageResponse: { posts, currentPage: page, totalPages, totalCount }, isMarked };
}
