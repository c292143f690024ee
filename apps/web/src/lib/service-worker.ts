import { createStore } from './store.ts';

const SCRIPT = '/service-worker.js';
/** How often a page that stays open looks for a new release, in ms. */
const LOOK_MS = 30 * 60_000;

type Registration = ServiceWorkerRegistration;

/** The worker of a new release, which waits until the member takes it. */
export const waitingRelease = createStore<ServiceWorker | null>(null);

let registered: Promise<Registration | null> | undefined;

/** Trusted Types demand a policy of the app for addresses of workers. */
function trusted(script: string): string {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy: CreatePolicy } };
  if (trustedTypes === undefined) return script;
  const policy = trustedTypes.createPolicy('naru-worker', { createScriptURL: () => script });
  return policy.createScriptURL(script) as string;
}

type CreatePolicy = (
  name: string,
  rules: { createScriptURL: (url: string) => string },
) => { createScriptURL: (url: string) => unknown };

/** The entry script of this page, by which a worker knows its own release. */
function startOf(page: Document): string | undefined {
  const scripts = page.querySelectorAll<HTMLScriptElement>('script[src^="/assets/start-"]');
  return scripts[0]?.getAttribute('src') ?? undefined;
}

function follow(registration: Registration): void {
  const offer = (worker: ServiceWorker | null) => {
    // Without a controller it is the first one, which waits for nobody.
    if (worker?.state !== 'installed' || !navigator.serviceWorker.controller) return;
    const { port1, port2 } = new MessageChannel();
    // A page that was loaded since is of the new release: nothing of it is lost.
    port1.onmessage = ({ data: isOwn }) =>
      isOwn ? worker.postMessage('activate') : waitingRelease.set(worker);
    worker.postMessage({ start: startOf(document) }, [port2]);
  };
  const watch = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer(worker);
      else if (waitingRelease.get() === worker) waitingRelease.set(null);
    });
  watch(registration.waiting);
  offer(registration.waiting);
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - looked < LOOK_MS) return;
    looked = Date.now();
    void registration.update().catch(() => undefined);
  });
}

/** Registers the worker of the built app, once; `app/after-start.ts` does so after the first paint. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  registered ??= navigator.serviceWorker
    .register(trusted(SCRIPT))
    .then((registration) => {
      follow(registration);
      return registration;
    })
    // Private windows and blocked storage refuse it; the app works without.
    .catch(() => null);
}

/**
 * The registration with an active worker, for push subscriptions; null where there is none: in
 * development, on addresses without https, or where the browser refuses workers.
 *
 * @public
 */
export async function serviceWorkerReady(): Promise<Registration | null> {
  if (!('serviceWorker' in navigator)) return null;
  registerServiceWorker();
  if (await registered) return navigator.serviceWorker.ready;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

/** Lets the new release take over and reloads this page; other tabs stay as they are. */
export function takeRelease(): void {
  const worker = waitingRelease.get();
  if (worker === null) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  worker.postMessage('activate');
}
