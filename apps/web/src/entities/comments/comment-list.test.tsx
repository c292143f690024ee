import type { PostBoardType } from '@naru/contract/boards';
import type { Comment } from '@naru/contract/comments';
import type { Role } from '@naru/contract/roles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
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
function serve(parts: Record<string, Comment[][]>, others: Record<string, unknown> = {}) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://naru.test');
    const list = parts[pathname];
    if (list === undefined) {
      const body = others[pathname] ?? { error: 'NOT_FOUND', message: '댓글을 찾을 수 없습니다.' };
      return Response.json(body, { status: pathname in others ? 200 : 404 });
    }
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

function show(hash = '', change: { anonymous?: boolean } = {}) {
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
    [],
    `/${hash}`,
  );
}

const LIST = '/api/post/1/comments';

it('names the comment in the labels of its buttons, and cuts times of an anonymous thread [UI-99]', async () => {
  const createdDate = new Date(Date.now() - 90_000).toISOString();
  serve({
    [LIST]: [[commentOf(1, { writerNickname: '익명2', likes: 3, countChildren: 2, createdDate })]],
  });
  await show('', { anonymous: true });
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

/** The ids of the elements that the page scrolls to. */
function watchScrolls() {
  const scrolled: string[] = [];
  Element.prototype.scrollIntoView = function scroll() {
    scrolled.push(this.id);
  };
  return scrolled;
}

describe('a deep link to a comment', () => {
  const replies = '/api/post/1/replies';
  const location = (id: number) => `/api/comment/${id}/location`;

  it('starts a long list at the comment and can go back to the beginning [COMM-05, COMM-74]', async () => {
    logInForTest();
    const scrolled = watchScrolls();
    const asked = serve(
      { [LIST]: [[commentOf(10)], [commentOf(20)], [commentOf(30)], [commentOf(40)]] },
      { [location(30)]: { postId: 1, parentId: null, position: 3, topPosition: 3 } },
    );
    await show('#comment-30');
    const text = await screen.findByText('댓글 30');
    await waitFor(() => expect(scrolled).toContain('comment-30'));
    const target = text.closest('article');
    expect(target?.getAttribute('aria-current')).toBe('true');
    expect(document.activeElement).toBe(target);
    expect(asked).toEqual([`${LIST}?after=null`, `${LIST}?after=2`]);
    expect(screen.queryByText('댓글 10')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '처음부터 보기' }));
    await screen.findByText('댓글 10');
    expect(screen.queryByRole('button', { name: '처음부터 보기' })).toBeNull();
    expect(asked).toHaveLength(3);
  });

  it('opens a collapsed thread and loads its replies from the wanted one [COMM-74]', async () => {
    logInForTest();
    const scrolled = watchScrolls();
    serve(
      {
        [LIST]: [[commentOf(1, { countChildren: 2 })]],
        [replies]: [[commentOf(11, { parentId: 1 })], [commentOf(12, { parentId: 1 })]],
      },
      { [location(12)]: { postId: 1, parentId: 1, position: 2, topPosition: 1 } },
    );
    await show('#comment-12');
    await screen.findByText('댓글 12');
    await waitFor(() => expect(scrolled).toContain('comment-12'));
    expect(document.activeElement?.id).toBe('comment-12');
    expect(screen.getByRole('button', { name: /답글 2개 숨기기$/ })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '처음부터 보기' }));
    await screen.findByText('댓글 11');
  });

  it('scrolls again when a link on the page points to another comment [COMM-74]', async () => {
    logInForTest();
    const scrolled = watchScrolls();
    serve({ [LIST]: [[commentOf(1), commentOf(2)]] });
    const { router } = await show('#comment-2');
    await waitFor(() => expect(document.activeElement?.id).toBe('comment-2'));
    scrolled.length = 0;
    await router.navigate({ to: '/', hash: 'comment-1' });
    await waitFor(() => expect(document.activeElement?.id).toBe('comment-1'));
    expect(scrolled).toContain('comment-1');
    expect(document.getElementById('comment-2')?.hasAttribute('aria-current')).toBe(false);
  });

  it('says that the comment is gone and shows the thread [COMM-74, NOTIF-07]', async () => {
    logInForTest();
    serve({ [LIST]: [[commentOf(1)]] });
    await show('#comment-9');
    await screen.findByText('댓글을 찾을 수 없습니다.');
    expect(screen.getByText('댓글 1')).toBeDefined();
  });
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

async function showAs(roles: Role[], boardType: PostBoardType, isOwnRoom: boolean) {
  logInForTest();
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://naru.test');
    calls.push(`${init.method} ${pathname} ${searchParams.get('reason')}`);
    const page = { commentCount: 1, currentPage: 0, totalPages: 1, next: null };
    if (init.method === 'DELETE') return Response.json({ message: '', commentCount: 0 });
    return Response.json({ comments: [commentOf(1)], ...page });
  });
  const post = { id: 1, isAuthor: false, commentCount: 1, boardType, anonymous: false };
  await renderRouted(
    <ThreadView
      post={post}
      threadApi={boardThreadApi}
      onCount={() => undefined}
      isOwnRoom={isOwnRoom}
    />,
    [['me', { id: 8, roles }]],
  );
  await screen.findByText('댓글 1');
  return calls;
}

it.each<[string, Role[], PostBoardType, boolean, boolean]>([
  ['staff everywhere', ['USER', 'MANAGER'], 'FREE', false, true],
  ['the council below its own notices', ['USER', 'STUDENT_COUNCIL'], 'NOTICE_SC', false, true],
  ['no council below other posts', ['USER', 'STUDENT_COUNCIL'], 'FREE', false, false],
  ['a professor in the own room', ['USER', 'PROFESSOR'], 'LECTURE_Q', true, true],
  ['no professor elsewhere', ['USER', 'PROFESSOR'], 'LECTURE_Q', false, false],
])('offers %s to remove comments of others [MOD-38]', async (_, roles, board, isOwnRoom, is) => {
  await showAs(roles, board, isOwnRoom);
  expect(screen.queryByRole('button', { name: /댓글 메뉴$/ }) !== null).toBe(is);
});

it('asks for a reason before removing a comment of another member [MOD-36]', async () => {
  const calls = await showAs(['USER', 'MANAGER'], 'FREE', false);
  const menu = screen.getByRole('button', { name: /댓글 메뉴$/ });
  fireEvent.keyDown(menu, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: '삭제' }));
  const dialog = await screen.findByRole('dialog', { name: '이 댓글을 삭제할까요?' });
  expect(dialog.textContent).toContain('운영진은 30일 안에 되돌릴 수 있습니다.');
  fireEvent.click(within(dialog).getByRole('button', { name: '삭제' }));
  expect(await within(dialog).findByText('사유를 입력해 주세요.')).toBeDefined();
  fireEvent.input(within(dialog).getByLabelText(/삭제 사유/), { target: { value: '욕설' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '삭제' }));
  await waitFor(() => expect(calls).toContain('DELETE /api/comment/1 욕설'));
});
