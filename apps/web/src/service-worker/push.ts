import type { PushMessage } from '@naru/contract/push';

interface ShownOptions extends NotificationOptions {
  renotify?: boolean;
}

/** The parts of a tab that the handlers use. */
export interface PushTab {
  url: string;
  visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface PushRegistration {
  showNotification(title: string, options: ShownOptions): Promise<void>;
  pushManager: { subscribe(options: PushSubscriptionOptionsInit): Promise<unknown> };
}

/** The parts of the service worker's scope that the handlers use. */
export interface PushScope {
  location: { origin: string };
  navigator: { userAgent: string; setAppBadge?: (count: number) => Promise<void> };
  registration: PushRegistration;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly PushTab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: ChangeEvent) => void): void;
}

interface Waitable {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends Waitable {
  data: { json(): unknown } | null;
}
interface ClickEvent extends Waitable {
  notification: { data?: unknown; close(): void };
}
interface ChangeEvent extends Waitable {
  oldSubscription?: { options: PushSubscriptionOptionsInit } | null;
}

/** What a tab receives: an address to open, or that the browser has another subscription. */
export type TabMessage = { type: 'push-open'; url: string } | { type: 'push-changed' };

const ICON = '/app-icons/icon-192.png';
const BADGE = '/app-icons/badge.png';
const FALLBACK: PushMessage = {
  title: '새 알림',
  body: '눌러서 확인해 주세요.',
  tag: 'push',
  renotify: false,
  url: '/main',
  unread: 1,
};
/** Safari ends the subscription of a page that shows nothing; the others accept it of an open page. */
const SAFARI = /AppleWebKit(?!.*Chrom)/;

/** Shows what the server sends, and opens it. Call it once, while the service worker starts. */
export function listenForPushes(scope: PushScope): void {
  scope.addEventListener('push', (event: PushEvent) => event.waitUntil(show(scope, event)));
  scope.addEventListener('notificationclick', (event: ClickEvent) => {
    event.notification.close();
    event.waitUntil(open(scope, event.notification.data));
  });
  scope.addEventListener('pushsubscriptionchange', (event: ChangeEvent) =>
    event.waitUntil(renew(scope, event)),
  );
}

async function show(scope: PushScope, event: PushEvent): Promise<void> {
  const { title, body, tag, renotify, url, unread } = read(event);
  await scope.navigator.setAppBadge?.(unread).catch(() => undefined);
  const isSeen = (await tabsOf(scope)).some((tab) => tab.visibilityState === 'visible');
  if (isSeen && !SAFARI.test(scope.navigator.userAgent)) return;
  const silent = isSeen || !renotify;
  const options: ShownOptions = { body, tag, icon: ICON, badge: BADGE, lang: 'ko', data: url };
  // A browser refuses a notification that is silent and sounds again.
  await scope.registration.showNotification(title, { ...options, silent, renotify: !silent });
}

/** A message that cannot be read is shown as one without words: a browser wants to show something. */
function read({ data }: PushEvent): PushMessage {
  try {
    return { ...FALLBACK, ...(data?.json() as Partial<PushMessage>) };
  } catch {
    return FALLBACK;
  }
}

/** Uses an open tab as it is instead of opening another one. */
async function open(scope: PushScope, data: unknown): Promise<void> {
  const { origin } = scope.location;
  const wanted = new URL(typeof data === 'string' ? data : FALLBACK.url, origin);
  const url =
    wanted.origin === origin ? wanted.pathname + wanted.search + wanted.hash : FALLBACK.url;
  const tabs = await tabsOf(scope);
  const tab = tabs.find(({ visibilityState }) => visibilityState === 'visible') ?? tabs[0];
  if (tab === undefined) {
    await scope.clients.openWindow(url);
    return;
  }
  await tab.focus();
  const message: TabMessage = { type: 'push-open', url };
  tab.postMessage(message);
}

/** A page informs the server, because the service worker has no login. */
async function renew(scope: PushScope, { oldSubscription }: ChangeEvent): Promise<void> {
  if (oldSubscription) await scope.registration.pushManager.subscribe(oldSubscription.options);
  const message: TabMessage = { type: 'push-changed' };
  for (const tab of await tabsOf(scope)) tab.postMessage(message);
}

function tabsOf({ clients }: PushScope): Promise<readonly PushTab[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true });
}
