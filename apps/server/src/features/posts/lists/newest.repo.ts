import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { eq, type SQL, sql } from 'drizzle-orm';
import { textArray } from '../../../db/arrays.ts';
import type { Db, Executor } from '../../../db/client.ts';
import { prepare, type Statement } from '../../../db/fast/fast.ts';
import { members, posts } from '../../../db/schema/index.ts';
import { viewerPlaceholders } from '../../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../../domain/access/room-access.ts';
import { isForYear } from '../../../domain/notices/audience.sql.ts';
import { VERSIONED_BOARDS } from '../../../domain/posts/board-versions.sql.ts';
import { isListed, isLive } from '../../../domain/posts/post.sql.ts';
import { addSeconds } from '../../../platform/clock.ts';
import { type ItemRow, itemColumns } from '../items/item.repo.ts';

/** Newest posts of a board among which the main page prefers those for the viewer's year. */
const AUDIENCE_SCAN = 50;

export type NewestRow = ItemRow & { listedAs: string; isForViewer: boolean };

/**
 * Returns the newest posts of several boards in one statement, up to `size` pinned and `size` others per
 * board, unordered, without sold items and expired notices; notices for other years of study only where
 * a place is left. With `popularSize`, also the popular list, ordered, under the board name POPULAR.
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
    popularSize: number | null;
  },
): Promise<{ rows: NewestRow[]; nextExpiry: Date | null }> {
  const { viewer, now, popularSize } = options;
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
    popularSize === null
      ? sql``
      : sql` union all select 'POPULAR', best.id, best.rank, true from unnest(array(${popularIds(popularSize, now)})) with ordinality as best(id, rank)`;
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
    .from(sql`(${newest}${best}) as hit`)
    .innerJoin(posts, sql`${posts.id} = hit_id`)
    .leftJoin(members, eq(members.id, posts.authorId));
  return {
    rows: rows.sort((a, b) => a.rank - b.rank),
    /** When the next notice expires; null also where nothing is listed. */
    nextExpiry: rows[0]?.nextExpiry ?? null,
  };
}

const POPULAR_SECONDS = LIMITS.popularDays * 86_400;
/** 36 hours, as in the generated column of migration 0002. */
const SECONDS_PER_POINT = 129_600;

/** When a post becomes too old for the popular list. */
export function endOfPopular({ createdAt }: Pick<ItemRow, 'createdAt'>): Date {
  return addSeconds(createdAt, POPULAR_SECONDS);
}

/** Selects the ids of the popular list, best first: of posts of the last `LIMITS.popularDays` days. */
export function popularIds(size: number, now: Date): SQL {
  const since = addSeconds(now, -POPULAR_SECONDS);
  // A post's score is at least its creation time, so this bound ends the index scan.
  const lowest = since.getTime() / 1000 / SECONDS_PER_POINT;
  return sql`select ${posts.id} from ${posts}
    where ${isListed} and ${posts.hotScore} >= ${lowest}::double precision
      and ${posts.createdAt} >= ${since.toISOString()}::timestamptz
      and ${posts.boardType} = any(${textArray(VERSIONED_BOARDS)})
    order by ${posts.hotScore} desc nulls last, ${posts.id} desc nulls last
    limit ${size}`;
}

export type AroundRow = ItemRow & { isNewer: boolean };

type Input = Viewer & { boardType: BoardType; id: number };

/**
 * Prepares the posts of a board on both sides of one, by time, `LIMITS.postsAround` on each, newest
 * first; none for a post that is deleted or on another board.
 */
export function prepareAround(db: Db) {
  const boardType = sql.placeholder('boardType');
  const size = sql.raw(String(LIMITS.postsAround));
  // Of the pinned ones and of the others, because the index of the boards keeps them apart.
  const side = (isNewer: boolean, compared: SQL, order: SQL) => sql`(
    select near.id as hit_id, ${sql.raw(String(isNewer))} as is_newer from here
    cross join (values (true), (false)) as pin(is_pinned)
    cross join lateral (
      select ${posts.id}, ${posts.createdAt} from ${posts}
      where ${posts.boardType} = ${boardType} and ${posts.pinned} = pin.is_pinned and ${isLive}
        and (${posts.createdAt}, ${posts.id}) ${compared} (here.created_at, here.id)
      order by ${posts.createdAt} ${order}, ${posts.id} ${order} limit ${size}
    ) as near
    order by near.created_at ${order}, near.id ${order} limit ${size})`;
  const hits = sql`with here as materialized (
      select ${posts.id}, ${posts.createdAt} from ${posts}
      where ${posts.id} = ${sql.placeholder('id')} and ${posts.boardType} = ${boardType} and ${isLive}
    )
    ${side(true, sql`>`, sql`asc nulls first`)} union all ${side(false, sql`<`, sql`desc nulls last`)}`;
  const select = db
    .select({ isNewer: sql<boolean>`is_newer`, ...itemColumns(viewerPlaceholders) })
    .from(sql`(${hits}) as hits`)
    .innerJoin(posts, sql`${posts.id} = hit_id`)
    .leftJoin(members, eq(members.id, posts.authorId))
    .orderBy(sql`${posts.createdAt} desc, ${posts.id} desc`);
  const prepared = prepare(db, 'posts_around', select);
  return (input: Input): Statement<AroundRow[]> =>
    prepared({ ...input }, (rows) => rows as AroundRow[]);
}
