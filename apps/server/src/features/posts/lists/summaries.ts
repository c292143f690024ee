import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostItem } from '@naru/contract/posts';
import type { Executor } from '../../../db/client.ts';
import { viewerOf } from '../../../domain/access/room-access.ts';
import { givenYear, studyYearOfMember, yearOf } from '../../../domain/notices/audience.sql.ts';
import { VERSIONED_BOARDS } from '../../../domain/posts/board-versions.ts';
import type { Actor } from '../../../platform/actor.ts';
import { addSeconds } from '../../../platform/clock.ts';
import type { Tools } from '../../../wiring/tools.ts';
import type { Popular } from '../items/item.repo.ts';
import { isComputed } from '../posts.policy.ts';
import { presentListed } from '../posts.present.ts';
import { listNewest, type NewestHit } from './lists.repo.ts';
import { NOBODY } from './lists.ts';
import { createHotLists } from './memory.ts';
import { sharePosts } from './shared.ts';

const DAY_SECONDS = 86_400;
/** Posts of responses cached at once, each of at most 200. */
const MOST = 3_200;

interface Input {
  boards: readonly BoardType[];
  size: number;
  year: number | null;
}

type Summaries = Record<string, PostItem[]>;

/** The newest posts of boards and the best of the popular list, from memory or in one statement. */
export function createSummaries({
  db,
  replica,
  clock,
  seal,
}: Pick<Tools, 'db' | 'replica' | 'clock' | 'seal'>) {
  const hot = createHotLists({
    db,
    replica,
    clock,
    most: MOST,
    boardsOf: ({ boards }: Input) => (boards.some(isComputed) ? VERSIONED_BOARDS : boards),
    read: (input, now) => async (tx) => {
      const year = givenYear(input.year);
      const { hits, nextExpiry } = await read(tx, input, { viewer: NOBODY, year, now });
      return sharePosts({
        rows: hits.map(({ item }) => item),
        now,
        until: Math.min(nextExpiry?.getTime() ?? Number.POSITIVE_INFINITY, endOfPopular(hits)),
        hasMarked: () => false,
        present: (rows) =>
          present(
            input,
            hits.map((hit, n) => ({ ...hit, item: rows[n] ?? hit.item })),
            now,
          ),
      });
    },
  });

  return {
    noteViews: hot.noteViews,

    /** A list for each of the boards. */
    async list(
      actor: Actor,
      boards: readonly BoardType[],
      size: number = LIMITS.summarySize,
    ): Promise<Summaries> {
      const now = clock.now();
      const { reader } = actor;
      const input = { boards, size, year: reader === undefined ? null : yearOf(reader, now) };
      const cached = await hot.find(actor, input);
      if (cached !== null) return cached;
      const year = studyYearOfMember(actor.memberId, now);
      const { hits } = await replica.read(reader?.position, (on) =>
        read(on, input, { viewer: viewerOf(seal, actor), year, now }),
      );
      return present(input, hits, now);
    },
  };
}

function read(
  on: Executor,
  { boards, size }: Input,
  viewer: Pick<Parameters<typeof listNewest>[1], 'viewer' | 'year' | 'now'>,
) {
  const plain = [...new Set(boards)].filter((boardType) => !isComputed(boardType));
  const popular = boards.some(isComputed) ? popularList(size, viewer.now) : null;
  return listNewest(on, { ...viewer, boards: plain, size, popular });
}

function present({ boards, size }: Input, hits: readonly NewestHit[], now: Date): Summaries {
  const lists = boards.map((boardType) => {
    const ofBoard = hits.filter((hit) => hit.listedAs === boardType);
    if (!isComputed(boardType)) ofBoard.sort(byHomeOrder);
    return [boardType, ofBoard.slice(0, size).map(({ item }) => presentListed(item, now))];
  });
  return Object.fromEntries(lists);
}

export function popularList(size: number, now: Date): Popular {
  const since = addSeconds(now, -LIMITS.popularDays * DAY_SECONDS);
  return { since, boards: VERSIONED_BOARDS, size };
}

/** When the first post of the popular list is too old for it, in milliseconds. */
function endOfPopular(hits: readonly NewestHit[]): number {
  const times = hits
    .filter(({ listedAs }) => isComputed(listedAs as BoardType))
    .map(({ item }) => addSeconds(item.createdAt, LIMITS.popularDays * DAY_SECONDS).getTime());
  return Math.min(...times);
}

/**
 * Like the list of a board, pinned first, then newest first; notices for other years of study come
 * last.
 */
function byHomeOrder(a: NewestHit, b: NewestHit): number {
  return (
    Number(b.isForViewer) - Number(a.isForViewer) ||
    Number(b.item.pinned) - Number(a.item.pinned) ||
    Number(b.item.createdAt) - Number(a.item.createdAt) ||
    b.item.id - a.item.id
  );
}
