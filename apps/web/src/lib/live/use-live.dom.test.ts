import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { liveState, publishLive, useLiveEvent, usePollInterval } from './live.ts';

it('usePollInterval polls every 30 s only without a stream [LIVE-11]', () => {
  liveState.set('connecting');
  const { result } = renderHook(() => usePollInterval());
  expect(result.current).toBe(false);
  act(() => liveState.set('polling'));
  expect(result.current).toBe(30_000);
  act(() => liveState.set('live'));
  expect(result.current).toBe(false);
});

it('useLiveEvent calls its latest handler for its type while mounted', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const { rerender, unmount } = renderHook(({ handler }) => useLiveEvent('post', handler), {
    initialProps: { handler: first },
  });
  publishLive({ type: 'post', postId: 1 });
  rerender({ handler: second });
  publishLive({ type: 'post', postId: 2 });
  publishLive({ type: 'notice-read', unreadCount: 0 });
  unmount();
  publishLive({ type: 'post', postId: 3 });
  expect(first.mock.calls).toEqual([[{ type: 'post', postId: 1 }]]);
  expect(second.mock.calls).toEqual([[{ type: 'post', postId: 2 }]]);
});
