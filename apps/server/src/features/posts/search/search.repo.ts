import { type Column, Placeholder, type SQL, sql } from 'drizzle-orm';
import { members, postSearch, posts } from '../../../db/schema/index.ts';
import { isListed, isLive } from '../../../domain/posts/post.sql.ts';
import { boardOrder } from '../items/item.repo.ts';
import { type Asked, asked, contain, type Search } from './asked.repo.ts';
import { filesOf } from './files.repo.ts';
import { begun, isInTime, pairsOf, walkOf } from './walk.repo.ts';

/** What a search has found. */
export interface Hits {
  ids: readonly number[];
  /** There may be more: the search ended at one of its bounds. */
  isPartial: boolean;
}

/** Of a search by default: a person waits for it, and so does everybody who shares the database. */
export const SEARCH_MS = 200;

// Constants, so that PostgreSQL can reuse a plan.
/** Posts of a board that a query without a pair searches. */
const NEWEST = sql.raw('5000');
/** Writers whose posts are looked up one by one. */
const FEW_WRITERS = sql.raw('200');
const WEEK_SECONDS = sql.raw('604800');

/**
 * Selects one row: the `ids` of a board's hits in the board's order, the pinned ones, then the others from the
 * newest week to the oldest, and whether they are partial. A query without two adjacent characters has no pair,
 * which the index needs, and searches the titles and texts of the newest posts only.
 */
export function boardHits(boardType: SQL, search: Asked): SQL {
  const { filter, form, query, max } = search;
  const onBoard = sql`${isLive} and ${posts.boardType} = ${boardType}`;
  if (form === 'letter' && filter !== 'writer') {
    return sql`with ${begun},
      hit as materialized (
        select array(
          select ${posts.id} from (
            select ${posts}.* from ${posts} where ${onBoard} order by ${boardOrder} limit ${NEWEST}
          ) as posts where ${isInTime(search)} and ${isListed} and (${matches(search)})
          order by ${boardOrder} limit ${max}
        ) as ids
      )
      select ids, not ${isInTime(search)} as "isPartial" from hit`;
  }
  const writers = sql`(select ids from writers)::bigint[]`;
  const isHit = matches(search, writers);
  const walk = walkOf({
    start: sql`select search_week(${posts.createdAt}) + 1 as week from ${posts}
        where ${onBoard} and not ${posts.pinned} order by ${boardOrder} limit 1`,
    hits: hitsOfSpan(boardType, search, writers),
    isHit,
    search,
  });
  return sql`with recursive
    writers as materialized (select ${writersOf(search)} as ids),
    pins as materialized (
      select array(
        select ${posts.id} from ${posts}
        where ${onBoard} and ${isListed} and ${posts.pinned} and (${isHit}) order by ${boardOrder}
      ) as ids
    ),
    ${pairsOf(query)},
    ${walk},
    ${filesOf(search, sql`${posts.boardType} = ${boardType}`)}
    select (case when files.ids = '{}' then pins.ids || walked.hits else array(
        select ${posts.id} from ${posts}
        where ${posts.id} = any(pins.ids || walked.hits || files.ids) order by ${boardOrder}
      ) end)[:${max}] as ids,
      coalesce(walked.is_partial, false) or files.is_partial as "isPartial"
    from pins cross join files left join walked on true`;
}

/** Every hit of a span that is not pinned and, unless the query is one pair, some other posts. */
function hitsOfSpan(boardType: SQL, { filter, max }: Asked, writers: SQL): SQL {
  const byText = (
    fields: string[],
  ) => sql`select ${postSearch.postId} as id, ${postSearch.createdAt}
    from ${postSearch}
    where ${postSearch.boardType} = ${boardType} and ${postSearch.tokens} @@ ${spanQuery(boardType, fields)}
      and ${postSearch.postId} <> all((select ids from pins)::bigint[])`;
  const byWriter = writersHits(boardType, max, writers);
  return {
    title: byText(['t']),
    content: byText(['c']),
    writer: byWriter,
    all: sql`${byText(['t', 'c'])} union (${byWriter})`,
  }[filter];
}

