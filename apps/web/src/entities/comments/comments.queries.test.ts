import type { Comment } from '@naru/contract/comments';
import { describe, expect, it } from 'vitest';
import {
  addToPages,
  asPlaceholder,
  type CommentPages,
  commentsOf,
  isUnsent,
  replaceIn,
  setCount,
  withLike,
} from './comments.queries.ts';
import { createSubmitGate } from './thread-context.ts';

function comment(id: number, change: Partial<Comment> = {}): Comment {
  return {
    id,
    postId: 1,
    boardType: 'FREE',
    parentId: null,
    content: `댓글 ${id}`,
    text: `댓글 ${id}`,
    createdDate: '2026-11-20T14:02:00+09:00',
    edited: false,
    deleted: false,
    writerId: 5,
    writerNickname: '해솔',
    writerProfileThumbnails: null,
    writerRoles: ['STUDENT'],
    isPostAuthor: false,
    isAuthor: false,
    countChildren: 0,
    likes: 0,
    liked: false,
    targetNickname: null,
    ...change,
  };
}

function pagesOf(...pages: number[][]): CommentPages {
  return {
    pageParams: pages.map((_, at) => (at === 0 ? null : at)),
    pages: pages.map((ids, at) => ({
      comments: ids.map((id) => comment(id)),
      commentCount: pages.flat().length,
      currentPage: at,
      totalPages: pages.length,
      next: at + 1 < pages.length ? at + 1 : null,
    })),
  };
}

function idsOf(pages: CommentPages): number[][] {
  return pages.pages.map(({ comments }) => comments.map(({ id }) => id));
}

describe('addToPages', () => {
  it('appends a new comment when the oldest come first', () => {
    expect(idsOf(addToPages(pagesOf([1, 2], [3]), comment(-1), 'oldest'))).toEqual([
      [1, 2],
      [3, -1],
    ]);
  });

  it('prepends it when the newest come first', () => {
    expect(idsOf(addToPages(pagesOf([3, 2], [1]), comment(-1), 'newest'))).toEqual([
      [-1, 3, 2],
      [1],
    ]);
  });
});

describe('replaceIn', () => {
  it('replaces the optimistic comment by the stored one', () => {
    expect(idsOf(replaceIn(pagesOf([1, -1]), -1, comment(2)))).toEqual([[1, 2]]);
  });

  it('leaves no duplicate when a reload already contains it', () => {
    expect(idsOf(replaceIn(pagesOf([1, 2], [-1]), -1, comment(2)))).toEqual([[1, 2], []]);
  });

  it('appends it when the optimistic one is gone', () => {
    expect(idsOf(replaceIn(pagesOf([1], [3]), -1, comment(2)))).toEqual([[1], [3, 2]]);
  });
});

describe('commentsOf', () => {
  it('shows a new comment once, on its own page when that one is loaded [COMM-05]', () => {
    const ids = commentsOf(pagesOf([1, 2, 9], [3, 9])).map(({ id }) => id);
    expect(ids).toEqual([1, 2, 3, 9]);
  });
});

describe('withLike', () => {
  it('increments or decrements, never below zero, and is idempotent', () => {
    expect(withLike(comment(1, { likes: 2 }), true)).toMatchObject({ likes: 3, liked: true });
    expect(withLike(comment(1, { likes: 0, liked: true }), false).likes).toBe(0);
    expect(withLike(comment(1, { likes: 2, liked: true }), true).likes).toBe(2);
  });
});

describe('asPlaceholder', () => {
  it('removes the author from the placeholder', () => {
    const gone = asPlaceholder(
      comment(1, { writerProfileThumbnails: '/files/a.webp', isAuthor: true, countChildren: 2 }),
    );
    expect(gone).toMatchObject({
      deleted: true,
      content: '',
      writerId: null,
      writerNickname: '',
      writerProfileThumbnails: null,
      writerRoles: [],
      isAuthor: false,
      countChildren: 2,
    });
  });
});

it('isUnsent recognises optimistic comments', () => {
  expect([isUnsent(comment(-1)), isUnsent(comment(1))]).toEqual([true, false]);
});

it('setCount updates every page', () => {
  const counts = setCount(pagesOf([1], [2]), 9).pages.map(({ commentCount }) => commentCount);
  expect(counts).toEqual([9, 9]);
});

describe('createSubmitGate', () => {
  it('ignores a submission while one is pending, however long it takes', () => {
    let now = 0;
    const gate = createSubmitGate(() => now);
    expect(gate.enter()).toBe(true);
    now = 60_000;
    expect(gate.enter()).toBe(false);
    gate.done(true);
    now = 61_000;
    expect(gate.enter()).toBe(true);
  });

  it('starts the second at the response, so that the server never sees two within it', () => {
    let now = 0;
    const gate = createSubmitGate(() => now);
    gate.enter();
    now = 5000;
    gate.done(true);
    now = 5999;
    expect(gate.enter()).toBe(false);
    now = 6000;
    expect(gate.enter()).toBe(true);
  });

  it('ignores a submission within a second of the previous one', () => {
    let now = 0;
    const gate = createSubmitGate(() => now);
    gate.enter();
    gate.done(true);
    now = 999;
    expect(gate.enter()).toBe(false);
    now = 1000;
    expect(gate.enter()).toBe(true);
  });
});
