import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../../db/client.ts';
import { prepare, type Statement } from '../../../db/fast/fast.ts';
import { members, posts } from '../../../db/schema/index.ts';
import { viewerPlaceholders } from '../../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../../domain/access/room-access.ts';
import { isListed, isLive } from '../../../domain/posts/post.sql.ts';
import { isRecruitingOn } from '../../../domain/teams/teams.sql.ts';
import { kstDay } from '../../../platform/clock.ts';
import { type ItemRow, itemColumns } from '../items/item.repo.ts';
import { type BoardPage, isMarked, type PageQuery } from '../lists/lists.repo.ts';
import type { Selection } from '../lists/selection.ts';
import { asked, hasCase, type Search, type SearchKind, searchKind } from './asked.repo.ts';
import { allOf, boardHits, type Hits, listedOf } from './search.repo.ts';

/** Bounds the cost of a search; one more shows that there are more. */
const SEARCH_HITS = sql.raw(String(LIMITS.searchHits + 1));

type Input = Viewer & PageQuery & Pick<Search, 'filter' | 'query' | 'ms'>;

type SearchPage = BoardPage & { hits: Hits };

/**
 * Prepared statements for one page of a search on a board: one that finds the hits, for each kind of
 * search, and one for hits that are known, which leaves out those that are deleted or blinded.
 */
export function prepareSearchPage(db: Db) {
  const given = {
    query: sql`${sql.placeholder('query')}::text`,
    hasCase: sql`${sql.placeholder('hasCase')}::boolean`,
    ms: sql`${sql.placeholder('ms')}::integer`,
  };
  const boardType = sql`${sql.placeholder('boardType')}`;
  const searches = new Map<string, ReturnType<typeof prepareNamed>>();
  const known = prepareNamed('search_known', allOf(listedOf(sql.placeholder('ids'))));

  return (input: Input, hits: Hits | null): Statement<SearchPage> => {
    const { limit, offset, ...values } = input;
    if (hits === null) {
      const shown = { first: offset + 1, last: offset + limit };
      const asked = { ...values, ...shown, hasCase: hasCase(input.query) };
      return prepared(searchKind(input))(asked, (rows) => toPage(rows, takeHits(rows)));
    }
    const ids = hits.ids.slice(offset, offset + limit);
    return known({ ...values, ids, first: 1, last: ids.length }, (rows) => toPage(rows, hits));
  };

  function prepared(kind: SearchKind) {
    const name = `search_${kind.filter}_${kind.form}`;
    const search =
      searches.get(name) ??
      prepareNamed(name, boardHits(boardType, { ...kind, ...given, max: SEARCH_HITS }));
    searches.set(name, search);
    return search;
  }

  function prepareNamed(name: string, hits: SQL) {
    const shown = sql`found.ids[${sql.placeholder('first')}::integer:${sql.placeholder('last')}::integer]`;
    const select = db
      .select({
        isMarked: isMarked(boardType, sql.placeholder('memberId')),
        // With the first row only.
        hits: sql<
          string | null
        >`case when coalesce(place, 1) = 1 then array_to_string(ids, ' ') end`,
        isPartial: sql<boolean>`"isPartial"`,
        hitId: sql<number | null>`hit_id`,
        ...itemColumns(viewerPlaceholders),
      })
      // The offset keeps PostgreSQL from finding the hits for each of their uses.
      .from(sql`(${hits} offset 0) as found`)
      .leftJoin(sql`unnest(${shown}) with ordinality as page(hit_id, place)`, sql`true`)
      .leftJoin(posts, sql`${posts.id} = hit_id`)
      .leftJoin(members, eq(members.id, posts.authorId))
      .orderBy(sql`place`);
    return prepare(db, name, select);
  }
}

type Row = Pick<BoardPage, 'isMarked'> & { hitId: number | null };

function toPage(rows: readonly Row[], hits: Hits): SearchPage {
  return {
    isMarked: rows[0]?.isMarked ?? false,
    isPartial: hits.isPartial,
    totalCount: hits.ids.length,
    // A page without posts is one row without a post.
    rows: rows.filter(({ hitId }) => hitId !== null) as (Row & ItemRow)[],
    hits,
  };
}

/** The rows stay longer than the text of the ids is needed. */
function takeHits([first]: readonly { hits: string | null; isPartial: boolean }[]): Hits {
  const ids = first?.hits;
  const isPartial = first?.isPartial ?? false;
  if (!ids) return { ids: [], isPartial };
  first.hits = null;
  return { ids: ids.split(' ').map(Number), isPartial };
}

const newestFirst = sql`${posts.createdAt} desc nulls last, ${posts.id} desc nulls last`;

/**
 * Selects, as `boardHits` does, the ids of at most `max` posts of a board that match the selection and the query, if there is
 * one, in the chosen order. Sorted by likes or comments, a board as a whole is read in the order of an
 * index; what conditions leave of it are the newest `max` posts, which are sorted then.
 */
export function selectedHits(
  boardType: BoardType,
  selection: Selection,
  { now, ...search }: Search & { now: Date },
): SQL {
  const { sortBy, ...conditions } = selection;
  const order = orderOf(sortBy);
  const max = sql.raw(String(search.max));
  // A constant, which the conditions of partial indexes are compared with.
  const onBoard = sql`${posts.boardType} = ${sql.raw(`'${boardType}'`)} and ${isListed}`;
  const isSelected = sql.join([onBoard, ...conditionsOf(conditions, now)], sql` and `);
  if (search.query !== '') {
    const found = boardHits(sql`${boardType}::text`, asked(search));
    return sql`with found as materialized (${found})
      select array(
        select ${posts.id} from ${posts}
        where ${posts.id} = any((select ids from found)::bigint[]) and ${isSelected}
        order by ${order} limit ${max}
      ) as ids, "isPartial" from found`;
  }
  if (sortBy === undefined || Object.keys(conditions).length === 0) {
    return allOf(
      sql`select ${posts.id} from ${posts} where ${isSelected} order by ${order} limit ${max}`,
    );
  }
  return allOf(sql`select id from (
      select ${posts.id}, ${posts.likeCount}, ${posts.commentCount}, ${posts.createdAt} from ${posts}
      where ${isSelected} order by ${newestFirst} limit ${max}
    ) as posts order by ${order}`);
}

function orderOf(sortBy: Selection['sortBy']): SQL {
  if (sortBy === undefined) return newestFirst;
  const count = { likes: posts.likeCount, comments: posts.commentCount }[sortBy];
  return sql`${count} desc nulls last, ${newestFirst}`;
}

function conditionsOf(chosen: Omit<Selection, 'sortBy'>, now: Date): SQL[] {
  const { lectureTagId, headId, unanswered, onSale, recruiting, minPrice, maxPrice } = chosen;
  return [
    ...(lectureTagId === undefined ? [] : [sql`${posts.lectureTagId} = ${lectureTagId}`]),
    ...(headId === undefined ? [] : [sql`${posts.headId} = ${headId}`]),
    ...(unanswered ? [sql`${posts.acceptedCommentId} is null`] : []),
    // Items from before trade statuses have none.
    ...(onSale ? [sql`coalesce(${posts.tradeStatus}, 'ON_SALE') = 'ON_SALE'`] : []),
    ...(recruiting ? [isRecruitingOn(kstDay(now))] : []),
    ...(minPrice === undefined ? [] : [sql`${posts.price} >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql`${posts.price} <= ${maxPrice}`]),
  ];
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

/** Parses a bigint array, whose elements the driver returns as text. */
function readIds(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}
