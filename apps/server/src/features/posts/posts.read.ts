import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostDetail, PostItem, postRoutes } from '@naru/contract/posts';
import { hasRole } from '@naru/contract/roles';
import type { RouteInput } from '@naru/contract/route';
import { roomViewer, viewerOf } from '../../domain/access/room-access.ts';
import { withBlindedText } from '../../domain/posts/blinds.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { pageCounts, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../../tools.ts';
import type { Attachments } from '../uploads/uploads.service.ts';
import { prepareReadPost } from './posts.detail.repo.ts';
import { type ItemRow, type Popular, popularIds } from './posts.item.repo.ts';
import { createKeptHits } from './posts.kept-hits.ts';
import {
  findIds,
  listByIds,
  listNewest,
  type NewestHit,
  prepareBoardPage,
} from './posts.list.repo.ts';
import { isComputed, WRITABLE_BOARDS } from './posts.policy.ts';
import { presentDetail, presentExpiry, presentItem } from './posts.present.ts';
import { boardHits, listedOf, popularHits, taggedHits } from './posts.search.repo.ts';

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
  const keptHits = createKeptHits(clock);

  return {
    /**
     * Returns one page of a board in one statement, of a search in two. A page past the end is empty but
     * has the totals; a search is limited to its first 1,001 hits. Later pages show the hits that the
     * first one found up to 30 seconds before, without those that were deleted or blinded since.
     */
    async list(actor: Actor, input: ListInput) {
      const { boardType: board, query = '' } = input;
      const { limit, offset } = rangeOf(input);
      if (query === '' && !isComputed(board) && input.lectureTagId === undefined) {
        const page = await readPage({ ...roomViewer(actor), board, limit, offset });
        return toPage(input, page.totalCount, page.rows, page.isMarked);
      }
      return searchPage(actor, input, query);
    },

    /**
     * Counts a view once per member and Korean day. Throws POST_NOT_FOUND for missing, deleted and
     * lecture posts.
     */
    async get(actor: Actor, id: number): Promise<PostDetail> {
      const row = await readPost({
        ...viewerOf(seal, actor),
        postId: id,
        day: kstDay(clock.now()),
      });
      if (row === null) throw new AppError('POST_NOT_FOUND');
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

  async function searchPage(actor: Actor, input: ListInput, query: string) {
    const { boardType: board } = input;
    const { limit, offset } = rangeOf(input);
    const search = { ...input, query };
    const ofPage = (ids: readonly number[]) => ids.slice(offset, offset + limit);
    const kept = offset === 0 ? null : keptHits.find(search);
    const idsQuery = kept === null ? hitsQuery(input, query) : listedOf(ofPage(kept));
    const { isMarked, ids } = await findIds(db, { board, memberId: actor.memberId, idsQuery });
    if (kept === null && query !== '') keptHits.keep(search, ids);
    const rows = await listByIds(db, roomViewer(actor), kept === null ? ofPage(ids) : ids);
    return toPage(input, (kept ?? ids).length, rows, isMarked);
  }

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

  function toPage(input: ListInput, total: number, rows: ItemRow[], isMarked: boolean) {
    const posts = rows.map(present);
    return { pageResponse: { posts, ...pageCounts(input, total) }, isMarked };
  }

  function popularList(size: number): Popular {
    const since = addSeconds(clock.now(), -LIMITS.popularDays * DAY_SECONDS);
    return { since, boards: WRITABLE_BOARDS, size };
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
