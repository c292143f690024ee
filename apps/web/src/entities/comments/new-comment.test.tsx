import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderRouted } from '../../testing/routed.tsx';
import { NewComment, ReplyForm } from './new-comment.tsx';
import { InThread } from './thread.fixture.tsx';
import { ThreadContext, type ThreadContextValue } from './thread-context.ts';
import { UnsentComments } from './thread-view.tsx';
import { commentOutbox } from './unsent.ts';
import { useCommentDraft } from './use-comment-draft.ts';

function setup(ui: React.ReactNode, change: Partial<ThreadContextValue> = {}) {
  return render(<InThread change={change}>{ui}</InThread>);
}

function stubRefusal() {
  const body = {
    error: 'COMMENT_THROTTLED',
    message: '잠시 후 다시 시도해 주세요.',
    requestId: 'x',
  };
  const fetch = vi.fn(async () => new Response(JSON.stringify(body), { status: 429 }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

function type(name: string, text: string): HTMLTextAreaElement {
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name });
  fireEvent.input(box, { target: { value: text } });
  return box;
}

describe('NewComment', () => {
  it('restores a rejected text in the form [COMM-14]', async () => {
    const fetch = stubRefusal();
    setup(<NewComment />);
    const box = type('댓글 쓰기', '안녕하세요');
    fireEvent.click(screen.getByRole('button', { name: '등록' }));
    expect(box.value).toBe('');
    await waitFor(() => expect(fetch).toHaveBeenCalledOnce());
    await waitFor(() => expect(box.value).toBe('안녕하세요'));
  });

  it('ignores a second submission within a second and keeps its text', async () => {
    const fetch = stubRefusal();
    setup(<NewComment />);
    type('댓글 쓰기', '하나');
    fireEvent.click(screen.getByRole('button', { name: '등록' }));
    const box = type('댓글 쓰기', '둘');
    fireEvent.click(screen.getByRole('button', { name: '등록' }));
    await waitFor(() => expect(box.value).toBe('하나\n둘'));
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('brings a comment into view that waits for the network [OFF-05]', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('offline');
    });
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    await renderRouted(
      <InThread>
        <NewComment />
        <UnsentComments />
      </InThread>,
    );
    type('댓글 쓰기', '아래에 남는 말');
    fireEvent.click(screen.getByRole('button', { name: '등록' }));
    const list = await screen.findByRole('list', { name: '보내지 못한 댓글' });
    expect(scroll.mock.contexts).toContain(list.firstElementChild);
    for (const item of commentOutbox.items.get()) commentOutbox.remove(item);
    scroll.mockRestore();
  });

  it('leaves the form to a comment that does not reach the server, until the network returns [OFF-05]', async () => {
    const sent: string[] = [];
    let status = 0;
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      if (init.method === 'POST') sent.push(JSON.parse(String(init.body)).clientId);
      if (status === 0) throw new TypeError('offline');
      return new Response('{}', { status });
    });
    setup(
      <>
        <NewComment />
        <UnsentComments />
      </>,
    );
    const box = type('댓글 쓰기', '끊긴 사이');
    fireEvent.click(screen.getByRole('button', { name: '등록' }));
    const list = await screen.findByRole('list', { name: '보내지 못한 댓글' });
    expect(list.textContent).toContain('끊긴 사이');
    expect(box.value).toBe('');
    type('댓글 쓰기', '다음 댓글');
    status = 502;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(new Set(sent).size).toBe(1);
    expect(box.value).toBe('다음 댓글');
    commentOutbox.items.set([]);
  });

  it('shows members below STUDENT why there is no form, and the way to that role [ROLE-28]', async () => {
    const config = { studentEmailDomains: ['example.ac.kr'] };
    const value = { canWrite: false } as ThreadContextValue;
    await renderRouted(
      <ThreadContext value={value}>
        <NewComment />
      </ThreadContext>,
      [['config', config]],
    );
    expect(await screen.findByText('댓글 작성 권한이 없습니다.')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    const way = screen.getByRole('link', { name: '학교 이메일 인증하기' });
    expect(way.getAttribute('href')).toBe('/mypage/account#email');
  });
});

describe('ReplyForm', () => {
  it('keeps a rejected reply as a draft when its box was closed', async () => {
    const fetch = stubRefusal();
    const first = setup(<ReplyForm parentId={3} />);
    type('답글 쓰기', '답글입니다');
    fireEvent.click(screen.getByRole('button', { name: '등록' }));
    first.unmount();
    await waitFor(() => expect(fetch).toHaveBeenCalledOnce());
    await waitFor(() => expect(Object.keys(localStorage)).toHaveLength(1));
    setup(<ReplyForm parentId={3} />);
    const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '답글 쓰기' });
    expect(box.value).toBe('답글입니다');
  });
});

const NAME = 'naru.draft.1.comment.3';
const TARGET = { memberId: 1, postId: 3, replyTo: null, isAnonymous: false };
const open = () => renderHook(() => useCommentDraft(TARGET));
const hide = () => document.dispatchEvent(new Event('visibilitychange'));

describe('useCommentDraft', () => {
  it('keeps the last words when a phone hides the page [REL-18]', () => {
    const { result } = open();
    act(() => result.current.setText('반갑습니다'));
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    hide();
    expect(localStorage.getItem(NAME)).toContain('반갑습니다');
  });

  it('brings nothing back that another tab has sent, with the same id or without [REL-18]', () => {
    const first = open();
    act(() => first.result.current.setText('반갑습니다'));
    first.unmount();
    for (const isStored of [false, true]) {
      const other = open();
      const sender = open();
      expect(other.result.current.text).toBe('반갑습니다');
      act(() => void sender.result.current.take('반갑습니다'));
      act(() => sender.result.current.settle(isStored));
      const left = localStorage.getItem(NAME);
      expect(left === null).toBe(isStored);
      other.unmount();
      expect(localStorage.getItem(NAME)).toBe(left);
      sender.unmount();
    }
  });

  it('leaves what another tab has begun since', () => {
    const empty = open();
    const { result, unmount } = open();
    act(() => result.current.setText('반갑습니다'));
    unmount();
    empty.unmount();
    expect(localStorage.getItem(NAME)).toContain('반갑습니다');
  });
});
