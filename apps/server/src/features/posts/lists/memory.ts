import type { BoardType } from '@naru/contract/boards';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/client.ts';
import { type Statement, sendInOrder } from '../../../db/pipeline.ts';
import type { Replica } from '../../../db/replica.ts';
import { versionOf } from '../../../domain/posts/board-versions.ts';
import type { Actor } from '../../../platform/actor.ts';
import { createBatchedRead } from '../../../platform/batched-read.ts';
import type { Clock } from '../../../platform/clock.ts';
import { prepareQuietPosition } from './hot.repo.ts';
import type { SharedPosts } from './shared.ts';

/** Views that other servers count are seen after this time at the latest. */
const CACHED_MS = 1_000;
/** How many lists let their readers share a read. */
const READS = 500;

interface Options<Input, Result> {
  db: Db;
  replica: Replica;
  clock: Clock;
  /** Boards whose posts are wanted. */
  boardsOf: (input: Input) => readonly BoardType[];
  /** Reads them for nobody in particular, under the version if all who wait for them have the same. */
  read: (input: Input, now: Date, version: string | null) => Statement<SharedPosts<Result>>;
  /** How many posts are cached. */
  most: number;
}

interface Cached<Result> {
  posts: SharedPosts<Result>;
  version: string;
  /** Of a monotonic clock, before they were read. */
  readAt: number;
  /** Of the clock that expiries are compared with. */
  from: Date;
}

interface Read<Result> extends Omit<Cached<Result>, 'version'> {
  /** No transaction that has changed the boards was in progress. */
  isQuiet: boolean;
}

/**
 * Lists in memory, by what is wanted (JSON). A reader gets a cached list when the versions of its boards
 * are the ones under which it was read, so it is as new as if it were read from the database.
 */
export function createHotLists<Input, Result>(options: Options<Input, Result>) {
  const { db, replica, clock, boardsOf, most } = options;
  const cache = new LRUCache<string, Cached<Result>>({
    maxSize: most,
    sizeCalculation: ({ posts }) => posts.size + 1,
  });
  /** For each read under way the views counted meanwhile, which it may lack. */
  const counted = new Set<Map<number, number>>();
  const quiet = prepareQuietPosition(db);
  /** By list: one that is slow or fails to be read holds up no reader of another. */
  const reads = new LRUCache<string, ReturnType<typeof shareRead>>({ max: READS });

  return {
    /** Null for an actor for whom the list must be read. */
    async find({ reader }: Actor, input: Input): Promise<Result | null> {
      if (reader === undefined) return null;
      const key = JSON.stringify(input);
      const version = versionOf(reader, boardsOf(input));
      const known = cache.get(key);
      const { posts } = known && isFresh(known, version) ? known : await renew(key, version);
      return posts.presentTo(reader);
    },

    /** The number of views of a post, which its reader may have raised. */
    noteViews({ id, viewCount }: { id: number; viewCount: number }): void {
      const old: string[] = [];
      for (const [key, { posts, readAt }] of cache.entries()) {
        if (isYoung(readAt)) posts.raiseViews(id, viewCount);
        else old.push(key);
      }
      // Never served again, and there may be thousands of short ones, which each view would pass.
      for (const key of old) cache.delete(key);
      for (const views of counted) views.set(id, Math.max(views.get(id) ?? 0, viewCount));
    },
  };

  function isFresh({ version, readAt, from, posts }: Cached<Result>, wanted: string): boolean {
    const now = clock.now();
    return version === wanted && isYoung(readAt) && now >= from && now.getTime() < posts.until;
  }

  /** The version was read before; on quiet boards the list contains all changes up to it. */
  async function renew(key: string, version: string): Promise<Read<Result>> {
    const readShared = reads.get(key) ?? shareRead(key);
    reads.set(key, readShared);
    const found = await readShared(version);
    if (found === null) throw new Error(`nothing read for ${key}`);
    if (found.isQuiet) {
      cache.set(key, { ...found, version });
      found.posts.confirm(version);
    }
    return found;
  }

  function shareRead(key: string) {
    return createBatchedRead(async (versions: string[]) => {
      const [first = null, ...others] = versions;
      const found = await read(key, others.length === 0 ? first : null);
      return new Map(versions.map((version) => [version, found]));
    });
  }

  async function read(key: string, version: string | null): Promise<Read<Result>> {
    const input: Input = JSON.parse(key);
    const [readAt, from] = [performance.now(), clock.now()];
    const views = new Map<number, number>();
    counted.add(views);
    try {
      const [position, posts] = await readQuietly(
        quiet(boardsOf(input)),
        options.read(input, from, version),
      );
      for (const [id, viewCount] of views) posts.raiseViews(id, viewCount);
      return { posts, readAt, from, isQuiet: position !== null };
    } finally {
      counted.delete(views);
    }
  }

  /** A replica must know the position first; on the primary both travel together. */
  async function readQuietly<T>(quietPosition: Statement<number | null>, read: Statement<T>) {
    if (replica.isUp() !== true) return sendInOrder(db, quietPosition, read);
    const position = await quietPosition(db);
    return [position, await replica.read(position, read)] as const;
  }
}

function isYoung(readAt: number): boolean {
  return performance.now() - readAt < CACHED_MS;
}
