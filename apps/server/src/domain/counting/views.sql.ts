import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/client.ts';
import { jsonRow } from '../../db/json-row.ts';
import { posts, postViews } from '../../db/schema/index.ts';
import { createBatchedRead } from '../../platform/batched-read.ts';
import { orWithoutWriting } from '../../platform/database/query-errors.ts';
import {
  type ColumnsOf,
  ofReader,
  prepareSharedRead,
  type SqlType,
} from '../access/readers.sql.ts';
import type { Viewer } from '../access/room-access.ts';

/** Each can be as large as the longest post. */
const READERS_AT_ONCE = 32;
const HELD_POSTS = 100;

/**
 * Which views a statement counts: of posts that nobody has locked, of all posts, for whose locks it
 * waits, or none, for a full disk.
 */
type Counting = 'unlocked' | 'all' | 'none';

export interface PostReader extends Viewer {
  postId: number;
  /** The Korean day. */
  day: string;
}

interface Parts<Row, Request> {
  /** Of the prepared statements. */
  name: string;
  /** `viewCount` is added to them. */
  columns: Parameters<typeof jsonRow<Omit<Row, 'viewCount'>>>[0];
  /** After `posts`. */
  joins: SQL;
  /** Columns of `reader` that the other parts need. */
  more: Record<Exclude<keyof Request, keyof PostReader>, SqlType>;
  /** A condition on `posts` and `reader`. */
  isReadable: SQL | undefined;
}

/** A JSON text is parsed when the answer is made: not those of all requests in one turn. */
interface Found {
  place: number;
  post: string;
  /** Not counted yet, because the post is locked. */
  isHeld: boolean;
}

/**
 * Prepares a statement that reads a post and counts the view once per member and day; null for a post
 * that is not readable. The author's own view does not count, except on anonymous posts, which must not
 * reveal it. Requests that arrive together share a statement, which waits for no lock.
 */
export function prepareCountedRead<
  Row extends { viewCount: number },
  Request extends PostReader = PostReader,
>(db: Db, parts: Parts<Row, Request>) {
  const columns = { ...parts.columns, viewCount: sql`coalesce(views, ${posts.viewCount})` };
  const row = jsonRow<Row>(columns as Parameters<typeof jsonRow<Row>>[0]);
  const prepare = (counting: Counting) =>
    prepareSharedRead<Found, Request>(
      db,
      counting === 'unlocked' ? parts.name : `${parts.name}_${counting}`,
      { postId: 'bigint', day: 'date', ...parts.more } as ColumnsOf<Request>,
      (reader) => sql`with ${reader}, ${countViews(parts.isReadable, counting)}
        select ${ofReader('place')} as place, ${row.object}::text as post,
          exists (select 1 from fresh where fresh.post_id = ${posts.id}
            and fresh.member_id = ${ofReader('memberId')}
            and fresh.post_id not in (select post_id from free)) as "isHeld"
        from reader inner join ${posts} on ${posts.id} = ${ofReader('postId')} ${parts.joins}
        left join counted on counted.post_id = ${posts.id}
        where ${parts.isReadable}`,
    );
  const [unlocked, all, none] = [prepare('unlocked'), prepare('all'), prepare('none')];
  const withoutFullDisk = (read: typeof unlocked) => (requests: readonly Request[]) =>
    orWithoutWriting(
      () => read(requests),
      () => none(requests),
    );
  const share = (read: typeof unlocked) =>
    createBatchedRead(withoutFullDisk(read), { most: READERS_AT_ONCE, retriesAlone: true });
  const readUnlocked = share(unlocked);
  /** By post: its readers wait for its lock together, and nobody else with them. */
  const held = new LRUCache<number, typeof readUnlocked>({ max: HELD_POSTS });
  const readHeld = (request: Request) => {
    const read = held.get(request.postId) ?? share(all);
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
 * Defines `fresh`, the views of today that are not counted yet, `free`, their posts as far as locked, and
 * `counted`, the new counts. Posts are locked in order and before their views are stored, so that no two
 * statements wait for each other.
 */
function countViews(isReadable: SQL | undefined, counting: Counting): SQL {
  const isFresh = sql`${isReadable}
    and ${posts.authorId} is distinct from ${ofReader('memberId')}
    and not exists (select 1 from ${postViews} where ${postViews.postId} = ${posts.id}
      and ${postViews.memberId} = ${ofReader('memberId')} and ${postViews.day} = ${ofReader('day')})`;
  if (counting === 'none') {
    return sql`fresh as (select null::bigint as post_id, null::bigint as member_id where false),
      free as (select post_id from fresh),
      counted as (select post_id, null::integer as views from fresh)`;
  }
  return sql`fresh as (
      select ${posts.id} as post_id, ${ofReader('memberId')} as member_id, ${ofReader('day')} as day
      from reader inner join ${posts} on ${posts.id} = ${ofReader('postId')} where ${isFresh}
    ), free as (
      select ${posts.id} as post_id from ${posts}
      where ${posts.id} in (select post_id from fresh) and ${posts.deletedAt} is null
      order by ${posts.id} for no key update ${sql.raw(counting === 'unlocked' ? 'skip locked' : '')}
    ), seen as (
      insert into ${postViews} (post_id, member_id, day)
      select post_id, member_id, day from fresh where post_id in (select post_id from free)
      order by post_id, member_id
      on conflict do nothing returning post_id
    ), counted as (
      update ${posts} set view_count = ${posts.viewCount} + added.views
      from (select post_id, sum(1)::integer as views from seen group by post_id) as added
      where ${posts.id} = added.post_id
      returning ${posts.id} as post_id, ${posts.viewCount} as views
    )`;
}
