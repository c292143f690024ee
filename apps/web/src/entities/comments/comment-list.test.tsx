import type { Comment } from '@naru/contract/comments';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { boardThreadApi } from './thread-api.ts';
import { ThreadView } from './thread-view.tsx';

function commentOf(id: number, change: Partial<Comment> = {}): Comment {
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

/** A list of comments in parts that follow each other by `next`. */
function serve(parts: Record<string, Comment[][]>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://naru.test');
    const list = parts[pathname];
    if (list === undefined) return new Response('{}', { status: 404 });
    asked.push(`${pathname}?after=${searchParams.get('after')}`);
    const at = Number(searchParams.get('after') ?? 0);
    const comments = list[at] ?? [];
    const next = at + 1 < list.length ? at + 1 : null;
    return Response.json({
      comments,
      replies: comments,
      commentCount: 3,
      currentPage: 0,
      totalPages: 1,
      next,
    });
  });
  return asked;
}

function show(change: { anonymous?: boolean } = {}) {
  const post = {
    id: 1,
    isAuthor: false,
    commentCount: 3,
    boardType: 'FREE',
    anonymous: false,
    ...change,
  } as const;
  return renderRouted(
    <ThreadView post={post} threadApi={boardThreadApi} onCount={() => undefined} />,
  );
}

const LIST = '/api/post/1/comments';

afterEach(() => {
  window.location.hash = '';
});

it('names the comment in the labels of its buttons, and cuts times of an anonymous thread [UI-99]', async () => {
  const createdDate = new Date(Date.now() - 90_000).toISOString();
  serve({
    [LIST]: [[commentOf(1, { writerNickname: '익명2', likes: 3, countChildren: 2, createdDate })]],
  });
  await show({ anonymous: true });
  const article = (await screen.findByText('댓글 1')).closest('article');
  const names = [...(article?.querySelectorAll('button') ?? [])].map(
    (button) => button.getAttribute('aria-label') ?? button.textContent,
  );
  expect(names).toEqual([
    '익명2 님의 댓글 좋아요 3',
    '익명2 님의 댓글 신고',
    '익명2 님의 댓글의 답글 2개 보기',
  ]);
  expect(article?.querySelector('time')?.textContent).toBe('방금 전');
});

it('loads the next part of a long thread on request [COMM-05]', async () => {
  logInForTest();
  const asked = serve({ [LIST]: [[commentOf(1), commentOf(2)], [commentOf(3)]] });
  await show();
  await screen.findByText('댓글 2');
  expect(screen.queryByText('댓글 3')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '댓글 더 보기' }));
  await screen.findByText('댓글 3');
  expect(screen.getByText('댓글 1')).toBeDefined();
  expect(screen.queryByRole('button', { name: '댓글 더 보기' })).toBeNull();
  expect(asked).toEqual([`${LIST}?after=null`, `${LIST}?after=1`]);
});

it('loads on until the comment of a deep link is there, and scrolls to it [COMM-05]', async () => {
  logInForTest();
  window.location.hash = '#comment-30';
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = function scroll() {
    scrolled(this.id);
  };
  const asked = serve({
    [LIST]: [[commentOf(10)], [commentOf(20)], [commentOf(30)], [commentOf(40)]],
  });
  await show();
  await screen.findByText('댓글 30');
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith('comment-30'));
  expect(asked).toHaveLength(3);
  expect(screen.queryByText('댓글 40')).toBeNull();
});

it('loads the rest of many replies on request [COMM-05]', async () => {
  logInForTest();
  const replies = '/api/post/1/replies';
  serve({
    [LIST]: [[commentOf(1, { countChildren: 2 })]],
    [replies]: [
      [commentOf(11, { parentId: 1, content: '첫 답글' })],
      [commentOf(12, { parentId: 1, content: '둘째 답글' })],
    ],
  });
  await show();
  fireEvent.click(await screen.findByRole('button', { name: '해솔 님의 댓글의 답글 2개 보기' }));
  await screen.findByText('첫 답글');
  fireEvent.click(screen.getByRole('button', { name: '답글 더 보기' }));
  await screen.findByText('둘째 답글');
});
