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
  const look = () => {
    if (document.hidden || liveState.get() === 'live') return;
    // With the token: some notices are for members only.
    api('GET /api/config').then(
      ({ status }) => status && showSiteStatus(status),
      () => undefined,
    );
  };
  setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look);
}
