import { BOARDS, type BoardType } from '@naru/contract/boards';
import type { PostFilter } from '@naru/contract/posts';
import { type SQL, sql } from 'drizzle-orm';
import { members, posts } from '../../db/schema/index.ts';
import { boardOrder, isLive, type Popular, popularIds } from './posts.item.repo.ts';

export interface Search {
  filter: PostFilter;
  /** Composed form (NFC), trimmed, not empty. */
  query: string;
  /** Hits looked at, at most. */
  max: number;
}

/** Newest posts looked through when the query has no two neighbouring characters for the index. */
const SCANNED = 5_000;

/**
 * The ids of a board's hits in the board's order. The hits are gathered through the index first and
 * sorted then: walking the board in order would compute the pairs of every post on the way.
 */
export function boardHits(board: BoardType, search: Search): SQL {
  const onBoard = sql`${isLive} and ${posts.boardType} = ${board}`;
  const isHit = matches(search, BOARDS[board].anonymous);
  const columns = sql`${posts.id}, ${posts.pinned}, ${posts.createdAt}`;
  const found = isIndexed(search)
    ? sql`select ${columns} from ${posts} where ${onBoard} and (${isHit})`
    : sql`select ${columns} from (
        select ${posts}.* from ${posts} where ${onBoard} order by ${boardOrder} limit ${SCANNED}
      ) as posts where ${isHit}`;
  return sql`with found as materialized (${found})
    select ${posts.id} from found as posts order by ${boardOrder} limit ${search.max}`;
}

/** The ids of the popular list that match, best first. */
export function popularHits(popular: Popular, search: Search): SQL {
  return sql`select ${posts.id}
    from unnest(array(${popularIds(popular)})) with ordinality as best(id, rank)
    join ${posts} on ${posts.id} = best.id
    where ${matches(search, false)} order by best.rank`;
}

/** Authors of an anonymous board are not searched (decisions 47); elsewhere theirs are null anyway. */
function matches({ filter, query }: Search, isAnonymous: boolean): SQL {
  const title = contains(sql`${posts.title}`, query);
  const content = contains(sql`${posts.contentText}`, query);
  if (filter === 'title') return title;
  if (filter === 'content') return content;
  const writer = sql`${posts.authorId} = any(array(
    select ${members.id} from ${members}
    where ${members.withdrawnAt} is null and strpos(lower(${members.nickname}), lower(${query}::text)) > 0
  ))`;
  if (filter === 'writer') return isAnonymous ? sql`false` : writer;
  return isAnonymous ? sql`${title} or ${content}` : sql`${title} or ${content} or ${writer}`;
}

/** The pairs find candidates through the index; the whole text decides. */
function contains(column: SQL, query: string): SQL {
  const isInside = sql`strpos(lower(${column}), lower(${query}::text)) > 0`;
  return hasPair(query)
    ? sql`(text_grams(${column}) @> text_grams(${query}::text) and ${isInside})`
    : isInside;
}

function isIndexed({ filter, query }: Search): boolean {
  return filter === 'writer' || hasPair(query);
}

/** As text_grams (migration 0000) sees it. */
function hasPair(query: string): boolean {
  return /\S\S/u.test(query);
}
