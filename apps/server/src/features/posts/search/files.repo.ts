import { type SQL, sql } from 'drizzle-orm';
import { attachments, fileTexts, posts } from '../../../db/schema/index.ts';
import { isListed } from '../../../domain/posts/post.sql.ts';
import { type Asked, contain } from './asked.repo.ts';
import { isInTime } from './walk.repo.ts';

/** Newest files with all pairs of a query whose texts are compared with it. */
const COMPARED = sql.raw('1000');
/** Pairs that the index looks up. */
const PAIRS = sql.raw('8');
/** Characters of an excerpt, and those before the words. */
const EXCERPT = sql.raw('140');
const BEFORE = sql.raw('40');
/** After the posts, which have the time of a search, half of it besides. */
const TIMES = sql`1.5`;

/**
 * The posts of `place` with a file that contains the words, as `files` with the keys of these, after `walked`: one file
 * has all of them. A query of one character, which no index has, and those for titles and writers find none.
 */
export function filesOf(search: Asked, place: SQL): SQL {
  if (!readsFiles(search)) {
    return sql`files as materialized (
      select '{}'::bigint[] as ids, '{}'::text[] as keys, false as is_partial)`;
  }
  const isSure = search.form === 'pair';
  const isHit = isSure
    ? sql`true`
    : sql`${isInTime(search, TIMES)} and (${contain([sql`newest.text`], search)})`;
  return sql`files as materialized (
      select found.ids, found.keys, found.compared >= ${COMPARED} or not ${isInTime(search, TIMES)} as is_partial
      from (select 1) as one left join walked on true
      cross join lateral (
        with newest as materialized (
          select ${posts.id}, ${fileTexts.key}, ${fileTexts.text} from ${fileTexts}
          join ${attachments} on ${attachments.key} = ${fileTexts.key}
          join ${posts} on ${posts.id} = ${attachments.postId}
          where letter_pairs(${fileTexts.text}) @> (letter_pairs(${search.query}))[:${PAIRS}]
            and coalesce(walked.is_partial, false) is not null and ${isListed} and ${place}
          order by ${posts.createdAt} desc nulls last, ${posts.id} desc nulls last limit ${COMPARED}
        ), hit as materialized (select newest.id, newest.key from newest where ${isHit} limit ${search.max})
        select array(select id from hit) as ids, array(select key from hit) as keys,
          (select count(*) from newest) as compared
      ) as found
    )`;
}

function readsFiles({ filter, form }: Asked): boolean {
  return form !== 'letter' && (filter === 'all' || filter === 'content');
}

/**
 * The first found file of a post and what stands around the words in it, unless the post's own text has all of them;
 * for a lateral join after `hit_id` and `found`. When the time is over, it is the beginning of the file.
 */
export function fileExcerpt(search: Asked): SQL {
  const { query, hasCase } = search;
  const own = [
    sql`coalesce(${posts.foldedTitle}, ${posts.title})`,
    sql`coalesce(${posts.foldedText}, ${posts.contentText})`,
  ];
  const wordPlace = sql`coalesce(nullif(strpos(lowered, lower(${query})), 0),
    strpos(lowered, lower(split_part(${query}, ' ', 1))))`;
  return sql`lateral (
      select first.name, substr(first.text, greatest(at.place - ${BEFORE}, 1), ${EXCERPT}) as excerpt,
        at.place > ${BEFORE} + 1 as is_cut_before, char_length(first.text) >= greatest(at.place - ${BEFORE}, 1) + ${EXCERPT} as is_cut_after
      from (
        select ${attachments.name}, ${fileTexts.text} from ${attachments}
        join ${fileTexts} on ${fileTexts.key} = ${attachments.key}
        where ${attachments.postId} = hit_id and ${attachments.key} = any(found."fileKeys")
          and not (${contain(own, search)})
        order by ${attachments.position} limit 1
      ) as first
      cross join lateral (
        select case when clock_timestamp() >= found."endsAt" then ''
          when ${hasCase} then lower(first.text) else first.text end as lowered offset 0
      ) as read
      cross join lateral (select ${wordPlace} as place offset 0) as at
    ) as file`;
}
