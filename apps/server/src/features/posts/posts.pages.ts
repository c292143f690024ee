import type { BoardType } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { roomViewer } from '../../domain/access/room-access.ts';
import { hasMarked } from '../../domain/posts/board-versions.ts';
import type { Actor } from '../../platform/actor.ts';
import { type PageQuery, pageCounts, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../../tools.ts';
import { createHotLists } from './posts.hot.ts';
import type { ItemRow } from './posts.item.repo.ts';
import { prepareBoardPage } from './posts.list.repo.ts';
import { presentListed } from './posts.present.ts';
import { sharePosts } from './posts.shared.ts';

/** Pages of a board that are kept: its first ones. */
const PAGES = 3;
/** Pages kept at once, of all boards and sizes, with at most 50 posts each. */
const MOST = 64;
/** A reader that may enter no lecture room and blocks nobody. */
export const NOBODY = { memberId: 0, ownerId: 0, isStaff: false };

export interface ListAnswer {
  pageResponse: { posts: PostItem[]; currentPage: number; totalPages: number; totalCount: number };
  isMarked: boolean;
}

interface Page {
  rows: readonly ItemRow[];
  totalCount: number;
  isMarked: boolean;
}

export function toAnswer(input: PageQuery, page: Page, now: Date): ListAnswer {
  const posts = page.rows.map((row) => presentListed(row, now));
  return {
    pageResponse: { posts, ...pageCounts(input, page.totalCount) },
    isMarked: page.isMarked,
  };
}

/** The pages of boards, the first ones from memory. */
export function createBoardPages({ db, clock }: Pick<Tools, 'db' | 'clock'>) {
  const readPage = prepareBoardPage(db);
  const hot = createHotLists({
    db,
    clock,
    most: MOST,
    boardsOf: ({ board }: PageQuery & { board: BoardType }) => [board],
    read: (wish, now) => async (tx) => {
      const page = await readPage({ ...NOBODY, ...rangeOf(wish), board: wish.board })(tx);
      return sharePosts({
        rows: page.rows,
        now,
        hasMarked: (reader) => hasMarked(reader, wish.board),
        present: (rows, isMarked) => toAnswer(wish, { ...page, rows, isMarked }, now),
      });
    },
  });

  return {
    noteViews: hot.noteViews,

    async read(actor: Actor, board: BoardType, { page, size }: PageQuery): Promise<ListAnswer> {
      const wish = { board, page, size };
      const kept = page < PAGES ? await hot.answer(actor, wish) : null;
      if (kept !== null) return kept;
      const own = readPage({ ...roomViewer(actor), ...rangeOf(wish), board });
      return toAnswer(wish, await own(db), clock.now());
    },
  };
}
