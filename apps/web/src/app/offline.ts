import { registerServiceWorker } from '../lib/service-worker.ts';

/** Starts what makes the app work without a network, after the first page has loaded. */
export function startOffline(): void {
  registerServiceWorker();
}
