import { NavigationRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { START } from './release.ts';
import { storablePage } from './storable-page.ts';

const PREFIX = 'naru.page.';
/** One for each release: a page of another one would miss its scripts. */
const CACHE = PREFIX + START;
/** The same page for every address. */
const PAGE = '/';
/** Seconds after which a page on a weak network comes from the store. */
const WEAK_NETWORK_S = 4;
/** Not pages of the app. */
const OTHERS = [/^\/(?:api|files|feeds|dev)(?:\/|$)/, /\.\w+$/];
/** Statuses of a proxy that does not reach the server. */
const AWAY = new Set([502, 503, 504]);

const network = new NetworkFirst({
  cacheName: CACHE,
  networkTimeoutSeconds: WEAK_NETWORK_S,
  plugins: [
    {
      cacheKeyWillBeUsed: async () => PAGE,
      // A newer release or a changed name arrives at once; only the own page is stored.
      cacheWillUpdate: ({ response }) => storablePage(response, START),
      fetchDidSucceed: async ({ response }) => {
        if (AWAY.has(response.status)) throw new Error(`the server is away: ${response.status}`);
        return response;
      },
    },
  ],
});

/** Pages from the network, else the stored one. */
export const pageRoute = new NavigationRoute(network, { denylist: OTHERS });

/**
 * Stores the page of this release. Throws while the server sends another one, as in the middle of a
 * deployment: the browser repeats the installation later.
 */
export async function keepPage(): Promise<void> {
  const response = await fetch(PAGE, { cache: 'no-store', credentials: 'omit' });
  const page = await storablePage(response, START);
  if (page === null) throw new Error('the page is not of this release');
  await (await caches.open(CACHE)).put(PAGE, page);
}

export async function removeOtherPages(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}
