import type { BoardType } from '@naru/contract/boards';
import type { PostFilter } from '@naru/contract/choices';
import { type SQL, sql } from 'drizzle-orm';
import { members, posts } from '../../db/schema/index.ts';
import { isListed, isLive } from '../../domain/posts/post.sql.ts';
import { boardOrder, type Popular, popularIds } from './posts.item.repo.ts';

export interface Search {
  filter: PostFilter;
  /** NFC, trimmed. */
  query: string;
  /** Maximum number of hits. */
  max: number;
}

/** Posts of a board that are scanned before the index is used. */
const NEWEST = 5_000;

/**
 * Selects the ids of a board's hits in the board's order. First scans the newest posts, which is all of
 * a usual board and enough for a frequent word, where an index does not help. If they contain too few
 * hits and older posts exist, the bigram index finds the hits. A query without two adjacent characters
 * has no bigram and searches the newest posts only.
 */
export function boardHits(board: BoardType, search: Search): SQL {
  const onBoard = sql`${isLive} and ${posts.boardType} = ${board}`;
  const isHit = sql`${onBoard} and ${isListed} and (${matches(search)})`;
  const columns = sql`${posts.id}, ${posts.pinned}, ${posts.createdAt}`;
  const ordered = sql`${boardOrder} limit ${search.max}`;
  if (search.filter === 'writer') {
    return sql`select ${posts.id} from ${posts} where ${isHit} order by ${ordered}`;
  }
  const newest = sql`select ${columns} from (
    select ${posts}.* from ${posts} where ${onBoard} order by ${boardOrder} limit ${NEWEST}
  ) as posts where ${isHit}`;
  const hasBigram = /\S\S/u.test(search.query);
  if (!hasBigram) {
    return sql`select ${posts.id} from (${newest}) as posts order by ${ordered}`;
  }
  // `offset 0` is an optimisation fence: without it PostgreSQL computes the bigrams of every post.
  const indexed = sql`select ${columns} from (
    select ${posts}.* from ${posts} where ${prefilter(search)} offset 0
  ) as posts where ${isHit}`;
  return sql`with newest as materialized (${newest}),
    reach as materialized (
      select exists (select 1 from newest offset ${search.max - 1})
        or not exists (
          select 1 from (select 1 from ${posts} where ${onBoard} order by ${boardOrder} offset ${NEWEST} limit 1) as older
        ) as is_enough
    )
    select ${posts.id} from (
      select * from newest where (select is_enough from reach)
      union all
      select * from (${indexed}) as found where not (select is_enough from reach)
    ) as posts order by ${ordered}`;
}

/** Selects the ids of a board's posts about a lecture, in the board's order; an empty query finds all. */
export function taggedHits(board: BoardType, lectureId: number, search: Search): SQL {
  const isHit = search.query === '' ? sql`true` : matches(search);
  return sql`select ${posts.id} from ${posts}
    where ${posts.lectureTagId} = ${lectureId} and ${posts.boardType} = ${board} and ${isListed}
      and (${isHit})
    order by ${boardOrder} limit ${search.max}`;
}

/** Selects the matching ids of the popular list, best first. */
export function popularHits(popular: Popular, search: Search): SQL {
  return sql`select ${posts.id}
    from unnest(array(${popularIds(popular)})) with ordinality as best(id, rank)
    join ${posts} on ${posts.id} = best.id
    where ${matches(search)} order by best.rank`;
}

/** Index condition: true for every hit and for some other posts. */
function prefilter(search: Search): SQL {
  return onColumns(
    search,
    (column) => sql`text_grams(${column}) @> text_grams(${search.query}::text)`,
  );
}

function matches(search: Search): SQL {
  return onColumns(search, (column) => contains(column, search.query));
}

function onColumns({ filter, query }: Search, test: (column: SQL) => SQL): SQL {
  const title = test(sql`${posts.title}`);
  const content = test(sql`${posts.contentText}`);
  const writer = isWrittenBy(query);
  const all = sql`${title} or ${content} or (${writer})`;
  return { title, content, writer, all }[filter];
}

/** Never matches anonymous posts. */
function isWrittenBy(query: string): SQL {
  return sql`not ${posts.anonymous} and ${posts.authorId} = any(array(
    select ${members.id} from ${members}
    where ${members.withdrawnAt} is null and ${contains(sql`${members.nickname}`, query)}
  ))`;
}

/** Case-insensitive substring match without wildcards. */
function contains(column: SQL, query: string): SQL {
  return sql`strpos(lower(${column}), lower(${query}::text)) > 0`;
}
