import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/client.ts';
import { prepareShared, type ReaderColumns } from '../../db/fast/fast.ts';
import { jsonRow } from '../../db/json-row.ts';
import { posts, postViews, sealedPostViews } from '../../db/schema/index.ts';
import { createBatchedRead } from '../../platform/batched-read.ts';
import { orWithoutWriting } from '../../platform/database/query-errors.ts';
import { ofReader, readerViewer } from '../access/readers.sql.ts';
import { viewVoter } from '../marks/marks.sql.ts';

/** Each can be as large as the longest post. */
const READERS_AT_ONCE = 32;
const HELD_POSTS = 100;

/** The view count of a post in a shared statement that counts views. */
export const countedViews = sql<number>`coalesce(views, ${posts.viewCount})`;

export interface PostReader {
  memberId: number;
  postId: number;
  /** The Korean day. */
  day: string;
}

/** Whether nothing may be stored now. */
export type IsReadOnly = () => Promise<boolean>;

interface Parts<Row extends object, Request extends PostReader> {
  /** Of the prepared statements. */
  name: string;
  reader: ReaderColumns<Request>;
  /** Columns of the response, with `countedViews`. */
  columns: Parameters<typeof jsonRow<Row>>[0];
  /** After `posts`. */
  joins: SQL;
  /** A condition on `posts` and `reader`. */
  isReadable: SQL | undefined;
  isReadOnly: IsReadOnly;
}

/**
 * `post` is JSON text, parsed for each response alone: one turn of the event loop must not parse the posts of
 * all requests.
 */
interface Found {
  place: number;
  post: string;
  /** Not counted yet, because the post is locked. */
  isHeld: boolean;
}

/**
 * Prepares a statement that reads a post and counts the view, unless the site is read-only or its disk is full;
 * null for a post that is not readable.
 * Requests that arrive together share a statement, which waits for no lock.
 */
export function prepareCountedRead<Row extends object, Request extends PostReader>(
  db: Db,
  { name, reader, columns, joins, isReadable, isReadOnly }: Parts<Row, Request>,
) {
  const row = jsonRow<Row>(columns);
  const counting = countViews(isReadable);
  const prepare = (statement: string, views: SQL) =>
    prepareShared<Found, Request>(
      db,
      statement,
      reader,
      (reader) => sql`with ${reader}, ${views}
        select reader.place as place, ${row.object}::text as post,
          exists (select 1 from fresh where fresh.post_id = ${posts.id}
            and fresh.member_id = reader."memberId"
            and fresh.post_id not in (select post_id from free)) as "isHeld"
        from reader inner join ${posts} on ${posts.id} = reader."postId" ${joins}
        left join counted on counted.post_id = ${posts.id}
        where ${isReadable}`,
    );
  const readOnly = prepare(`${name}_only`, counting.none);
  const share = (statement: string, views: SQL) => {
    const readMany = prepare(statement, views);
    return () =>
      createBatchedRead(
        async (requests: readonly Request[]) => {
          const only = () => readOnly(requests)(db);
          return (await isReadOnly())
            ? only()
            : orWithoutWriting(() => readMany(requests)(db), only);
        },
        { most: READERS_AT_ONCE, retriesAlone: true },
      );
  };
  const readUnlocked = share(name, counting.unlocked)();
  const shareHeld = share(`${name}_held`, counting.all);
  /** One reader per locked post: requests for it wait for its lock together, those for other posts do not. */
  const held = new LRUCache<number, typeof readUnlocked>({ max: HELD_POSTS });
  const readHeld = (request: Request) => {
    const read = held.get(request.postId) ?? shareHeld();
    held.set(request.postId, read);
    return read(request);
  };
  return async (request: Request): Promise<Row | null> => {
    const shared = await readUnlocked(request);
    const found = shared?.isHeld ? await readHeld(request) : shared;
    return found === null ? null : row.read(JSON.parse(found.post));
  };
}

/**
 * CTEs that count a view once per member and day. `unlocked`: posts that nobody has locked; `all`: all posts,
 * waiting for their locks; `none`: no post. An author's own view does not count, except on
 * anonymous posts, where leaving it out would reveal the author; views of these are stored sealed.
 *
 * `fresh`: today's views that are not counted yet; `free`: those of their posts that could be locked;
 * `counted`: the new counts. Posts are locked in order, before views are stored, so that no two statements
 * deadlock.
 */
function countViews(isReadable: SQL | undefined) {
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
