import type { BoardType } from '@naru/contract/boards';
import { LRUCache } from 'lru-cache';
import { runPipeline, type Statement } from '../../../db/fast/fast.ts';
import { type Viewer, viewerOf } from '../../../domain/access/room-access.ts';
import { blockedOf, hasMarked, versionOf } from '../../../domain/posts/board-versions.sql.ts';
import { endOf } from '../../../domain/teams/teams.ts';
import type { Actor, PageReader } from '../../../platform/actor.ts';
import { createBatchedRead } from '../../../platform/batched-read.ts';
import { shareResponse } from '../../../platform/shared-responses.ts';
import type { Tools } from '../../tools.ts';
import type { ItemRow } from '../items/item.repo.ts';
import { prepareAreBoardsQuiet } from './lists.repo.ts';

/** Views that other servers count are seen after this time at the latest. */
const CACHED_MS = 1_000;
/** Posts of one kind of list that are cached at once. */
const MOST_POSTS = 3_000;
/** How many lists let their readers share a read. */
const READS = 500;
/** A reader that may enter no lecture room and blocks nobody. */
export const NOBODY: Viewer = {
  memberId: 0,
  ownerId: 0,
  isStaff: false,
  seal: Buffer.alloc(0),
  markKey: Buffer.alloc(0),
};

export interface FoundList<Row, Result> {
  rows: readonly Row[];
  /** Makes the response of these rows, in their order, as a reader may see them. */
  present: (rows: readonly Row[], isMarked: boolean) => Result;
  /** Whether the viewer has marked the board. */
  isMarked?: boolean;
  /** From when on, in milliseconds, another response is right. */
  until?: number;
  /** Called when the list is cached: it contains all changes up to this version. */
  confirm?: (version: string) => void;
}

interface Reading {
  viewer: Viewer;
  now: Date;
  /** Of the boards, if all who wait for the list have the same; null if they differ or are unknown. */
  version: string | null;
}

interface ListKind<Input, Row, Result> {
  /** Boards whose posts the list shows. */
  boardsOf: (input: Input) => readonly BoardType[];
  read: (input: Input, reading: Reading) => Statement<FoundList<Row, Result>>;
  /** The board whose mark by the reader the response shows. */
  markedBoardOf?: (input: Input) => BoardType;
  /** Caching costs a statement more, which a list that nobody asks for again is not worth. */
  isCached?: (input: Input) => boolean;
}

interface CachedList<Result> extends ReturnType<typeof shareList<ItemRow, Result & object>> {
  version: string;
  /** Of a monotonic clock, before they were read. */
  readAt: number;
  /** Of the clock that expiries are compared with. */
  from: Date;
}

type Deps = Pick<Tools, 'db' | 'clock' | 'seal'>;

export type ListMemory = ReturnType<typeof createListMemory>;

/**
 * Lists in memory, by their input (JSON). A reader gets a cached list when the versions of its boards are
 * the ones under which it was read, so it is as new as if it were read from the database.
 */
export function createListMemory(deps: Deps) {
  const raises: ((postId: number, viewCount: number) => void)[] = [];
  return {
    /** Returns what reads a list of this kind for an actor, from memory or for the actor alone. */
    list<Input, Row extends ItemRow, Result extends object>(kind: ListKind<Input, Row, Result>) {
      const { read, raiseViews } = createLists(deps, kind);
      raises.push(raiseViews);
      return read;
    },

    /** The number of views of a post, which its reader may have raised. */
    noteViews({ id, viewCount }: { id: number; viewCount: number }): void {
      for (const raise of raises) raise(id, viewCount);
    },
  };
}

