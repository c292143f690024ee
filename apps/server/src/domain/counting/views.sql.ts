import { type SQL, sql } from 'drizzle-orm';
import { posts, postViews, sealedPostViews } from '../../db/schema/index.ts';
import { ofReader, readerViewer } from '../access/readers.sql.ts';
import { viewVoter } from '../marks/marks.sql.ts';

/** The view count of a post in a shared statement that counts views. */
export const countedViews = sql<number>`coalesce(views, ${posts.viewCount})`;

/**
 * The parts of a shared statement (columns `postId`, `day` and those of the viewer in `reader`) that count a view
 * once per member and day, of posts that nobody has locked, of all posts, or of none, for a full disk. The
 * author's own view does not count, except on anonymous posts, which must not reveal it; theirs are stored sealed.
 *
 * They define `fresh`, the views of today that are not counted yet, `free`, their posts as far as locked,
 * and `counted`, the new counts. Posts are locked in order and before their views are stored, so that no
 * two statements wait for each other.
 */
export function countViews(isReadable: SQL | undefined) {
  return {
    unlocked: countFree(isReadable, sql`skip locked`),
    all: countFree(isReadable, sql``),
    none: sql`fresh as (select null::bigint as post_id, null::bigint as member_id where false),
      free as (select post_id from fresh),
      counted as (select post_id, null::integer as views from fresh)`,
  };
}

const voter = viewVoter(posts.id, ofReader('day'), readerViewer);

function countFree(isReadable: SQL | undefined, whenLocked: SQL): SQL {
  const isFresh = sql`${isReadable}
    and ${posts.authorId} is distinct from ${ofReader('memberId')}
    and not exists (select 1 from ${postViews} where ${postViews.postId} = ${posts.id}
      and ${postViews.memberId} = ${ofReader('memberId')} and ${postViews.day} = ${ofReader('day')})
    and not (${posts.anonymous} and exists (select 1 from ${sealedPostViews}
      where ${sealedPostViews.postId} = ${posts.id} and ${sealedPostViews.voter} = ${voter}))`;
  return sql`fresh as (
      select ${posts.id} as post_id, ${ofReader('memberId')} as member_id, ${ofReader('day')} as day,
        case when ${posts.anonymous} then ${voter} end as voter
      from reader inner join ${posts} on ${posts.id} = ${ofReader('postId')} where ${isFresh}
    ), free as (
      select ${posts.id} as post_id from ${posts}
      where ${posts.id} in (select post_id from fresh) and ${posts.deletedAt} is null
      order by ${posts.id} for no key update ${whenLocked}
    ), seen_openly as (
      insert into ${postViews} (post_id, member_id, day)
      select post_id, member_id, day from fresh
      where voter is null and post_id in (select post_id from free)
      order by post_id, member_id
      on conflict do nothing returning post_id
    ), seen_sealed as (
      insert into ${sealedPostViews} (post_id, voter, day)
      select post_id, voter, day from fresh
      where voter is not null and post_id in (select post_id from free)
      order by post_id, voter
      on conflict do nothing returning post_id
    ), counted as (
      update ${posts} set view_count = ${posts.viewCount} + added.views
      from (select post_id, sum(1)::integer as views
        from (select post_id from seen_openly union all select post_id from seen_sealed) as seen
        group by post_id) as added
      where ${posts.id} = added.post_id
      returning ${posts.id} as post_id, ${posts.viewCount} as views
    )`;
}
