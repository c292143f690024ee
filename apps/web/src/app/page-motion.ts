import type { AnyRouter } from '@tanstack/react-router';
import { PHONE, REDUCED_MOTION } from '../lib/use-media.ts';

/** Into a page below the present one, or back out of it. */
type Way = 'in' | 'out';

/** How one page lies to the other; undefined for neighbours and for another view of one page. */
export function wayBetween(from: string, to: string): Way | undefined {
  if (to.startsWith(`${from}/`)) return 'in';
  return from.startsWith(`${to}/`) ? 'out' : undefined;
}

/**
 * Lets a list and its detail slide over each other on phones, where the browser can and the reader wants motion.
 * A swipe that the browser animates itself, as on iOS, is left alone.
 */
export function movePages(router: AnyRouter): void {
  if (!('startViewTransition' in document)) return;
  const root = document.documentElement;
  let isBrowsersOwn = false;
  addEventListener('popstate', (event) => {
    isBrowsersOwn = event.hasUAVisualTransition === true;
  });

  function nextWay(): Way | undefined {
    const isAnimated = isBrowsersOwn;
    isBrowsersOwn = false;
    const { resolvedLocation } = router.state;
    const isWanted = matchMedia(PHONE).matches && !matchMedia(REDUCED_MOTION).matches;
    if (isAnimated || !isWanted || resolvedLocation === undefined) return undefined;
    return wayBetween(resolvedLocation.pathname, router.latestLocation.pathname);
  }

  router.startViewTransition = (update: () => Promise<void>) => {
    const way = nextWay();
    if (way === undefined) return update();
    root.dataset.way = way;
    const { ready, finished, updateCallbackDone } = document.startViewTransition(update);
    // The next navigation ends this motion.
    ready.catch(() => undefined);
    void finished
      .catch(() => undefined)
      .then(() => {
        if (root.dataset.way === way) delete root.dataset.way;
      });
    return updateCallbackDone;
  };
}
