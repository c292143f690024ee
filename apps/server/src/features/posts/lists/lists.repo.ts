import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { prepare, type Statement } from '../../../db/fast/fast.ts';
import {
  boardCounters,
  boardFavorites,
  members,
  pageAnchors,
  pageChanges,
  posts,
} from '../../../db/schema/index.ts';
import { viewerPlaceholders } from '../../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../../domain/access/room-access.ts';
import { isLive } from '../../../domain/posts/post.sql.ts';
import { boardOrder, type ItemRow, itemColumns } from '../items/item.repo.ts';

type PageRange = Record<'limit' | 'offset', number>;

export type PageQuery = PageRange & { boardType: BoardType };

export interface BoardPage {
  isMarked: boolean;
  /** A search that found no more than this in its time. */
  isPartial?: boolean;
  totalCount: number;
  rows: readonly ItemRow[];
}

/** The first page of a board as the app shows it. */
const FIRST_PAGE: PageRange = { limit: LIMITS.postPageSize, offset: 0 };

/**
 * Prepared statements for one page of a board with its header. The total is a stored counter, so no rows
 * are counted; an index-only scan finds the ids, so deep pages stay cheap.
 */
export function prepareBoardPage(db: Db) {
  const boardType = sql.placeholder('boardType');
  const usualSize = sql.raw(String(FIRST_PAGE.limit));
  const prepareNamed = (name: string, hits: SQL) => {
    const select = db
      .select({
        isMarked: isMarked(boardType, sql.placeholder('memberId')),
        totalCount: sql<number>`coalesce((select ${boardCounters.postCount} from ${boardCounters} where ${boardCounters.boardType} = ${boardType}), 0)`,
        hitId: sql<number | null>`hit_id`,
        ...itemColumns(viewerPlaceholders),
      })
      .from(sql`(values (1)) as one`)
      .leftJoin(sql`(${hits}) as hits`, sql`true`)
      .leftJoin(posts, sql`${posts.id} = hit_id`)
      .leftJoin(members, eq(members.id, posts.authorId))
      .orderBy(boardOrder);
    return prepare(db, name, select);
  };
  const hitsOf = (limit: SQL) =>
    pageHits({ boardType: sql`${boardType}`, limit, offset: sql`${sql.placeholder('offset')}` });
  const anyPage = prepareNamed('board_page_sized', hitsOf(sql`${sql.placeholder('limit')}`));
  const laterPage = prepareNamed('board_page', hitsOf(usualSize));
  // With constants PostgreSQL reuses its plan; for an unknown limit it would plan each time.
  const firstPage = prepareNamed(
    'board_first_page',
    sql`select ${posts.id} as hit_id from ${posts}
      where ${posts.boardType} = ${boardType} and ${isLive}
      order by ${boardOrder} limit ${usualSize}`,
  );
  return (values: Viewer & PageQuery): Statement<BoardPage> => {
    const isFirst = values.limit === FIRST_PAGE.limit && values.offset === FIRST_PAGE.offset;
    const query = isFirst ? firstPage : values.limit === FIRST_PAGE.limit ? laterPage : anyPage;
    return query({ ...values }, (rows) => ({
      isMarked: rows[0]?.isMarked ?? false,
      totalCount: rows[0]?.totalCount ?? 0,
      // A page without posts is one row without a post.
      rows: rows.filter(({ hitId }) => hitId !== null) as ItemRow[],
    }));
  };
}

export function isMarked(boardType: unknown, memberId: unknown) {
  return sql<boolean>`exists (select 1 from ${boardFavorites} where ${boardFavorites.memberId} = ${memberId} and ${boardFavorites.boardType} = ${boardType})`;
}

/** Of the end of a board. */
const MAX_ID = sql`9223372036854775807`;

/**
 * Selects the ids of any page of a board as `hit_id`. The nearest anchor after the page is found by its
 * rank, so that at most about five hundred index entries are passed over, however far back the page is.
 * What has changed since the ranks were counted is added, so that the page is exact.
 */
export function pageHits({
  boardType,
  limit,
  offset,
}: Record<'boardType' | 'limit' | 'offset', SQL>): SQL {
  const changes = sql`from ${pageChanges} where ${pageChanges.boardType} = ${boardType}`;
  const anchors = sql`from ${pageAnchors} where ${pageAnchors.boardType} = ${boardType}`;
  const isBeforeAnchor = (place: SQL) =>
    sql`(${place}) < (anchor.pinned, anchor.created_at, anchor.post_id)`;
  // Posts of the board before the anchor, now.
  const rank = sql`anchor.rank + (select coalesce(sum(${pageChanges.step}), 0) ${changes}
    and ${isBeforeAnchor(sql`${pageChanges.pinned}, ${pageChanges.createdAt}, ${pageChanges.postId}`)})`;
  // An anchor's rank is now lower than the stored one by no more than the posts that left. Above the
  // highest rank only the end of the board is after the page: others of that rank may have new posts
  // behind them.
  return sql`select hit.id as hit_id
    from (
      select *, stored + change - ${offset}::bigint + left_count as lowest
      from (
        select coalesce((select max(${pageAnchors.rank}) ${anchors}), 0) as stored,
          coalesce(sum(${pageChanges.step}), 0) as change,
          coalesce(-sum(${pageChanges.step}) filter (where ${pageChanges.step} < 0), 0) as left_count
        ${changes}
      ) as counts
    ) as board
    cross join lateral (
      select * from (
        select ${pageAnchors.pinned}, ${pageAnchors.createdAt}, ${pageAnchors.postId}, ${pageAnchors.rank} ${anchors}
          and ${pageAnchors.rank} >= lowest
        order by ${pageAnchors.rank} limit 1
      ) as nearest
      union all
      select true, 'infinity', ${MAX_ID}, stored where lowest > stored or not exists (select ${anchors})
    ) as anchor
    cross join lateral (
      select ${posts.id} from ${posts}
      where ${posts.boardType} = ${boardType} and ${isLive}
        and ${isBeforeAnchor(sql`${posts.pinned}, ${posts.createdAt}, ${posts.id}`)}
      order by ${boardOrder}
      limit ${limit} offset ${rank} - (stored + change) + ${offset}::bigint
    ) as hit`;
}

/**
 * Whether no transaction that has changed one of the boards is in progress: what a later statement reads of
 * them contains all changes whose versions an earlier statement has read.
 */
export function prepareAreBoardsQuiet(db: Db) {
  const prepared = prepare<{ isQuiet: boolean }>(
    db,
    'are_boards_quiet',
    sql`select are_boards_quiet(${sql.placeholder('boards')}::text[]) as "isQuiet"`,
  );
  return (boards: readonly BoardType[]): Statement<boolean> =>
    prepared({ boards: [...boards] }, ([row]) => row?.isQuiet === true);
}
