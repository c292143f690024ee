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
 * The posts of `place` with a file that contains the words, as `files`, after `walked`: one file has all of them. A
 * query of one character, which no index has, and those for titles and writers find none.
 */
export function filesOf(search: Asked, place: SQL): SQL {
  if (!readsFiles(search)) {
    return sql`files as materialized (select '{}'::bigint[] as ids, false as is_partial)`;
  }
  const isSure = search.form === 'pair';
  const isHit = isSure
    ? sql`true`
    : sql`${isInTime(search, TIMES)} and (${contain([sql`newest.text`], search)})`;
  return sql`files as materialized (
      select found.ids, not ${isInTime(search, TIMES)} as is_partial
      from walked cross join lateral (select array(
        select newest.id from (
          select ${posts.id}, ${posts.createdAt}, ${fileTexts.text} from ${fileTexts}
          join ${attachments} on ${attachments.key} = ${fileTexts.key}
          join ${posts} on ${posts.id} = ${attachments.postId}
          where letter_pairs(${fileTexts.text}) @> (letter_pairs(${search.query}))[:${PAIRS}]
            and walked.is_partial is not null and ${isListed} and ${place}
          order by ${posts.createdAt} desc nulls last, ${posts.id} desc nulls last limit ${COMPARED}
        ) as newest where ${isHit} limit ${search.max}
      ) as ids) as found
    )`;
}

function readsFiles({ filter, form }: Asked): boolean {
  return form !== 'letter' && (filter === 'all' || filter === 'content');
}

/**
 * The file of a found post and what stands around the words in it, unless its own text has them; for a lateral join
 * after `hit_id`.
 */
export function fileExcerpt(query: SQL, ownPlace: SQL): SQL {
  const wordPlace = sql`coalesce(nullif(strpos(lower(${fileTexts.text}), lower(${query})), 0),
    strpos(lower(${fileTexts.text}), lower(split_part(${query}, ' ', 1))))`;
  return sql`lateral (
      select ${attachments.name}, substr(${fileTexts.text}, greatest(at.place - ${BEFORE}, 1), ${EXCERPT}) as excerpt
      from ${attachments} join ${fileTexts} on ${fileTexts.key} = ${attachments.key}
      cross join lateral (select ${wordPlace} as place offset 0) as at
      where ${attachments.postId} = hit_id and hit_id = any(found."fileIds") and ${ownPlace} = 0 and at.place > 0
      order by ${attachments.position} limit 1
    ) as file`;
}