function createLists<Input, Row extends ItemRow, Result extends object>(
  { db, clock, seal }: Deps,
  { boardsOf, read, markedBoardOf, isCached = () => true }: ListKind<Input, Row, Result>,
) {
  const cache = new LRUCache<string, CachedList<Result>>({
    maxSize: MOST_POSTS,
    sizeCalculation: ({ size }) => size + 1,
  });
  /** For each read under way the views counted meanwhile, which it may lack. */
  const counted = new Set<Map<number, number>>();
  const areQuiet = prepareAreBoardsQuiet(db);
  /** By list: one that is slow or fails to be read holds up no reader of another. */
  const reads = new LRUCache<string, ReturnType<typeof shareRead>>({ max: READS });

  return {
    async read(actor: Actor, input: Input): Promise<Result> {
      const { reader } = actor;
      if (reader !== undefined && isCached(input)) {
        const shared = (await find(reader, input)).presentTo(reader);
        if (shared !== null) return shared;
      }
      const now = clock.now();
      const version = reader === undefined ? null : versionOf(reader, boardsOf(input));
      const own = read(input, { viewer: viewerOf(seal, actor), now, version });
      const { rows, present, isMarked = false } = await own(db);
      return present(rows, isMarked);
    },

    raiseViews(postId: number, viewCount: number): void {
      const old: string[] = [];
      for (const [key, list] of cache.entries()) {
        if (isYoung(list)) list.raiseViews(postId, viewCount);
        else old.push(key);
      }
      // Never served again, and there may be thousands of short ones, which each view would pass.
      for (const key of old) cache.delete(key);
      for (const views of counted) views.set(postId, Math.max(views.get(postId) ?? 0, viewCount));
    },
  };

  /** The version was read before; on quiet boards the list contains all changes up to it. */
  async function find(reader: PageReader, input: Input): Promise<CachedList<Result>> {
    const key = JSON.stringify(input);
    const version = versionOf(reader, boardsOf(input));
    const known = cache.get(key);
    if (known !== undefined && isFresh(known, version)) return known;
    const readShared = reads.get(key) ?? shareRead(key);
    reads.set(key, readShared);
    const found = await readShared(version);
    if (found === null) throw new Error(`nothing read for ${key}`);
    const list = { ...found.list, version };
    if (found.isQuiet) {
      cache.set(key, list);
      list.confirm(version);
    }
    return list;
  }

  function isFresh(list: CachedList<Result>, version: string): boolean {
    const now = clock.now();
    return (
      list.version === version && isYoung(list) && now >= list.from && now.getTime() < list.until
    );
  }

  function shareRead(key: string) {
    return createBatchedRead(async (versions: string[]) => {
      const [first = null, ...others] = versions;
      const found = await readForAll(JSON.parse(key), others.length === 0 ? first : null);
      return new Map(versions.map((version) => [version, found]));
    });
  }

  async function readForAll(input: Input, version: string | null) {
    const [readAt, now] = [performance.now(), clock.now()];
    const views = new Map<number, number>();
    counted.add(views);
    try {
      const [isQuiet, found] = await runPipeline(db, [
        areQuiet(boardsOf(input)),
        read(input, { viewer: NOBODY, now, version }),
      ]);
      const list = shareList(found, now, markedBoardOf?.(input));
      for (const [id, viewCount] of views) list.raiseViews(id, viewCount);
      return { list: { ...list, readAt, from: now }, isQuiet };
    } finally {
      counted.delete(views);
    }
  }
}

function isYoung({ readAt }: { readAt: number }): boolean {
  return performance.now() - readAt < CACHED_MS;
}

/**
 * A list that was read for nobody in particular, and responses to readers. Those who block none of the
 * authors share one response, or two where marks are shown.
 */
function shareList<Row extends ItemRow, Result extends object>(
  { present, until = Number.POSITIVE_INFINITY, confirm, ...found }: FoundList<Row, Result>,
  now: Date,
  markedBoard: BoardType | undefined,
) {
  let { rows } = found;
  const shared = new Map<boolean, Result>();
  // Staff and the members of the lecture room may read more than others.
  const isPersonal = rows.some(({ lectureTag }) => lectureTag?.access === 'closed');
  const expiries = rows
    .flatMap(({ expiresAt, team }) => [expiresAt, team && endOf(team)])
    .map((at) => at?.getTime() ?? 0)
    .filter((time) => time > now.getTime());

  return {
    until: Math.min(until, ...expiries),
    size: rows.length,
    confirm: (version: string) => confirm?.(version),

    /** Null when the reader needs a response of its own. */
    presentTo(reader: PageReader): Result | null {
      const blocked = blockedOf(reader);
      if (isPersonal || blocked === null) return null;
      const isMarked = markedBoard !== undefined && hasMarked(reader, markedBoard);
      const isBlocked = ({ id, authorId }: ItemRow) =>
        authorId === null ? blocked.posts.has(id) : blocked.authors.has(authorId);
      if (rows.some(isBlocked)) {
        return present(
          rows.map((row) => ({ ...row, isBlocked: isBlocked(row) })),
          isMarked,
        );
      }
      const known = shared.get(isMarked) ?? shareResponse(present(rows, isMarked));
      shared.set(isMarked, known);
      return known;
    },

    /** A view was counted: the number is never lowered. */
    raiseViews(postId: number, viewCount: number): void {
      const isLower = (row: ItemRow) => row.id === postId && row.viewCount < viewCount;
      if (!rows.some(isLower)) return;
      rows = rows.map((row) => (isLower(row) ? { ...row, viewCount } : row));
      shared.clear();
    },
  };
}
