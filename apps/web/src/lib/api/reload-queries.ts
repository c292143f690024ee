import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { invalidateAutomatic } from './query-client.ts';

/**
 * Loads again what is stale. A first answer that is still on its way may be from before the change,
 * and a reload would be content with it: it is called off.
 */
export async function reloadQueries(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await invalidateAutomatic(client, queryKey);
}
