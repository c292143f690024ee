import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const MAX_RETRIES = 2;
const STALE_MS = 30_000;

/** Only what may pass by itself is tried again: no answer, overload, server trouble. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500;
}

/**
 * For queries that only a person asks: each answer is a look on record, or an editor stands on it.
 * Neither the browser nor a lost event makes them ask again.
 */
export const MANUAL_QUERY = {
  meta: { isManual: true },
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Everything may have changed, or everything below `queryKey`: what is shown asks again. */
export function invalidateAutomatic(client: QueryClient, queryKey?: QueryKey): Promise<void> {
  return client.invalidateQueries({
    queryKey,
    predicate: ({ meta }) => meta?.isManual !== true,
  });
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // `always`: an offline call fails and shows its retry box instead of waiting unseen.
      queries: { staleTime: STALE_MS, retry: shouldRetry, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
