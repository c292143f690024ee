import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostDetail, PostItem, postRoutes } from '@naru/contract/posts';
import type { RouteInput } from '@naru/contract/route';
import { viewerOf } from '../../../domain/access/room-access.ts';
import { voterIn } from '../../../domain/polls/polls.ts';
import { seesBlinded, withBlindedText } from '../../../domain/posts/blinds.ts';
import type { Actor } from '../../../platform/actor.ts';
import { kstDay } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { rangeOf } from '../../../platform/paging.ts';
import type { Tools } from '../../../wiring/tools.ts';
import type { Attachments } from '../../uploads/uploads.service.ts';
import { createPostsAround } from '../lists/around.ts';
import { findHits, listByIds } from '../lists/lists.repo.ts';
import { createBoardPages, type ListResponse, toResponse } from '../lists/lists.ts';
import { type Selection, selectionOf } from '../lists/selection.ts';
import { createSummaries, popularList } from '../lists/summaries.ts';
import { isComputed } from '../posts.policy.ts';
import { presentDetail, presentExpiry, presentPollOf } from '../posts.present.ts';
import { createHitCache } from '../search/hit-cache.ts';
import { allOf, listedOf, popularHits, SEARCH_MS } from '../search/search.repo.ts';
import { selectedHits } from '../search/selection.repo.ts';
import { prepareReadPost } from './detail.repo.ts';
import { prepareReadExtras } from './extras.repo.ts';
import { popularIds } from './item.repo.ts';

/** Bounds the cost of a search; one more shows that there are more. */
const SEARCH_HITS = LIMITS.searchHits + 1;

type ListInput = RouteInput<typeof postRoutes.list>['query'];

interface Chosen {
  query: string;
  selection: Selection | null;
}

interface Deps extends Pick<Tools, 'db' | 'replica' | 'clock' | 'seal'> {
  cleanHtml: (html: string) => string;
  attachments: Pick<Attachments, 'listOfPost'>;
  /** Milliseconds that a search may take. */
  searchMs?: number | undefined;
}

export function createPostReads(deps: Deps) {
  const { db, replica, clock, seal, cleanHtml, attachments, searchMs = SEARCH_MS } = deps;
  const readPost = prepareReadPost(db);
  const readExtras = prepareReadExtras(db);
  const hitCache = createHitCache(clock);
  const pages = createBoardPages({ db, replica, clock, seal, hitCache, searchMs });
  const summaries = createSummaries({ db, replica, clock, seal });
  const around = createPostsAround({ db, replica, clock, seal });

  return {
    /**
     * Returns one page of a board or of a search from memory or in one statement; of the popular list and
     * of a selection of a board in two. A page past the end is empty but has the totals; a search is limited to
     * its first 1,001 hits. Later pages show the hits that the first one found up to 30 seconds before,
     * without those that were deleted or blinded since.
     */
    async list(actor: Actor, input: ListInput): Promise<ListResponse> {
      const { boardType, query = '' } = input;
      const selection = selectionOf(input);
      if (!isComputed(boardType) && selection === null) {
        return pages.read(actor, { ...input, query });
      }
      return selectedPage(actor, input, { query, selection });
    },

    /**
     * Counts a view once per member and Korean day. Throws POST_NOT_FOUND for missing, deleted and
     * lecture posts.
     */
    async get(actor: Actor, id: number): Promise<PostDetail> {
      const request = { memberId: actor.memberId, postId: id, day: kstDay(clock.now()) };
      const row = await readPost({ ...viewerOf(seal, actor), ...request });
      if (row === null) throw new AppError('POST_NOT_FOUND');
      for (const { noteViews } of [pages, summaries, around]) noteViews(row);
      const readable = await withBlindedText(db, actor, row);
      const voter = () => voterIn(seal, id, actor.memberId);
      const extras = await readExtras(row, { ...request, voter });
      const hasFiles = row.hasFiles && (!row.isBlinded || seesBlinded(actor));
      return {
        ...presentDetail(readable, {
          content: cleanHtml(readable.content),
          attachments: hasFiles ? await attachments.listOfPost(actor, id) : [],
          extras,
        }),
        ...presentExpiry(row, clock.now()),
        ...presentPollOf(row, {
          poll: extras.poll,
          now: clock.now(),
          seesBlinded: seesBlinded(actor),
        }),
      };
    },

    /** The posts of a board before and after one. */
    listAround: around.list,

    /** The newest posts of one board, or the best of the popular list. */
    async listSummary(actor: Actor, boardType: BoardType, size: number): Promise<PostItem[]> {
      return (await summaries.list(actor, [boardType], size))[boardType] ?? [];
    },

    /** `listSummary` for several boards; the result has a list for each of them. */
    listSummaries: summaries.list,
  };

  /** Of the popular list or of what a selection leaves of a board. */
  async function selectedPage(actor: Actor, input: ListInput, chosen: Chosen) {
    const { query, selection } = chosen;
    const { boardType } = input;
    const { limit, offset } = rangeOf(input);
    const search = { ...input, query, ...(selection && { selection }) };
    const ofPage = (ids: readonly number[]) => ids.slice(offset, offset + limit);
    const cached = hitCache.find(search, { isFirstPage: offset === 0, version: null });
    const hitsQuery =
      cached === null ? queryOf(input, chosen) : allOf(listedOf(ofPage(cached.ids)));
    const position = actor.reader?.position;
    const { isMarked, ...found } = await replica.read(position, (on) =>
      findHits(on, { boardType, memberId: actor.memberId, hitsQuery }),
    );
    if (cached === null && (query !== '' || selection !== null)) hitCache.store(search, found);
    const shown = cached === null ? ofPage(found.ids) : found.ids;
    const rows = await replica.read(position, (on) => listByIds(on, viewerOf(seal, actor), shown));
    const { ids, isPartial } = cached ?? found;
    return toResponse(input, { totalCount: ids.length, rows, isMarked, isPartial }, clock.now());
  }

  function queryOf({ boardType, filter }: ListInput, { query, selection }: Chosen) {
    const search = { filter, query, max: SEARCH_HITS, ms: searchMs };
    if (selection !== null) return selectedHits(boardType, selection, search);
    const popular = popularList(LIMITS.popularSize, clock.now());
    return allOf(query === '' ? popularIds(popular) : popularHits(popular, search));
  }
}
