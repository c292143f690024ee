import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { createBatchedRead } from '../platform/batched-read.ts';
import { orWithoutWriting } from '../platform/database/query-errors.ts';
import type { Db } from './client.ts';
import { jsonRow } from './json-row.ts';
import { posts } from './schema/index.ts';
import { prepareSharedRead, type ReaderColumns } from './shared-read.ts';

/** Each can be as large as the longest post. */
const READERS_AT_ONCE = 32;
const HELD_POSTS = 100;

export interface PostReader {
  memberId: number;
  postId: number;
  /** The Korean day. */
  day: string;
}

interface Parts<Row extends object, Request extends PostReader> {
  /** Of the prepared statements. */
  name: string;
  reader: ReaderColumns<Request>;
  /** May use `views`, the new count of a counted post. */
  columns: Parameters<typeof jsonRow<Row>>[0];
  /** After `posts`. */
  joins: SQL;
  /** A condition on `posts` and `reader`. */
  isReadable: SQL | undefined;
  /**
   * The parts of the statement that count views: of posts that nobody has locked, of all posts, waiting
   * for their locks, or of none, for a full disk. They define `fresh`, `free` and `counted`.
   */
  counting: Record<'unlocked' | 'all' | 'none', SQL>;
}

/** A JSON text is parsed when the response is made: not those of all requests in one turn. */
interface Found {
  place: number;
  post: string;
  /** Not counted yet, because the post is locked. */
  isHeld: boolean;
}

/**
 * Prepares a statement that reads a post and counts the view; null for a post that is not readable.
 * Requests that arrive together share a statement, which waits for no lock.
 */
export function prepareCountedRead<Row extends object, Request extends PostReader>(
  db: Db,
  { name, reader, columns, joins, isReadable, counting }: Parts<Row, Request>,
) {
  const row = jsonRow<Row>(columns);
  const prepare = (statement: string, views: SQL) =>
    prepareSharedRead<Found, Request>(
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
        (requests: readonly Request[]) =>
          orWithoutWriting(
            () => readMany(requests),
            () => readOnly(requests),
          ),
        { most: READERS_AT_ONCE, retriesAlone: true },
      );
  };
  const readUnlocked = share(name, counting.unlocked)();
  const shareHeld = share(`${name}_held`, counting.all);
  /** By post: its readers wait for its lock together, and nobody else with them. */
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
