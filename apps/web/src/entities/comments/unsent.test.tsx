import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearMemberStorage } from '../../lib/member-storage.ts';
import { writeTokens } from '../../lib/session/tokens.ts';
import { shownToasts } from '../../testing/shown-toasts.ts';
import type { Thread } from './comments.mutations.ts';
import { boardThreadApi } from './thread-api.ts';
import { createSubmitGate, ThreadContext, type ThreadContextValue } from './thread-context.ts';
import { UnsentComments } from './thread-view.tsx';
import { commentOutbox, queueComment, resumeComments } from './unsent.ts';

const ME = 5;
const ITEM = {
  memberId: ME,
  postId: 1,
  isAnonymous: false,
  isLecture: false,
  content: '지하철에서 쓴 댓글',
  parentId: null,
  replyTo: null,
  clientId: 'client-0001',
};

type Sent = { content: string; clientId: string };
let sent: Sent[] = [];
let answer: () => Response;

const stored = (): Response => {
  const comment = { id: 70 + sent.length, postId: 1, parentId: null, content: 'x' };
  return Response.json({ comment, commentCount: sent.length });
};
const refusal = (status: number, error: string, message: string) => () =>
  Response.json({ error, message, requestId: 'x' }, { status });
const offline = () => {
  throw new TypeError('offline');
};

beforeEach(() => {
  sent = [];
  answer = offline;
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === 'POST') sent.push(JSON.parse(String(body)));
    return answer();
  });
});
afterEach(() => {
  commentOutbox.items.set([]);
  vi.unstubAllGlobals();
});

function show(client: QueryClient, onCount = vi.fn()) {
  const me = { id: ME } as Thread['me'];
  const thread: Thread = {
    postId: 1,
    boardType: 'FREE',
    threadApi: boardThreadApi,
    anonymous: false,
    isPostAuthor: false,
    author: null,
    me,
    onCount,
  };
  const value = { thread, gate: createSubmitGate(), canWrite: true } as ThreadContextValue;
  return render(
    <QueryClientProvider client={client}>
      <ThreadContext value={value}>
        <UnsentComments />
      </ThreadContext>
    </QueryClientProvider>,
  );
}

/** What a reload leaves: local storage alone. */
function reload(): QueryClient {
  commentOutbox.items.set([]);
  return new QueryClient();
}

describe('comments that did not reach the server', () => {
  it('stay with the reason when the server refuses them, until they are deleted [OFF-06]', async () => {
    answer = refusal(403, 'COMMENTS_CLOSED', '댓글을 쓸 수 없는 글입니다.');
    const client = new QueryClient();
    queueComment(client, ITEM);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(sent).toHaveLength(1));
    const text = '댓글을 등록하지 못했습니다. 댓글을 쓸 수 없는 글입니다.';
    await waitFor(() => expect(shownToasts()).toContainEqual({ kind: 'error', text }));
    show(reload());
    expect(await screen.findByText(/보내지 못함 · 댓글을 쓸 수 없는 글입니다/)).toBeDefined();
    window.dispatchEvent(new Event('online'));
    fireEvent.click(screen.getByRole('button', { name: '삭제' }));
    expect(screen.queryByText(ITEM.content)).toBeNull();
    expect(localStorage).toHaveLength(0);
    expect(sent).toHaveLength(1);
  });

  it('go out once, in order and under their client ids, after a reload too [OFF-05]', async () => {
    queueComment(new QueryClient(), ITEM);
    queueComment(new QueryClient(), { ...ITEM, clientId: 'client-0002', content: '둘째' });
    const onCount = vi.fn();
    show(reload(), onCount);
    expect(await screen.findAllByText('연결되면 자동으로 보냅니다.')).toHaveLength(2);
    sent = [];
    answer = stored;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
    expect(sent.map(({ clientId }) => clientId)).toEqual(['client-0001', 'client-0002']);
    expect(localStorage).toHaveLength(0);
    expect(onCount).toHaveBeenLastCalledWith(2);
  });

  it('are not sent by a tab when another one has sent them [OFF-05]', async () => {
    const client = new QueryClient();
    queueComment(client, ITEM);
    const [item] = commentOutbox.items.get();
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: `naru.unsent.${ME}.comment.1` }));
    expect(item?.content).toBe(ITEM.content);
    expect(commentOutbox.items.get()).toEqual([]);
    window.dispatchEvent(new Event('online'));
    expect(sent).toEqual([]);
  });

  it('are sent again after the pause between comments [OFF-05]', async () => {
    answer = refusal(429, 'COMMENT_THROTTLED', '잠시 후 다시 시도해 주세요.');
    queueComment(new QueryClient(), ITEM);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(commentOutbox.items.get()[0]?.isOffline).toBe(true));
    await waitFor(() => expect(sent).not.toEqual([]));
    answer = stored;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(commentOutbox.items.get()).toEqual([]));
    expect(new Set(sent.map(({ clientId }) => clientId))).toEqual(new Set([ITEM.clientId]));
  });

  it('are never sent as another member who has logged in since [OFF-07]', async () => {
    const as = (sub: number) => {
      const accessToken = `x.${btoa(JSON.stringify({ sub: String(sub), exp: 9_999_999_999 }))}.x`;
      writeTokens({ accessToken, refreshToken: 'refresh.9999999999' });
    };
    as(ME);
    queueComment(new QueryClient(), ITEM);
    answer = stored;
    as(ME + 1);
    window.dispatchEvent(new Event('online'));
    await waitFor(() =>
      expect(commentOutbox.items.get()).toMatchObject([{ state: 'failed', isOffline: true }]),
    );
    expect(sent).toEqual([]);
    as(ME);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('belong to their member, and anonymous ones go with the log-out [OFF-07]', () => {
    writeTokens({ accessToken: 'x', refreshToken: 'x.9999999999' });
    queueComment(new QueryClient(), ITEM);
    queueComment(new QueryClient(), { ...ITEM, isAnonymous: true, clientId: 'client-0003' });
    clearMemberStorage();
    const names = Object.keys(localStorage).filter((name) => name.startsWith('naru.'));
    expect(names).toEqual([`naru.unsent.${ME}.comment.1`]);
    const client = reload();
    resumeComments(client, ME + 1);
    expect(commentOutbox.items.get()).toEqual([]);
    localStorage.clear();
    expect(queueComment(client, { ...ITEM, isAnonymous: true })).toBe(false);
    expect(localStorage).toHaveLength(0);
  });
});
