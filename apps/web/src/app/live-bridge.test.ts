import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { memberKeys, petitionKeys, postKeys, workKeys } from '../entities/keys.ts';
import { meQuery } from '../entities/member/me.ts';
import { liveState, publishLive } from '../lib/live/live.ts';
import { bridgeLive } from './live-bridge.ts';

afterEach(() => liveState.set('connecting'));

it('lists are polled while the code of the stream is missing, until a later answer finds it [LIVE-11]', async () => {
  const client = new QueryClient();
  const stop = vi.fn();
  const openLiveConnection = vi.fn((_: { lastId: string }) => ({ stop }));
  let isOffline = true;
  bridgeLive(client, async () => {
    if (isOffline) throw new TypeError('Failed to fetch dynamically imported module');
    return { openLiveConnection };
  });
  const answer = (liveSeq: number) => client.setQueryData(meQuery.queryKey, { liveSeq } as never);
  answer(7);
  await vi.waitFor(() => expect(liveState.get()).toBe('polling'));
  isOffline = false;
  answer(8);
  await vi.waitFor(() => expect(openLiveConnection).toHaveBeenCalledOnce());
  expect(openLiveConnection.mock.calls[0]?.[0].lastId).toBe('8');
  answer(9);
  expect(openLiveConnection).toHaveBeenCalledOnce();
  client.clear();
  expect(stop).toHaveBeenCalledOnce();
});

it.each([
  [{ type: 'work' }, workKeys.waiting],
  [{ type: 'work' }, petitionKeys.lists],
  [{ type: 'work' }, petitionKeys.detail(7)],
  [{ type: 'work' }, memberKeys.me],
  [{ type: 'post', postId: 7 }, postKeys.detail(7)],
  [{ type: 'post', postId: 7 }, petitionKeys.detail(7)],
] as const)('the event %j makes %j stale [ADMIN-33, PETI-18, PETI-19]', async (event, queryKey) => {
  const client = new QueryClient();
  bridgeLive(client, () => new Promise<never>(() => undefined));
  client.setQueryData(queryKey, { items: [] });
  publishLive(event);
  await vi.waitFor(() => expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true));
});
