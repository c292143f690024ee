import type { SiteStatus } from '@naru/contract/site-status';
import { api } from './api/api.ts';
import { liveState } from './live/live.ts';

type WithStatus = { naruStatus?: (status: SiteStatus, place?: HTMLElement) => void };

/** How often a page without a stream looks, such as that of a guest. */
const LOOK_MS = 60_000;

/** Shows the lines above every page, or above `place`, as `public/start.js` does with those of the page. */
export function showSiteStatus(status: SiteStatus, place?: HTMLElement): void {
  (window as WithStatus).naruStatus?.(status, place);
}

/** Looks for changes while the page is visible; one with a stream gets them there. */
export function watchSiteStatus(): void {
  let lookedAt = Date.now();
  const look = async () => {
    const isDue = Date.now() - lookedAt >= LOOK_MS;
    if (!isDue || document.visibilityState !== 'visible' || liveState.get() === 'live') return;
    lookedAt = Date.now();
    const { status } = await api('GET /api/config', { anonymous: true });
    if (status) showSiteStatus(status);
  };
  const tryLook = () => void look().catch(() => undefined);
  setInterval(tryLook, LOOK_MS / 4);
  document.addEventListener('visibilitychange', tryLook);
}
