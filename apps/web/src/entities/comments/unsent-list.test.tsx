import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitingComments } from '../../lib/outbox/waiting.ts';
import { commentOutbox, queueComment } from './unsent.ts';
import { UnsentList } from './unsent-list.tsx';

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

let sent: { content: string; clientId: string }[];
let answer: () => Response;
beforeEach(() => {
  sent = [];
  answer = () => {
    throw new TypeError('offline');
  };
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === 'POST') sent.push(JSON.parse(String(body)));
    return answer();
  });
});
afterEach(() => {
  commentOutbox.items.set([]);
  vi.unstubAllGlobals();
});

const listOf = (client: QueryClient, memberId: number) => (
  <QueryClientProvider client={client}>
    <UnsentList memberId={memberId} onLeave={() => undefined} />
  </QueryClientProvider>
);
const show = (client: QueryClient, memberId: number) => render(listOf(client, memberId));

describe('comments that wait', () => {
  it('can be corrected and copied once they are refused, and only then [OFF-06]', async () => {
    const client = new QueryClient();
    queueComment(client, ITEM);
    show(client, ME);
    await screen.findByText('연결되면 자동으로 보냅니다.');
    expect(screen.queryByRole('button', { name: '수정' })).toBeNull();
    const refusal = {
      error: 'VALIDATION_FAILED',
      message: '쓸 수 없는 말이 있습니다.',
      requestId: 'x',
    };
    answer = () => Response.json(refusal, { status: 400 });
    fireEvent.click(screen.getByRole('button', { name: '다시 보내기' }));
    await screen.findByText('보내지 못함 · 쓸 수 없는 말이 있습니다.');
    const copied: string[] = [];
    const clipboard = { writeText: async (text: string) => void copied.push(text) };
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard }));
    fireEvent.click(await screen.findByRole('button', { name: '복사' }));
    await waitFor(() => expect(copied).toEqual([ITEM.content]));
    fireEvent.click(await screen.findByRole('button', { name: '수정' }));
    const area = await screen.findByLabelText('보내지 못한 댓글 수정');
    fireEvent.input(area, { target: { value: ' ' } });
    const send = screen.getByRole('button', { name: '고쳐서 보내기' });
    expect(send).toHaveProperty('disabled', true);
    fireEvent.input(area, { target: { value: '고친 댓글' } });
    sent = [];
    const comment = { id: 71, postId: 1, parentId: null, content: 'x' };
    answer = () => Response.json({ comment, commentCount: 1 });
    fireEvent.click(send);
    await waitFor(() => expect(commentOutbox.items.get()).toEqual([]));
    expect(sent).toMatchObject([{ content: '고친 댓글', clientId: ITEM.clientId }]);
    expect(localStorage).toHaveLength(0);
  });

  it('of all posts are in one list and counted for their member alone [OFF-14]', async () => {
    queueComment(new QueryClient(), ITEM);
    queueComment(new QueryClient(), { ...ITEM, postId: 2, clientId: 'c-2', content: '다른 글' });
    expect(waitingComments.get()).toEqual({ memberId: ME, count: 2 });
    // What a reload leaves: local storage alone.
    commentOutbox.items.set([]);
    const client = new QueryClient();
    const { rerender } = show(client, ME);
    expect(await screen.findByRole('heading', { name: '보내지 못한 댓글 2개' })).toBeDefined();
    fireEvent.click(screen.getAllByRole('button', { name: '삭제' })[0] as HTMLElement);
    expect(screen.queryByText(ITEM.content)).toBeNull();
    expect(waitingComments.get()).toEqual({ memberId: ME, count: 1 });
    rerender(listOf(client, ME + 1));
    expect(screen.queryByText('다른 글')).toBeNull();
    expect(waitingComments.get()).toEqual({ memberId: ME + 1, count: 0 });
  });
});
