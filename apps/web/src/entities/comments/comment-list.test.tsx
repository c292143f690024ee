import type { PostBoardType } from '@naru/contract/boards';
import type { Comment } from '@naru/contract/comments';
import type { Role } from '@naru/contract/roles';
import { DONE } from '@naru/contract/texts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { toast } from 'sonner';
import { describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { shownToasts } from '../../testing/shown-toasts.ts';
import { boardThreadApi } from './thread-api.ts';
import type { AcceptedAnswer } from './thread-context.ts';
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
      const body = others[pathname] ?? {
        error: 'NOT_FOUND',
        message: '댓글을 찾을 수 없습니다. 삭제되었을 수 있으니 화면을 새로 고쳐 주세요.',
      };
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

const NAMELESS = { writerId: null, writerNickname: '', writerProfileThumbnails: null };

function show(hash = '', change: { anonymous?: boolean } = {}) {
  const post = {
    id: 1,
    isAuthor: false,
    commentCount: 3,
    boardType: 'FREE',
    anonymous: false,
    ...NAMELESS,
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
    '익명2 님의 댓글 메뉴',
    '익명2 님의 댓글 좋아요 3',
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
    await screen.findByText(
      '댓글을 찾을 수 없습니다. 삭제되었을 수 있으니 화면을 새로 고쳐 주세요.',
    );
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
  let comments = [commentOf(1)];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://naru.test');
    calls.push(`${init.method} ${pathname} ${searchParams.get('reason')}`);
    const page = { commentCount: comments.length, currentPage: 0, totalPages: 1, next: null };
    if (init.method !== 'DELETE') return Response.json({ comments, ...page });
    comments = [];
    return Response.json({ message: '', commentCount: 0 });
  });
  const post = {
    id: 1,
    isAuthor: false,
    commentCount: 1,
    boardType,
    anonymous: false,
    ...NAMELESS,
  };
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
  ['no student', ['USER', 'STUDENT'], 'FREE', false, false],
])('offers %s to remove comments of others [MOD-38]', async (_, roles, board, isOwnRoom, is) => {
  await showAs(roles, board, isOwnRoom);
  fireEvent.keyDown(screen.getByRole('button', { name: /댓글 메뉴$/ }), { key: 'ArrowDown' });
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(entries).toEqual(['링크 복사', '신고', ...(is ? ['삭제'] : [])]);
});

it('asks for a reason before removing a comment of another member [MOD-36]', async () => {
  const calls = await showAs(['USER', 'MANAGER'], 'FREE', false);
  const menu = screen.getByRole('button', { name: /댓글 메뉴$/ });
  fireEvent.keyDown(menu, { key: 'ArrowDown' });
  const entries = await screen.findAllByRole('menuitem');
  expect(entries.map((entry) => entry.textContent)).toEqual(['링크 복사', '신고', '삭제']);
  fireEvent.click(screen.getByRole('menuitem', { name: '삭제' }));
  const dialog = await screen.findByRole('dialog', { name: '이 댓글을 삭제할까요?' });
  expect(dialog.textContent).toContain('다른 회원의 댓글입니다.');
  expect(dialog.textContent).toContain('운영진은 30일 안에 되돌릴 수 있습니다.');
  fireEvent.click(within(dialog).getByRole('button', { name: '삭제' }));
  expect(await within(dialog).findByText('사유를 입력해 주세요.')).toBeDefined();
  fireEvent.input(within(dialog).getByLabelText(/삭제 사유/), { target: { value: '욕설' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '삭제' }));
  await waitFor(() => expect(calls).toContain('DELETE /api/comment/1 욕설'));
  await screen.findByText('아직 댓글이 없습니다.');
});

const isReply = ({ parentId }: Comment) => parentId !== null;

