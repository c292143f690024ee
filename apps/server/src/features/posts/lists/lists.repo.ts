import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { textArray } from '../../../db/arrays.ts';
import type { Db, Executor } from '../../../db/client.ts';
import { type Statement, statement } from '../../../db/pipeline.ts';
import { boardCounters, boardFavorites, members, posts } from '../../../db/schema/index.ts';
import { viewerPlaceholders } from '../../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../../domain/access/room-access.ts';
import { isForYear } from '../../../domain/notices/audience.sql.ts';
import { isListed, isLive } from '../../../domain/posts/post.sql.ts';
import {
  boardOrder,
  type ItemRow,
  itemColumns,
  type Popular,
  popularIds,
  readIds,
} from '../items/item.repo.ts';
import { pageHits } from './page.repo.ts';

type PageRange = Record<'limit' | 'offset', number>;

export type PageQuery = PageRange & { boardType: BoardType };

export interface BoardPage {
  isMarked: boolean;
  /** A search that found no more than this in its time. */
  isPartial?: boolean;
  totalCount: number;
  rows: ItemRow[];
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
  const prepare = (name: string, hits: SQL) =>
    db
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
      .orderBy(boardOrder)
      .prepare(name);
  const hitsOf = (limit: SQL) =>
    pageHits({ boardType: sql`${boardType}`, limit, offset: sql`${sql.placeholder('offset')}` });
  const anyPage = prepare('board_page_sized', hitsOf(sql`${sql.placeholder('limit')}`));
  const laterPage = prepare('board_page', hitsOf(usualSize));
  // With constants PostgreSQL reuses its plan; for an unknown limit it would plan each time.
  const firstPage = prepare(
    'board_first_page',
    sql`select ${posts.id} as hit_id from ${posts}
      where ${posts.boardType} = ${boardType} and ${isLive}
      order by ${boardOrder} limit ${usualSize}`,
  );
  return (values: Viewer & PageQuery): Statement<BoardPage> => {
    const isFirst = values.limit === FIRST_PAGE.limit && values.offset === FIRST_PAGE.offset;
    const query = isFirst ? firstPage : values.limit === FIRST_PAGE.limit ? laterPage : anyPage;
    return statement(query, { ...values }, (rows) => ({
      isMarked: rows[0]?.isMarked ?? false,
      totalCount: rows[0]?.totalCount ?? 0,
      // A page without posts is one row without a post.
      rows: rows.filter(({ hitId }) => hitId !== null) as ItemRow[],
    }));
  };
}

/** Runs a query that selects one row, `ids` and `isPartial`. */
export async function findHits(
  db: Executor,
  values: { boardType: BoardType; memberId: number; hitsQuery: SQL },
) {
  const [row] = await db
    .select({
      isMarked: isMarked(values.boardType, values.memberId),
      ids: sql`ids`.mapWith(readIds),
      isPartial: sql<boolean>`"isPartial"`,
    })
    .from(sql`(${values.hitsQuery}) as found`);
  return row ?? { isMarked: false, ids: [], isPartial: false };
}

/** Keeps the order of `ids`; omits posts deleted meanwhile. */
export async function listByIds(db: Executor, viewer: Viewer, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select(itemColumns(viewer))
    .from(posts)
    .leftJoin(members, eq(members.id, posts.authorId))
    .where(and(inArray(posts.id, [...ids]), isLive));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Newest posts of a board among which the main page prefers those for the viewer's year. */
const AUDIENCE_SCAN = 50;

export type NewestHit = Awaited<ReturnType<typeof listNewest>>['hits'][number];

/**
 * Returns the newest posts of several boards in one statement, up to `size` pinned and `size` others per
 * board, unordered, without sold items and expired notices; notices for other years of study only where
 * a place is left. With `popular`, also the popular list, ordered, under the board name POPULAR.
 */
export async function listNewest(
  db: Executor,
  options: {
    viewer: Viewer;
    /** The viewer's year of study. */
    year: SQL<number | null>;
    now: Date;
    boards: readonly BoardType[];
    size: number;
    popular: Popular | null;
  },
) {
  const { viewer, now } = options;
  const isForViewer = isForYear(sql`audience_years`, options.year);
  const newest = sql`select board.name as hit_board, newest.id as hit_id, 0::bigint as hit_rank,
      newest.is_for_viewer as hit_is_for_viewer
    from unnest(${textArray(options.boards)}) as board(name)
    cross join (values (true), (false)) as pin(is_pinned)
    cross join lateral (
      select id, is_for_viewer from (
        select ${posts.id} as id, ${posts.createdAt} as created_at, ${isForViewer} as is_for_viewer
        from ${posts}
        where ${posts.boardType} = board.name and ${posts.pinned} = pin.is_pinned and ${isListed}
          and ${posts.tradeStatus} is distinct from 'SOLD'
          and (${posts.expiresAt} is null or ${posts.expiresAt} > ${now.toISOString()}::timestamptz)
        order by ${posts.createdAt} desc nulls last, ${posts.id} desc nulls last
        limit ${Math.max(AUDIENCE_SCAN, options.size)}
      ) as candidates
      order by is_for_viewer desc, created_at desc, id desc
      limit ${options.size}
    ) as newest`;
  const best =
    options.popular &&
    sql` union all select 'POPULAR', best.id, best.rank, true from unnest(array(${popularIds(options.popular)})) with ordinality as best(id, rank)`;
  const rows = await db
    .select({
      listedAs: sql<string>`hit_board`,
      rank: sql<number>`hit_rank`,
      isForViewer: sql<boolean>`hit_is_for_viewer`,
      nextExpiry:
        sql<Date | null>`(select min(${posts.expiresAt}) from ${posts} where ${posts.expiresAt} > ${now.toISOString()}::timestamptz)`.mapWith(
          posts.expiresAt,
        ),
      ...itemColumns(viewer),
    })
    .from(sql`(${newest}${best ?? sql``}) as hit`)
    .innerJoin(posts, sql`${posts.id} = hit_id`)
    .leftJoin(members, eq(members.id, posts.authorId));
  return {
    hits: rows
      .sort((a, b) => a.rank - b.rank)
      .map(({ listedAs, isForViewer, rank: _, nextExpiry: __, ...item }) => ({
        listedAs,
        isForViewer,
        item,
      })),
    /** When the next notice expires; null also where nothing is listed. */
    nextExpiry: rows[0]?.nextExpiry ?? null,
  };
}

export function isMarked(boardType: unknown, memberId: unknown) {
  return sql<boolean>`exists (select 1 from ${boardFavorites} where ${boardFavorites.memberId} = ${memberId} and ${boardFavorites.boardType} = ${boardType})`;
}
