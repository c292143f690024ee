import { LIMITS } from '@naru/contract/limits';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type Statement, statement } from '../../../db/pipeline.ts';
import { members, posts } from '../../../db/schema/index.ts';
import { viewerPlaceholders } from '../../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../../domain/access/room-access.ts';
import { type ItemRow, itemColumns } from '../items/item.repo.ts';
import { type BoardPage, isMarked, type PageQuery } from '../lists/lists.repo.ts';
import {
  allOf,
  boardHits,
  type Hits,
  hasCase,
  listedOf,
  type Search,
  type SearchKind,
  searchKind,
} from './search.repo.ts';

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
  const searches = new Map<string, ReturnType<typeof prepare>>();
  const known = prepare('search_known', allOf(listedOf(sql.placeholder('ids'))));

  return (input: Input, hits: Hits | null): Statement<SearchPage> => {
    const { limit, offset, ...values } = input;
    if (hits === null) {
      const shown = { first: offset + 1, last: offset + limit };
      const asked = { ...values, ...shown, hasCase: hasCase(input.query) };
      return statement(prepared(searchKind(input)), asked, (rows) => toPage(rows, takeHits(rows)));
    }
    const ids = hits.ids.slice(offset, offset + limit);
    return statement(known, { ...values, ids, first: 1, last: ids.length }, (rows) =>
      toPage(rows, hits),
    );
  };

  function prepared(kind: SearchKind) {
    const name = `search_${kind.filter}_${kind.form}`;
    const search =
      searches.get(name) ??
      prepare(name, boardHits(boardType, { ...kind, ...given, max: SEARCH_HITS }));
    searches.set(name, search);
    return search;
  }

  function prepare(name: string, hits: SQL) {
    const shown = sql`found.ids[${sql.placeholder('first')}::integer:${sql.placeholder('last')}::integer]`;
    return (
      db
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
        .orderBy(sql`place`)
        .prepare(name)
    );
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