/**
 * Few writers are looked up one by one; of many, every post of the span is compared with them: without
 * `is true` PostgreSQL would look up the many, too.
 */
function writersHits(boardType: SQL, max: SQL, writers: SQL): SQL {
  const isFew = sql`cardinality(${writers}) <= ${FEW_WRITERS}`;
  const isInSpan = (createdAt: Column) => sql`
    ${createdAt} >= to_timestamp(span.week * ${WEEK_SECONDS}::double precision)
    and ${createdAt} < to_timestamp(walk.week * ${WEEK_SECONDS}::double precision)`;
  return sql`select one.id, one.created_at
    from unnest(case when ${isFew} then ${writers} end) as writer(id)
    cross join lateral (
      select ${posts.id}, ${posts.createdAt} from ${posts}
      where ${posts.authorId} = writer.id and not ${posts.anonymous}
        and ${posts.boardType} = ${boardType} and ${isListed} and not ${posts.pinned}
        and ${isInSpan(posts.createdAt)}
      order by ${posts.createdAt} desc, ${posts.id} desc limit ${max}
    ) as one
    union all
    (select ${postSearch.postId}, ${postSearch.createdAt} from ${postSearch}
      where not (${isFew}) and ${postSearch.boardType} = ${boardType} and ${isInSpan(postSearch.createdAt)}
        and ${postSearch.authorId} is not null
        and (${postSearch.authorId} in (select unnest(${writers}))) is true
        and ${postSearch.postId} <> all((select ids from pins)::bigint[])
      order by ${postSearch.createdAt} desc nulls last, ${postSearch.postId} desc nulls last limit ${max})`;
}

/** Asks the index for posts of a span that have each pair in one of the fields. */
function spanQuery(boardType: SQL, fields: string[]): SQL {
  const lookUps = fields.map(
    (field) => sql`'''' || search_field(${boardType}, ${field}) || pair || span.digits || ''':*'`,
  );
  return sql`(
    select string_agg('(' || ${sql.join(lookUps, sql` || '|' || `)} || ')', '&') from pairs
  )::tsquery`;
}

/** All of them, as one row like that of `boardHits`. */
export function allOf(ids: SQL): SQL {
  return sql`select array(${ids}) as ids, false as "isPartial"`;
}

/** Selects those of the ordered ids whose posts match, in the same order. */
export function popularHits(popular: SQL, search: Search): SQL {
  return sql`select ${posts.id}
    from unnest(array(${popular})) with ordinality as best(id, rank)
    join ${posts} on ${posts.id} = best.id
    where ${matches(asked(search))} order by best.rank`;
}

/** Selects those of the ids whose posts are neither deleted nor blinded, in the same order. */
export function listedOf(ids: readonly number[] | Placeholder): SQL {
  const given = ids instanceof Placeholder ? ids : sql.param([...ids]);
  return sql`select ${posts.id} from unnest(${given}::bigint[]) with ordinality as cached(id, place)
    join ${posts} on ${posts.id} = cached.id where ${isListed} order by place`;
}

export function matches(search: Asked, writers = writersOf(search)): SQL {
  const title = sql`coalesce(${posts.foldedTitle}, ${posts.title})`;
  const content = sql`coalesce(${posts.foldedText}, ${posts.contentText})`;
  const writer = isWrittenBy(writers);
  return {
    title: contain([title], search),
    content: contain([content], search),
    writer,
    all: sql`${contain([title, content], search)} or (${writer})`,
  }[search.filter];
}

/** Never matches anonymous posts. */
function isWrittenBy(writers: SQL): SQL {
  return sql`not ${posts.anonymous} and ${posts.authorId} = any(${writers})`;
}

/** Array of the ids of the members whose nickname contains the query. */
export function writersOf(search: Asked): SQL {
  const nickname = sql`${members.nickname}`;
  const hasPairs = sql`letter_pairs(${nickname}) @> letter_pairs(${search.query})`;
  return sql`array(
    select ${members.id} from ${members}
    where ${members.withdrawnAt} is null and ${search.form === 'letter' ? sql`true` : hasPairs}
      and ${contain([nickname], search)}
  )`;
}