/** A server with one thread, whose comment 1 the member can change. */
function serveThread(...comments: Comment[]) {
  let removed: Comment | undefined;
  const change = (next: Partial<Comment>) => {
    comments = comments.map((one) => (one.id === 1 ? { ...one, ...next } : one));
    return comments[0];
  };
  const count = () => comments.filter(({ deleted }) => !deleted).length;
  const page = { currentPage: 0, totalPages: 1, next: null };
  const like = (liked: boolean) => {
    change({ liked, likes: liked ? 1 : 0 });
    return { body: { liked, currentCount: liked ? 1 : 0 } };
  };
  const calls = fakeApi({
    [`GET ${LIST}`]: ({ query }) => {
      const top = comments.filter((comment) => !isReply(comment));
      if (query.get('sort') === 'newest') top.reverse();
      return { body: { comments: top, commentCount: count(), ...page } };
    },
    'GET /api/post/1/replies': () => ({ body: { replies: comments.filter(isReply), ...page } }),
    [`POST ${LIST}`]: ({ body }) => {
      const comment = commentOf(comments.length + 1, { ...(body as object), isAuthor: true });
      comments.push(comment);
      return { status: 201, body: { comment, commentCount: count() } };
    },
    'PUT /api/comment/1': ({ body }) => ({
      body: { comment: change({ ...(body as object), edited: true }) },
    }),
    'DELETE /api/comment/1': () => {
      if (comments.some(isReply)) change({ deleted: true, content: '', writerNickname: '' });
      else removed = comments.shift();
      return { body: { message: '', commentCount: count() } };
    },
    'POST /api/comment/1/restore': () => {
      if (removed) comments.unshift(removed);
      return { body: { comment: removed, commentCount: count(), message: DONE.commentRestored } };
    },
    'POST /api/comment/1/like': () => like(true),
    'POST /api/comment/1/unlike': () => like(false),
  });
  return { calls, count };
}

function Post(props: { count: number; answer?: AcceptedAnswer | undefined }) {
  const [commentCount, setCount] = useState(props.count);
  const post = { id: 1, isAuthor: false, boardType: 'FREE', anonymous: false } as const;
  return (
    <ThreadView
      post={{ ...post, ...NAMELESS, commentCount }}
      threadApi={boardThreadApi}
      onCount={setCount}
      {...(props.answer && { answer: props.answer })}
    />
  );
}

/** Opens the page of the post, with nothing stored of an earlier visit. */
async function load({ count }: { count: () => number }, answer?: AcceptedAnswer) {
  cleanup();
  logInForTest();
  await renderRouted(<Post count={count()} answer={answer} />, [
    ['me', { id: 5, roles: ['USER', 'STUDENT'] }],
  ]);
}

const articleOf = async (text: string) =>
  (await screen.findByText(text, { selector: 'p, bdi' })).closest('article') as HTMLElement;

async function choose(text: string, entry: '수정' | '삭제') {
  const menu = within(await articleOf(text)).getByRole('button', { name: /댓글 메뉴$/ });
  fireEvent.click(menu);
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
}

function lastAction() {
  const shown = toast.getToasts().at(-1);
  if (shown === undefined || !('action' in shown)) return undefined;
  return shown.action as { label: string; onClick: () => void } | undefined;
}

const own = (change: Partial<Comment> = {}) => commentOf(1, { isAuthor: true, ...change });

it('sorts by oldest or newest first [COMM-12]', async () => {
  await load(serveThread(commentOf(1), commentOf(2)));
  const texts = () => screen.getAllByText(/^댓글 \d$/, { selector: 'bdi' });
  const shown = () => texts().map((text) => text.textContent);
  await articleOf('댓글 1');
  expect(shown()).toEqual(['댓글 1', '댓글 2']);
  const order = screen.getByRole('group', { name: '댓글 순서' });
  fireEvent.click(within(order).getByText('최신순'));
  await waitFor(() => expect(shown()).toEqual(['댓글 2', '댓글 1']));
  fireEvent.click(within(order).getByText('등록순'));
  await waitFor(() => expect(shown()).toEqual(['댓글 1', '댓글 2']));
});

it('has one reply box at a time, which takes the focus and closes on Escape [COMM-12]', async () => {
  await load(serveThread(commentOf(1), commentOf(2)));
  const reply = async (text: string) => {
    const article = within(await articleOf(text));
    fireEvent.click(article.getByRole('button', { name: /답글 쓰기$/ }));
    return article.getByRole('textbox');
  };
  const first = await reply('댓글 1');
  expect(document.activeElement).toBe(first);
  const second = await reply('댓글 2');
  expect(screen.getAllByRole('textbox', { name: '답글 쓰기' })).toEqual([second]);
  expect(document.activeElement).toBe(second);
  // Safari ends the composition before it fires the key event.
  fireEvent.keyDown(second, { key: 'Escape', keyCode: 229 });
  expect(second.isConnected).toBe(true);
  fireEvent.keyDown(second, { key: 'Escape' });
  expect(screen.queryByRole('textbox', { name: '답글 쓰기' })).toBeNull();
});

