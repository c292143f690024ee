import { isNoticeBoard, POST_BOARD_TYPES } from '@naru/contract/boards';
import { SEARCHED_ROOMS } from '@naru/contract/choices';
import { LIMITS } from '@naru/contract/limits';
import type { RouteInput } from '@naru/contract/route';
import type { FoundPost, searchRoutes } from '@naru/contract/search';
import { roomViewer } from '../../domain/access/room-access.ts';
import { VERSIONED_BOARDS } from '../../domain/posts/board-versions.ts';
import { postWriterName } from '../../domain/posts/post.present.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, toKst } from '../../platform/clock.ts';
import { pageCounts, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../../tools.ts';
import { type FoundRow, prepareEverywhere } from './posts.everywhere.repo.ts';

const DAY_SECONDS = 86_400;
const PERIOD_DAYS = { week: 7, month: 31, year: 366 };

type Wish = RouteInput<typeof searchRoutes.search>['query'];

/** The search over all boards and the searcher's lecture rooms. */
export function createPostsEverywhere({
  db,
  replica,
  clock,
}: Pick<Tools, 'db' | 'replica' | 'clock'>) {
  const readPage = prepareEverywhere(db, POST_BOARD_TYPES.filter(isNoticeBoard));

  return {
    /** One page of at most `LIMITS.searchFound` hits, newest first, in one statement. */
    async search(actor: Actor, wish: Wish) {
      const { place, period, query, filter } = wish;
      const now = clock.now();
      const read = readPage({
        ...roomViewer(actor),
        ...rangeOf(wish),
        query,
        filter,
        now,
        boards: place === undefined ? VERSIONED_BOARDS : place === SEARCHED_ROOMS ? [] : [place],
        hasRooms: place === undefined || place === SEARCHED_ROOMS,
        since:
          period === undefined ? new Date(0) : addSeconds(now, -PERIOD_DAYS[period] * DAY_SECONDS),
      });
      const { rows, total } = await replica.read(actor.reader?.position, read);
      return { posts: rows.map(present), ...pageCounts(wish, Math.min(total, LIMITS.searchFound)) };
    },
  };
}

function present(row: FoundRow): FoundPost {
  const { id, title, boardType, lectureId, lectureTitle, commentCount } = row;
  const text = row.excerpt.replaceAll(/\s+/g, ' ').trim();
  return {
    id,
    title,
    boardType,
    lectureId,
    lectureTitle,
    commentCount,
    writerNickname: postWriterName(row),
    createdDate: toKst(row.createdAt),
    excerpt: `${row.isCutBefore ? '…' : ''}${text}${row.isCutAfter ? '…' : ''}`,
  };
}
