import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import {
  createQueryClient,
  invalidateAutomatic,
  MANUAL_QUERY,
  refetchAutomatic,
  reloadQueries,
} from './query-client.ts';

describe('invalidateAutomatic', () => {
  it('does not refetch manual queries, whose responses are audited [AUDIT-01]', async () => {
    const client = createQueryClient();
    const list = vi.fn(async () => 'list');
    const look = vi.fn(async () => 'look');
    const observers = [
      new QueryObserver(client, { queryKey: ['list'], queryFn: list }),
      new QueryObserver(client, { queryKey: ['look'], queryFn: look, ...MANUAL_QUERY }),
    ];
    const stops = observers.map((observer) => observer.subscribe(() => undefined));
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    await invalidateAutomatic(client);
    await invalidateAutomatic(client, ['look']);
    expect([list.mock.calls.length, look.mock.calls.length]).toEqual([2, 1]);
    for (const stop of stops) stop();
  });
});

describe('refetchAutomatic', () => {
  it('asks anew for what the screen shows, and says whether all of it came [UI-283]', async () => {
    const client = createQueryClient();
    client.setDefaultOptions({ queries: { retry: false } });
    let fails = false;
    const list = vi.fn(async () => {
      if (fails) throw new Error('offline');
      return 'list';
    });
    const look = vi.fn(async () => 'look');
    const stops = [
      new QueryObserver(client, { queryKey: ['list'], queryFn: list }),
      new QueryObserver(client, { queryKey: ['look'], queryFn: look, ...MANUAL_QUERY }),
    ].map((observer) => observer.subscribe(() => undefined));
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    expect(await refetchAutomatic(client)).toBe(true);
    expect([list.mock.calls.length, look.mock.calls.length]).toEqual([2, 1]);
    fails = true;
    expect(await refetchAutomatic(client, ['list'])).toBe(false);
    for (const stop of stops) stop();
  });
});

describe('reloadQueries', () => {
  it('discards a first load that was in flight before the change', async () => {
    const client = new QueryClient();
    const answers: ((value: string) => void)[] = [];
    const queryFn = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)));
    const observer = new QueryObserver(client, { queryKey: ['post', 7], queryFn });
    const leave = observer.subscribe(() => undefined);
    expect(queryFn).toHaveBeenCalledTimes(1);

    const reloaded = reloadQueries(client, ['post']);
    await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
    answers[0]?.('before');
    answers[1]?.('after');
    await reloaded;
    expect(observer.getCurrentResult().data).toBe('after');
    leave();
    client.clear();
  });
});
