import { type BoardType, isNoticeBoard, POST_BOARD_TYPES } from '@naru/contract/boards';
import { SEARCHED_ROOMS } from '@naru/contract/choices';
import { foldText } from '@naru/contract/folding';
import { LIMITS } from '@naru/contract/limits';
import type { RouteInput } from '@naru/contract/route';
import type { FoundPost, searchRoutes } from '@naru/contract/search';
import type { SimilarQuestion } from '@naru/contract/similar-questions';
import { type Viewer, viewerOf } from '../../../domain/access/room-access.ts';
import { VERSIONED_BOARDS } from '../../../domain/posts/board-versions.sql.ts';
import { postWriterName } from '../../../domain/posts/post.present.ts';
import type { Actor } from '../../../platform/actor.ts';
import { addSeconds, toKst } from '../../../platform/clock.ts';
import { pageCounts, rangeOf } from '../../../platform/paging.ts';
import type { Tools } from '../../tools.ts';
import { type FoundRow, prepareEverywhere } from './everywhere.repo.ts';
import { SEARCH_MS } from './search.repo.ts';
import { distinctiveWords } from './similar-words.ts';

/** Newest titles with one word that are compared with the others. */
const ROWS_OF_WORD = 20;
const DAY_SECONDS = 86_400;
const PERIOD_DAYS = { week: 7, month: 31, year: 366 };

type Input = RouteInput<typeof searchRoutes.search>['query'];

/** The search over all boards and the searcher's lecture rooms. */
export function createPostsEverywhere({
  db,
  clock,
  seal,
  searchMs = SEARCH_MS,
}: Pick<Tools, 'db' | 'clock' | 'seal'> & { searchMs?: number | undefined }) {
  const readPage = prepareEverywhere(db, POST_BOARD_TYPES.filter(isNoticeBoard));
  const findRows = (actor: Actor, input: Omit<Parameters<typeof readPage>[0], keyof Viewer>) =>
    readPage({ ...viewerOf(seal, actor), ...input })(db);

  return {
    /** One page of at most `LIMITS.searchFound` hits, newest first, in one statement. */
    async search(actor: Actor, input: Input) {
      const { place, period, query, filter } = input;
      const now = clock.now();
      const { rows, total, isPartial } = await findRows(actor, {
        ...rangeOf(input),
        ms: searchMs,
        query,
        filter,
        now,
        boards: place === undefined ? VERSIONED_BOARDS : place === SEARCHED_ROOMS ? [] : [place],
        hasRooms: place === undefined || place === SEARCHED_ROOMS,
        since:
          period === undefined ? new Date(0) : addSeconds(now, -PERIOD_DAYS[period] * DAY_SECONDS),
      });
      return {
        posts: rows.map(present),
        ...pageCounts(input, Math.min(total, LIMITS.searchFound)),
        ...(isPartial && { isPartial: true as const }),
      };
    },

    /**
     * Questions, or posts of another board, whose titles share words with `title`, at most `LIMITS.similarQuestions`: those that share
     * most first, then answered ones, then the newest. One statement for each distinctive word, one after the other
     * in the time of one search: it takes no more of the database than that.
     */
    async findSimilar(
      actor: Actor,
      title: string,
      board: BoardType = 'QNA',
    ): Promise<SimilarQuestion[]> {
      const words = distinctiveWords(title);
      const ofBoard = { boards: [board], hasRooms: false, since: new Date(0) };
      const range = { limit: ROWS_OF_WORD, offset: 0, filter: 'title', now: clock.now() } as const;
      const rows = new Map<number, FoundRow>();
      const ends = performance.now() + searchMs;
      for (const query of words) {
        const ms = Math.max(0, Math.round(ends - performance.now()));
        const page = await findRows(actor, { ...ofBoard, ...range, query, ms });
        for (const row of page.rows) rows.set(row.id, row);
      }
      return closest([...rows.values()], words).map(presentSimilar);
    },
  };
}

function presentSimilar({ id, title, createdAt, commentCount, isAnswered }: FoundRow) {
  return { id, title, createdDate: toKst(createdAt), commentCount, answered: isAnswered };
}

/** Those that share at least half of the words. */
function closest(rows: readonly FoundRow[], words: readonly string[]): FoundRow[] {
  const sharedBy = ({ title }: FoundRow) => {
    const text = foldText(title);
    return words.filter((word) => text.includes(word)).length;
  };
  return rows
    .map((row) => ({ row, shared: sharedBy(row) }))
    .filter(({ shared }) => shared * 2 >= words.length)
    .sort(
      (a, b) =>
        b.shared - a.shared ||
        Number(b.row.isAnswered) - Number(a.row.isAnswered) ||
        b.row.createdAt.getTime() - a.row.createdAt.getTime() ||
        b.row.id - a.row.id,
    )
    .slice(0, LIMITS.similarQuestions)
    .map(({ row }) => row);
}

function present(row: FoundRow): FoundPost {
  const { id, title, boardType, lectureId, lectureTitle, commentCount, head, fileName } = row;
  const shown = lineOf(row.fileExcerpt ?? row.excerpt);
  const excerpt = `${row.isCutBefore ? '…' : ''}${shown}${row.isCutAfter ? '…' : ''}`;
  return {
    id,
    title,
    boardType,
    lectureId,
    lectureTitle,
    commentCount,
    ...(head !== null && { head }),
    writerNickname: postWriterName(row),
    createdDate: toKst(row.createdAt),
    excerpt,
    fileName,
  };
}

const lineOf = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
