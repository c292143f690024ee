import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostDetail, PostItem, postRoutes } from '@naru/contract/posts';
import { hasRole } from '@naru/contract/roles';
import type { RouteInput } from '@naru/contract/route';
import { roomViewer, viewerOf } from '../../domain/access/room-access.ts';
import { withBlindedText } from '../../domain/posts/blinds.ts';
import { VERSIONED_BOARDS } from '../../domain/posts/board-versions.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../../tools.ts';
import type { Attachments } from '../uploads/uploads.service.ts';
import { prepareReadPost } from './posts.detail.repo.ts';
import { createHotPages } from './posts.hot.ts';
import { type ItemRow, type Popular, popularIds } from './posts.item.repo.ts';
import {
  findIds,
  listByIds,
  listNewest,
  type NewestHit,
  prepareBoardPage,
} from './posts.list.repo.ts';
import { type ListAnswer, toAnswer } from './posts.pages.ts';
import { isComputed } from './posts.policy.ts';
import { presentDetail, presentExpiry, presentItem } from './posts.present.ts';
import { boardHits, popularHits, taggedHits } from './posts.search.repo.ts';

/** Bounds the cost of a search; one more shows that there are more. */
const SEARCH_HITS = LIMITS.searchHits + 1;
const DAY_SECONDS = 86_400;

type ListInput = RouteInput<typeof postRoutes.list>['query'];

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal'> {
  cleanHtml: (html: string) => string;
  attachments: Pick<Attachments, 'listOfPost'>;
}

export function createPostReads({ db, clock, seal, cleanHtml, attachments }: Deps) {
  const readPost = prepareReadPost(db);
  const readPage = prepareBoardPage(db);
  const hotPages = createHotPages({ db, clock });

  return {
    /**
     * Returns one page of a board from memory or in one statement, of a search in two. A page past the end is empty but
     * has the totals; a search is limited to its first 1,001 hits.
     */
    async list(actor: Actor, input: ListInput): Promise<ListAnswer> {
      const { boardType: board, query = '' } = input;
      const { memberId } = actor;
      const { limit, offset } = rangeOf(input);
      if (query === '' && !isComputed(board) && input.lectureTagId === undefined) {
        const answer = await hotPages.answer(actor, input);
        if (answer !== null) return answer;
        const page = readPage({ ...roomViewer(actor), board, limit, offset });
        return toAnswer(input, await page(db), clock.now());
      }
      const hits = { board, memberId, idsQuery: hitsQuery(input, query) };
      const { isMarked, ids } = await findIds(db, hits);
      const rows = await listByIds(db, roomViewer(actor), ids.slice(offset, offset + limit));
      return toAnswer(input, { totalCount: ids.length, rows, isMarked }, clock.now());
    },

    /**
     * Counts a view once per member and Korean day. Throws POST_NOT_FOUND for missing, deleted and
     * lecture posts.
     */
    async get(actor: Actor, id: number): Promise<PostDetail> {
      const row = await readPost({ ...viewerOf(seal, actor), id, day: kstDay(clock.now()) });
      if (row === null) throw new AppError('POST_NOT_FOUND');
      hotPages.noteViews(row);
      const readable = await withBlindedText(db, actor, row);
      const hasFiles = row.hasFiles && (!row.isBlinded || hasRole(actor.roles, 'MANAGER'));
      return {
        ...presentDetail(readable, {
          content: cleanHtml(readable.content),
          attachments: hasFiles ? await attachments.listOfPost(actor, id) : [],
        }),
        ...presentExpiry(row, clock.now()),
      };
    },

    /** The newest posts of one board, or the best of the popular list. */
    async listSummary(actor: Actor, board: BoardType, size: number): Promise<PostItem[]> {
      return (await summaries(actor, [board], size))[board] ?? [];
    },

    /** `listSummary` for several boards in one statement; the result has a list for each of them. */
    listSummaries: summaries,
  };

  function hitsQuery({ boardType, filter, lectureTagId }: ListInput, query: string) {
    if (lectureTagId !== undefined) {
      return taggedHits(boardType, lectureTagId, { filter, query, max: SEARCH_HITS });
    }
    const popular = popularList(LIMITS.popularSize);
    if (query === '') return popularIds(popular);
    const search = { filter, query, max: SEARCH_HITS };
    return isComputed(boardType) ? popularHits(popular, search) : boardHits(boardType, search);
  }

  async function summaries(
    actor: Actor,
    boards: readonly BoardType[],
    size: number = LIMITS.summarySize,
  ): Promise<Record<string, PostItem[]>> {
    const plain = [...new Set(boards)].filter((board) => !isComputed(board));
    const hits = await listNewest(db, {
      viewer: roomViewer(actor),
      now: clock.now(),
      boards: plain,
      size,
      popular: boards.some(isComputed) ? popularList(size) : null,
    });
    const result: Record<string, PostItem[]> = {};
    for (const board of boards) {
      const ofBoard = hits.filter((hit) => hit.board === board);
      if (!isComputed(board)) ofBoard.sort(byHomeOrder);
      const items = ofBoard.map(({ item }) => item);
      result[board] = items.slice(0, size).map(present);
    }
    return result;
  }

  function present(row: ItemRow): PostItem {
    return { ...presentItem(row), ...presentExpiry(row, clock.now()) };
  }

  function popularList(size: number): Popular {
    const since = addSeconds(clock.now(), -LIMITS.popularDays * DAY_SECONDS);
    return { since, boards: VERSIONED_BOARDS, size };
  }
}

/**
 * Like the list of a board, pinned first, then newest first; notices for other years of study come
 * last.
 */
function byHomeOrder(a: NewestHit, b: NewestHit): number {
  return (
    Number(b.isForViewer) - Number(a.isForViewer) ||
    Number(b.item.pinned) - Number(a.item.pinned) ||
    Number(b.item.createdAt) - Number(a.item.createdAt) ||
    b.item.id - a.item.id
  );
}