it('edits an own comment, which is marked as edited, but not to nothing [COMM-01]', async () => {
  await load(serveThread(own({ content: '고치기 전의 말' })));
  await choose('고치기 전의 말', '수정');
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '댓글 수정' });
  const save = screen.getByRole<HTMLButtonElement>('button', { name: '저장' });
  expect(box.value).toBe('고치기 전의 말');
  fireEvent.input(box, { target: { value: '' } });
  expect(save.disabled).toBe(true);
  fireEvent.input(box, { target: { value: '고친 뒤의 말' } });
  fireEvent.click(save);
  expect((await articleOf('고친 뒤의 말')).textContent).toContain('(수정됨)');
});

it('keeps a like of a comment after a reload [REACT-02]', async () => {
  const server = serveThread(commentOf(1));
  await load(server);
  fireEvent.click(await screen.findByRole('button', { name: / 좋아요 0$/ }));
  await screen.findByRole('button', { name: / 좋아요 1$/ });
  await waitFor(() => expect(server.calls).toContain('POST /api/comment/1/like'));
  await load(server);
  const like = await screen.findByRole('button', { name: / 좋아요 1$/ });
  expect(like.getAttribute('aria-pressed')).toBe('true');
});

it('deletes an own comment at once and takes that back on request [COMM-110]', async () => {
  const server = serveThread(own());
  await load(server);
  await choose('댓글 1', '삭제');
  await screen.findByText('아직 댓글이 없습니다.');
  expect(server.count()).toBe(0);
  expect(shownToasts().at(-1)).toMatchObject({ text: '댓글이 삭제되었습니다.' });
  expect(lastAction()?.label).toBe('되돌리기');
  act(() => lastAction()?.onClick());
  await articleOf('댓글 1');
  expect(server.calls).toContain('POST /api/comment/1/restore');
  expect(shownToasts().at(-1)).toMatchObject({ text: '댓글을 되돌렸습니다.' });
});

it.each([
  ['an accepted answer', own(), '채택된'],
  ['a hidden comment', own({ blinded: true }), '운영진이 확인하고 있는'],
])('asks before it deletes %s, which does not come back [COMM-110]', async (_, comment, what) => {
  const server = serveThread(comment);
  await load(server, { commentId: 1, canAccept: false, accept: () => undefined });
  await choose('댓글 1', '삭제');
  const question = await screen.findByRole('alertdialog', { name: '이 댓글을 삭제할까요?' });
  expect(question.textContent).toContain(what);
  fireEvent.click(within(question).getByRole('button', { name: '취소' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.count()).toBe(1);
  await choose('댓글 1', '삭제');
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: '삭제' }),
  );
  await screen.findByText('아직 댓글이 없습니다.');
  expect(lastAction()).toBeUndefined();
});

it('leaves a placeholder of a deleted comment with replies [COMM-07]', async () => {
  const reply = commentOf(2, { parentId: 1, content: '남아 있을 답글', writerNickname: '갈매기' });
  await load(serveThread(own({ countChildren: 1 }), reply));
  await choose('댓글 1', '삭제');
  const placeholder = await articleOf('삭제된 댓글입니다.');
  expect(placeholder.textContent).not.toContain('해솔');
  await screen.findByRole('heading', { name: '댓글 1' });
  fireEvent.click(within(placeholder).getByRole('button', { name: /답글 1개 보기$/ }));
  expect((await articleOf('남아 있을 답글')).textContent).toContain('갈매기');
});

it('stores the text of a double click once [COMM-09]', async () => {
  const server = serveThread();
  await load(server);
  await screen.findByText('아직 댓글이 없습니다.');
  const box = screen.getByRole('textbox', { name: '댓글 쓰기' });
  fireEvent.input(box, { target: { value: '두 번 누른 말' } });
  const send = screen.getByRole('button', { name: '등록' });
  fireEvent.click(send);
  fireEvent.click(send);
  await articleOf('두 번 누른 말');
  await screen.findByRole('heading', { name: '댓글 1' });
  await load(server);
  await articleOf('두 번 누른 말');
  expect(screen.getAllByRole('article')).toHaveLength(1);
});
