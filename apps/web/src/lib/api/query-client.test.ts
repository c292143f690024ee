import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { ASKED_BY_HAND, askAgain, createQueryClient } from './query-client.ts';

describe('askAgain', () => {
  it('leaves alone what only a person asks: no look on record by itself [AUDIT-01]', async () => {
    const client = createQueryClient();
    const list = vi.fn(async () => 'list');
    const look = vi.fn(async () => 'look');
    const observers = [
      new QueryObserver(client, { queryKey: ['list'], queryFn: list }),
      new QueryObserver(client, { queryKey: ['look'], queryFn: look, ...ASKED_BY_HAND }),
    ];
    const stops = observers.map((observer) => observer.subscribe(() => undefined));
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    await askAgain(client);
    await askAgain(client, ['look']);
    expect([list.mock.calls.length, look.mock.calls.length]).toEqual([2, 1]);
    for (const stop of stops) stop();
  });
});
