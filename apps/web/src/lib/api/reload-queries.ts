import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { invalidateAutomatic } from './query-client.ts';

/**
 * Invalidates `queryKey`. Cancels first loads in flight: they may predate the change, and
 * invalidation alone would accept their result.
 */
export async function reloadQueries(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await invalidateAutomatic(client, queryKey);
}
