import { precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { SHARE_PATH } from '../lib/shared-content.ts';
import { keepPage, pageRoute, removeOtherPages } from './page.ts';
import { listenForPushes } from './push.ts';
import { PRECACHE, START } from './release.ts';
import { takeShare } from './share.ts';

/**
 * The service worker: the app opens without a network. `vite/service-worker.ts` builds it into one
 * file, `/service-worker.js`, and gives it the files of its release (`release.ts`).
 *
 * - `install` stores scripts, styles and the page of this release.
 * - `fetch` gives pages from the network, else the stored one (`page.ts`); stored files come from the
 *   store. What another app shares is stored for its page (`share.ts`). Everything else, above all the API, goes
 *   to the network untouched.
 * - `message` `'activate'` ends the wait of a new release; `{ start }` asks whether a page with that
 *   entry script is of this release, and the port gets true or false.
 * - `push` and clicks on what it shows: `push.ts`.
 *
 * What members read is stored by the page, not here (`lib/offline`).
 */
declare const self: ServiceWorkerGlobalScope;

precacheAndRoute(PRECACHE, { cleanURLs: false, directoryIndex: '' });
registerRoute(pageRoute);
registerRoute(({ url }) => url.pathname === SHARE_PATH, takeShare, 'POST');
listenForPushes(self);

self.addEventListener('install', (event) => event.waitUntil(keepPage()));
self.addEventListener('activate', (event) => event.waitUntil(removeOtherPages()));
self.addEventListener('message', ({ data, ports }) => {
  if (data === 'activate') void self.skipWaiting();
  else ports[0]?.postMessage(data?.start === START);
});
