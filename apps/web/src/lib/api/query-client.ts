import { type Query, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const MAX_RETRIES = 2;
const STALE_MS = 30_000;

/** Retries only transient failures: no response, 5xx, or own searches that are about to end. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500 || error.code === 'SEARCH_RUNNING';
}

/** Not before the server wants it, and not all pages at once. */
function retryDelay(
  failures: number,
  { retryAfter = 0 }: Pick<ApiError, 'message' | 'retryAfter'>,
): number {
  return (retryAfter + 2 ** failures * (0.5 + Math.random() / 2)) * 1000;
}

/**
 * For queries that refetch only when the user asks: each response is recorded in the audit log, or
 * an editor is based on it. Focus, reconnects and live resets do not refetch them.
 */
export const MANUAL_QUERY = {
  meta: { isManual: true },
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** For what a form is edited from: loaded once, never from the cache. */
export const FOR_EDITING = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
} as const;

const isAutomatic = ({ meta }: Query) => meta?.isManual !== true;

/** Invalidates everything below `queryKey` (default: all) except `MANUAL_QUERY` queries. */
export function invalidateAutomatic(client: QueryClient, queryKey?: QueryKey): Promise<void> {
  return client.invalidateQueries({ queryKey, predicate: isAutomatic });
}

/**
 * Asks again for everything on the screen that `queryKey` names (default: all) except `MANUAL_QUERY`
 * queries; returns whether all of it came.
 */
export async function refetchAutomatic(client: QueryClient, queryKey?: QueryKey): Promise<boolean> {
  const filters = { queryKey, type: 'active', predicate: isAutomatic } as const;
  await client.refetchQueries(filters);
  const queries = client.getQueryCache().findAll(filters);
  return queries.every(({ state }) => state.error === null && state.fetchStatus === 'idle');
}

/**
 * Invalidates `queryKey`. Cancels first loads in flight: they may predate the change, and
 * invalidation alone would accept their result.
 */
export async function reloadQueries(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await invalidateAutomatic(client, queryKey);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // `always`: an offline call fails and shows its retry box instead of pausing.
      queries: { staleTime: STALE_MS, retry: shouldRetry, retryDelay, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
