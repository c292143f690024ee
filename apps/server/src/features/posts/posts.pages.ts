import type { BoardType } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { blockedIds, hasMarked } from '../../domain/posts/board-versions.ts';
import type { PageReader } from '../../platform/actor.ts';
import { type PageQuery as PageNumbers, pageCounts } from '../../platform/paging.ts';
import { shareResponse } from '../../platform/shared-responses.ts';
import type { ItemRow } from './posts.item.repo.ts';
import type { BoardPage } from './posts.list.repo.ts';
import { presentExpiry, presentItem } from './posts.present.ts';

export type ListInput = PageNumbers & { boardType: BoardType };

export interface ListAnswer {
  pageResponse: { posts: PostItem[]; currentPage: number; totalPages: number; totalCount: number };
  isMarked: boolean;
}

export function toAnswer(
  input: ListInput,
  { rows, totalCount, isMarked }: BoardPage,
  now: Date,
): ListAnswer {
  const posts = rows.map((row) => ({ ...presentItem(row), ...presentExpiry(row, now) }));
  return { pageResponse: { posts, ...pageCounts(input, totalCount) }, isMarked };
}

/** The answers for readers who block none of a page's authors, as long as no notice expires. */
interface Answers {
  from: Date;
  /** The earliest expiry that is to come. */
  until: number;
  marked: ListAnswer;
  unmarked: ListAnswer;
}

export type SharedPage = ReturnType<typeof createSharedPage>;

/** A page of a board that was read for nobody in particular, and its answers to readers. */
export function createSharedPage(input: ListInput, page: BoardPage) {
  let { rows } = page;
  let answers: Answers | null = null;

  return {
    /** Whether what a reader gets depends on its lecture rooms. */
    isPersonal: rows.some(({ lectureTag }) => lectureTag?.access === 'closed'),

    /** Null when the reader blocks too many members for a shared page. */
    answer(reader: PageReader, now: Date): ListAnswer | null {
      const blocked = blockedIds(reader);
      if (blocked === null) return null;
      const isMarked = hasMarked(reader, input.boardType);
      const isBlocked = ({ authorId }: ItemRow) => authorId !== null && blocked.has(authorId);
      if (blocked.size > 0 && rows.some(isBlocked)) {
        const own = rows.map((row) => ({ ...row, isBlocked: isBlocked(row) }));
        return toAnswer(input, { ...page, rows: own, isMarked }, now);
      }
      if (answers === null || now < answers.from || now.getTime() >= answers.until) {
        answers = present(now);
      }
      return isMarked ? answers.marked : answers.unmarked;
    },

    /** A view was counted: the number is never lowered. */
    raiseViews(postId: number, viewCount: number): void {
      const isLower = (row: ItemRow) => row.id === postId && row.viewCount < viewCount;
      if (!rows.some(isLower)) return;
      rows = rows.map((row) => (isLower(row) ? { ...row, viewCount } : row));
      answers = null;
    },
  };

  function present(now: Date): Answers {
    const unmarked = toAnswer(input, { ...page, rows, isMarked: false }, now);
    const expiries = rows.flatMap(({ expiresAt }) => expiresAt?.getTime() ?? []);
    return {
      from: now,
      until: Math.min(...expiries.filter((time) => time > now.getTime())),
      unmarked: shareResponse(unmarked),
      marked: shareResponse({ ...unmarked, isMarked: true }),
    };
  }
}
