import type { BoardType } from '@naru/contract/boards';
import { sendInOrder } from '../../db/pipeline.ts';
import { prepareIsQuiet } from '../../domain/posts/board-versions.sql.ts';
import { versionOf } from '../../domain/posts/board-versions.ts';
import type { Actor } from '../../platform/actor.ts';
import { createBatchedRead } from '../../platform/batched-read.ts';
import { rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../../tools.ts';
import { prepareBoardPage } from './posts.list.repo.ts';
import {
  createSharedPage,
  type ListAnswer,
  type ListInput,
  type SharedPage,
} from './posts.pages.ts';

/** Pages of a board that are kept: its first ones. */
const PAGES = 3;
/** Pages kept at once, of all boards and sizes, with at most 50 posts each. */
const MOST = 64;
/** Views that other servers count are seen after this time at the latest. */
const KEPT_MS = 1_000;
/** A reader that may enter no lecture room and blocks nobody. */
const NOBODY = { memberId: 0, ownerId: 0, isStaff: false };

interface Kept {
  input: ListInput;
  page: SharedPage;
  version: string;
  /** Of a monotonic clock, before the page was read. */
  readAt: number;
}

interface Read extends Omit<Kept, 'version'> {
  /** No transaction that has changed the board was in progress. */
  isQuiet: boolean;
}

/**
 * The first pages of the boards in memory. A reader gets a kept page when the versions of the board are
 * the ones under which it was read, so it is as new as if it were read from the database.
 */
export function createHotPages({ db, clock }: Pick<Tools, 'db' | 'clock'>) {
  const kept = new Map<string, Kept>();
  /** Views that are counted while a page is read, which it may lack. */
  const counting = new Set<{ board: BoardType; views: Map<number, number> }>();
  const pageStatement = prepareBoardPage(db);
  const quietStatement = prepareIsQuiet(db);
  const readShared = createBatchedRead(
    async (keys: string[]) =>
      new Map(await Promise.all(keys.map(async (key) => [key, await readPage(key)] as const))),
  );

  return {
    /** Null for a page that is not kept and a reader for whom it must be read. */
    async answer({ reader }: Actor, input: ListInput): Promise<ListAnswer | null> {
      if (reader === undefined || input.page >= PAGES) return null;
      const key = `${input.boardType} ${input.size} ${input.page}`;
      const version = versionOf(reader, input.boardType);
      const known = kept.get(key);
      const isFresh = known?.version === version && performance.now() - known.readAt < KEPT_MS;
      const { page } = isFresh ? known : await read(key, version);
      return page.isPersonal ? null : page.answer(reader, clock.now());
    },

    /** The number of views of a post, which a reader has raised. */
    noteViews(post: { id: number; boardType: string; viewCount: number }): void {
      for (const { input, page } of kept.values()) {
        if (input.boardType === post.boardType) page.raiseViews(post.id, post.viewCount);
      }
      for (const { board, views } of counting) {
        if (board === post.boardType) {
          views.set(post.id, Math.max(views.get(post.id) ?? 0, post.viewCount));
        }
      }
    },
  };

  /** The version was read before; in a quiet board the page contains all changes up to it. */
  async function read(key: string, version: string): Promise<{ page: SharedPage }> {
    const found = await readShared(key);
    if (found === null) throw new Error(`no page ${key}`);
    if (found.isQuiet) {
      kept.delete(key);
      kept.set(key, { ...found, version });
      const oldest = kept.size > MOST ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
    }
    return found;
  }

  async function readPage(key: string): Promise<Read> {
    const input = inputOf(key);
    const readAt = performance.now();
    const noted = { board: input.boardType, views: new Map<number, number>() };
    counting.add(noted);
    try {
      const [isQuiet, rows] = await sendInOrder(
        db,
        quietStatement(input.boardType),
        pageStatement({ ...NOBODY, ...rangeOf(input), board: input.boardType }),
      );
      const page = createSharedPage(input, rows);
      for (const [id, viewCount] of noted.views) page.raiseViews(id, viewCount);
      return { input, page, readAt, isQuiet };
    } finally {
      counting.delete(noted);
    }
  }
}

function inputOf(key: string): ListInput {
  const [boardType, size, page] = key.split(' ');
  return { boardType: boardType as BoardType, size: Number(size), page: Number(page) };
}
