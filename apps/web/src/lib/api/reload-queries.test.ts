import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { reloadQueries } from './query-client.ts';

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
