import type { QueryClient } from '@tanstack/react-query';
import { ApiError, isOffline } from '../api/api-error.ts';
import { invalidateAutomatic } from '../api/query-client.ts';
import { liveState } from '../live/live.ts';
import { createStore } from '../store.ts';

/** False while the device has no network, or calls do not reach the server. */
export const isConnected = createStore(navigator.onLine);

/** Follows the network and the outcome of calls; reloads what is shown when the connection returns. */
export function followConnection(client: QueryClient): (outcome: unknown) => void {
  const connect = () => {
    if (isConnected.get() || !navigator.onLine) return;
    isConnected.set(true);
    void invalidateAutomatic(client);
  };
  window.addEventListener('offline', () => isConnected.set(false));
  window.addEventListener('online', connect);
  liveState.subscribe(() => {
    if (liveState.get() === 'live') connect();
  });
  return (outcome) => {
    if (isOffline(outcome)) isConnected.set(false);
    else if (!(outcome instanceof Error) || outcome instanceof ApiError) connect();
  };
}
