import type { PushSubscriptionKeys } from '@naru/contract/push';
import { api } from '../../lib/api/api.ts';
import { pushWantedBy, setPushWanted } from '../../lib/push-wanted.ts';
import { serviceWorkerReady } from '../../lib/service-worker.ts';

/** `install`: an iPhone shows notifications of an app on the home screen only. */
export type Support = 'yes' | 'install' | 'blocked' | 'none';

/** Whether this browser can show notifications. */
export async function findSupport(): Promise<Support> {
  if (!('Notification' in window) || !('PushManager' in window)) {
    return 'standalone' in navigator && !navigator.standalone ? 'install' : 'none';
  }
  if (Notification.permission === 'denied') return 'blocked';
  return (await serviceWorkerReady()) === null ? 'none' : 'yes';
}

/**
 * Asks for the permission, which needs a click, and subscribes this browser. False: the viewer refused.
 * Throws when the browser or the server fails.
 */
export async function subscribeHere(publicKey: string, memberId: number): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await send(publicKey);
  setPushWanted(memberId);
  return true;
}

/** Sends the subscription again, because the server deletes it with each session. */
export async function resumeHere(publicKey: string, memberId: number): Promise<boolean> {
  if (Notification.permission !== 'granted' || pushWantedBy() !== String(memberId)) return false;
  await send(publicKey);
  return true;
}

export async function unsubscribeHere(): Promise<void> {
  setPushWanted(null);
  await api('DELETE /api/push/device');
  const registration = await serviceWorkerReady();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Ends what this browser gets and shows without the server, which may be out of reach. */
export async function silenceHere(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return;
  for (const shown of await registration.getNotifications()) shown.close();
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

async function send(publicKey: string): Promise<void> {
  const registration = await serviceWorkerReady();
  if (registration === null) throw new Error('there is no service worker');
  const { endpoint, keys } = (await subscription(registration, publicKey)).toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  const body: PushSubscriptionKeys = { endpoint: endpoint ?? '', keys: { p256dh, auth } };
  await api('PUT /api/push/device', { body });
}

/** The browser has one; with another key it must end first. */
async function subscription({ pushManager }: ServiceWorkerRegistration, publicKey: string) {
  const known = await pushManager.getSubscription();
  if (known !== null && keyOf(known) === publicKey) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** As Base64 for URLs. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
