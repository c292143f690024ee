import type { BrowserContext } from '@playwright/test';
import { startPushService, type TestBrowser } from '../../apps/server/src/testing/push-service.ts';

interface Device extends TestBrowser {
  /** Ends the service. */
  close(): Promise<void>;
}

/**
 * Gives the pages of a context a browser that subscribes at a service of the journey: Chromium without
 * a window has no service to subscribe at.
 */
export async function giveDevice(context: BrowserContext): Promise<Device> {
  const service = await startPushService();
  const browser = service.subscribe();
  await context.addInitScript((subscription) => {
    let known: object | null = null;
    const pushManager = {
      getSubscription: async () => known,
      subscribe: async (options: object) => {
        known = { options, toJSON: () => subscription, unsubscribe: async () => true };
        return known;
      },
    };
    const registration = { pushManager };
    const container = new EventTarget();
    Object.assign(container, {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      register: async () => registration,
    });
    Object.defineProperty(navigator, 'serviceWorker', { value: container });
    const notification = {
      permission: 'default',
      requestPermission: async () => {
        notification.permission = 'granted';
        return notification.permission;
      },
    };
    Object.defineProperty(window, 'Notification', { value: notification });
  }, browser.subscription);
  return Object.assign(browser, { close: service.close });
}
