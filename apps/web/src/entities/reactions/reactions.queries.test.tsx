import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shownToasts } from '../../testing/shown-toasts.ts';
import { questions } from '../../ui/ask.ts';
import { type LikeState, usePostLike, usePostScrap, withLike } from './reaction-buttons.tsx';

type Answer = { status: number; body: unknown };

/** Resolves the calls on demand, in call order. */
function stubFetch() {
  const calls: { url: string; answer: (answer: Answer) => void }[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    return new Promise<Response>((resolve) => {
      const answer = ({ status, body }: Answer) =>
        resolve(new Response(JSON.stringify(body), { status }));
      calls.push({ url, answer });
    });
  });
  return calls;
}

function withClient() {
  const client = new QueryClient();
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
}

const FAILED = { error: 'UNAVAILABLE', message: '잠시 사용할 수 없습니다.', requestId: 'x' };

afterEach(() => {
  for (const question of questions.get()) question.answer(false);
});

function renderLike(start: LikeState) {
  return renderHook(
    () => {
      const [state, show] = useState(start);
      return { state, like: usePostLike({ postId: 7, state, show }) };
    },
    { wrapper: withClient() },
  );
}

describe('withLike', () => {
  it('increments or decrements, never below zero, and is idempotent', () => {
    expect(withLike({ isLike: false, likeCount: 4 }, true)).toEqual({
      isLike: true,
      likeCount: 5,
    });
    expect(withLike({ isLike: true, likeCount: 0 }, false).likeCount).toBe(0);
    expect(withLike({ isLike: true, likeCount: 5 }, true).likeCount).toBe(5);
  });
});

describe('usePostLike', () => {
  it('updates optimistically and settles on the count of the server', async () => {
    const calls = stubFetch();
    const { result } = renderLike({ isLike: false, likeCount: 4 });
    act(() => result.current.like.mutate(true));
    await waitFor(() => expect(result.current.state).toEqual({ isLike: true, likeCount: 5 }));
    expect(calls[0]?.url).toBe('/api/post/7/like');
    calls[0]?.answer({ status: 200, body: { currentCount: 9, liked: true } });
    await waitFor(() => expect(result.current.state).toEqual({ isLike: true, likeCount: 9 }));
  });

  it('rolls back and shows an error when the call fails', async () => {
    const calls = stubFetch();
    const { result } = renderLike({ isLike: false, likeCount: 4 });
    act(() => result.current.like.mutate(true));
    await waitFor(() => expect(calls).toHaveLength(1));
    calls[0]?.answer({ status: 503, body: FAILED });
    await waitFor(() => expect(result.current.state).toEqual({ isLike: false, likeCount: 4 }));
    expect(questions.get()[0]).toMatchObject({
      title: '좋아요를 처리하지 못했습니다.',
      body: FAILED.message,
    });
  });

  it('serialises quick clicks and shows only the last response [RACE-01, REACT-05]', async () => {
    const calls = stubFetch();
    const { result } = renderLike({ isLike: false, likeCount: 4 });
    act(() => result.current.like.mutate(true));
    await waitFor(() => expect(result.current.state.isLike).toBe(true));
    act(() => result.current.like.mutate(false));
    await waitFor(() => expect(result.current.state).toEqual({ isLike: false, likeCount: 4 }));
    expect(calls).toHaveLength(1);
    calls[0]?.answer({ status: 200, body: { currentCount: 5, liked: true } });
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(result.current.state.isLike).toBe(false);
    expect(calls[1]?.url).toBe('/api/post/7/unlike');
    calls[1]?.answer({ status: 200, body: { currentCount: 4, liked: false } });
    await waitFor(() => expect(result.current.like.isSuccess).toBe(true));
    expect(result.current.state).toEqual({ isLike: false, likeCount: 4 });
  });
});

describe('usePostScrap', () => {
  it('confirms scrapping and unscrapping', async () => {
    const calls = stubFetch();
    const show = vi.fn();
    const { result } = renderHook(() => usePostScrap({ postId: 7, show }), {
      wrapper: withClient(),
    });
    act(() => result.current.mutate(true));
    await waitFor(() => expect(calls[0]?.url).toBe('/api/post/7/scrap'));
    expect(show).toHaveBeenLastCalledWith(true);
    calls[0]?.answer({ status: 200, body: { message: '', isScrapped: true } });
    await waitFor(() => expect(shownToasts().at(-1)).toMatchObject({ text: '스크랩했습니다.' }));
    act(() => result.current.mutate(false));
    await waitFor(() => expect(calls[1]?.url).toBe('/api/post/7/unScrap'));
    calls[1]?.answer({ status: 503, body: FAILED });
    await waitFor(() => expect(show).toHaveBeenLastCalledWith(true));
    await waitFor(() =>
      expect(shownToasts().at(-1)).toMatchObject({ kind: 'error', text: FAILED.message }),
    );
  });
});
