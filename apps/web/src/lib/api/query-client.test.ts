import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
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

describe('a read that an overloaded server refuses [UI-330]', () => {
  it('is asked for again after the time the server says, later than at once', async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const busy = new ApiError({ status: 503, code: 'OVERLOADED', message: '', retryAfter: 3 });
    const read = vi.fn(async () => {
      if (read.mock.calls.length < 3) throw busy;
      return 'read';
    });
    const client = createQueryClient();
    const result = client.fetchQuery({ queryKey: ['busy'], queryFn: read });
    const calls = [];
    for (const milliseconds of [3_400, 100, 3_900, 100]) {
      await vi.advanceTimersByTimeAsync(milliseconds);
      calls.push(read.mock.calls.length);
    }
    vi.useRealTimers();
    vi.restoreAllMocks();
    expect(calls).toEqual([1, 2, 2, 3]);
    expect(await result).toBe('read');
  });
});

it('asks again for a search that was refused because own ones still run [LIST-144]', async () => {
  vi.useFakeTimers();
  const running = new ApiError({ status: 429, code: 'SEARCH_RUNNING', message: '', retryAfter: 1 });
  const read = vi.fn().mockRejectedValueOnce(running).mockResolvedValue('found');
  const result = createQueryClient().fetchQuery({ queryKey: ['search'], queryFn: read });
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  expect(await result).toBe('found');
  expect(read).toHaveBeenCalledTimes(2);
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
