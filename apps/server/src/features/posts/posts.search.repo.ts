import type { BoardType } from '@naru/contract/boards';
import type { PostFilter } from '@naru/contract/choices';
import { type SQL, sql } from 'drizzle-orm';
import { members, posts } from '../../db/schema/index.ts';
import { isLive } from '../../domain/posts/post.sql.ts';
import { boardOrder, type Popular, popularIds } from './posts.item.repo.ts';

export interface Search {
  filter: PostFilter;
  /** Composed form (NFC), trimmed, not empty. */
  query: string;
  /** Hits looked at, at most. */
  max: number;
}

/** Newest posts of the board that are read before the index is asked. */
const NEWEST = 5_000;

/**
 * The ids of a board's hits in the board's order. The newest posts are simply read: that is all of a
 * usual board, and enough for a word that stands in every other post, for which an index is no help.
 * Only when they hold too few hits and there are older posts does the index find the rest. A query
 * without two neighbouring characters stays with the newest.
 */
export function boardHits(board: BoardType, search: Search): SQL {
  const onBoard = sql`${isLive} and ${posts.boardType} = ${board}`;
  const isHit = sql`${onBoard} and (${matches(search)})`;
  const columns = sql`${posts.id}, ${posts.pinned}, ${posts.createdAt}`;
  const ordered = sql`${boardOrder} limit ${search.max}`;
  if (search.filter === 'writer') {
    return sql`select ${posts.id} from ${posts} where ${isHit} order by ${ordered}`;
  }
  const newest = sql`select ${columns} from (
    select ${posts}.* from ${posts} where ${onBoard} order by ${boardOrder} limit ${NEWEST}
  ) as posts where ${isHit}`;
  if (!hasPair(search.query)) {
    return sql`select ${posts.id} from (${newest}) as posts order by ${ordered}`;
  }
  // The fence (offset 0) keeps PostgreSQL from computing the pairs of every post of the board.
  const indexed = sql`select ${columns} from (
    select ${posts}.* from ${posts} where ${maybe(search)} offset 0
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

/** The ids of the popular list that match, best first. */
export function popularHits(popular: Popular, search: Search): SQL {
  return sql`select ${posts.id}
    from unnest(array(${popularIds(popular)})) with ordinality as best(id, rank)
    join ${posts} on ${posts.id} = best.id
    where ${matches(search)} order by best.rank`;
}

/** True for every hit, and for some more: can be answered by the indexes. */
function maybe({ filter, query }: Search): SQL {
  const hasPairs = (column: SQL) => sql`text_grams(${column}) @> text_grams(${query}::text)`;
  return choose(filter, {
    title: hasPairs(sql`${posts.title}`),
    content: hasPairs(sql`${posts.contentText}`),
    writer: isWrittenBy(query),
  });
}

function matches({ filter, query }: Search): SQL {
  return choose(filter, {
    title: contains(sql`${posts.title}`, query),
    content: contains(sql`${posts.contentText}`, query),
    writer: isWrittenBy(query),
  });
}

function choose(
  filter: PostFilter,
  { title, content, writer }: Record<'title' | 'content' | 'writer', SQL>,
): SQL {
  switch (filter) {
    case 'title':
      return title;
    case 'content':
      return content;
    case 'writer':
      return writer;
    case 'all':
      return sql`${title} or ${content} or (${writer})`;
  }
}

/** Authors of anonymous posts are not searched; theirs are null besides. */
function isWrittenBy(query: string): SQL {
  return sql`not ${posts.anonymous} and ${posts.authorId} = any(array(
    select ${members.id} from ${members}
    where ${members.withdrawnAt} is null and ${contains(sql`${members.nickname}`, query)}
  ))`;
}

/** A part of the text in any case; nothing in the query is a wildcard. */
function contains(column: SQL, query: string): SQL {
  return sql`strpos(lower(${column}), lower(${query}::text)) > 0`;
}

/** As text_grams sees it. */
function hasPair(query: string): boolean {
  return /\S\S/u.test(query);
}
