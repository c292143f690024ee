import type { PushMessage } from '@naru/contract/push';
import { expect, it, vi } from 'vitest';
import { listenForPushes, type PushScope, type PushTab } from './push.ts';

const MESSAGE: PushMessage = {
  title: '새 댓글',
  body: '바람이 셉니다',
  tag: 'thread',
  renotify: true,
  url: '/main/community/free/post/7#comment-9',
  unread: 3,
};

function createScope(tabs: Partial<PushTab>[] = [], userAgent = 'Chrome') {
  const listeners = new Map<string, (event: never) => void>();
  const showNotification = vi.fn(async () => undefined);
  const setAppBadge = vi.fn(async () => undefined);
  const openWindow = vi.fn(async () => null);
  const subscribe = vi.fn(async () => ({}));
  const scope: PushScope = {
    location: { origin: 'https://naru.example' },
    navigator: { userAgent, setAppBadge },
    registration: { showNotification, pushManager: { subscribe } },
    clients: { matchAll: async () => tabs as PushTab[], openWindow },
    addEventListener: (type, listener) => listeners.set(type, listener),
  };
  listenForPushes(scope);
  const fire = async (type: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    const waitUntil = (promise: Promise<unknown>) => {
      work = promise;
    };
    listeners.get(type)?.({ ...event, waitUntil } as never);
    await work;
  };
  return { fire, showNotification, setAppBadge, openWindow, subscribe };
}

const createTab = (visibilityState = 'hidden') => ({
  visibilityState,
  focus: vi.fn(async () => undefined),
  postMessage: vi.fn(),
});
const pushed = (message: object) => ({ data: { json: () => message } });

it('shows a message with its tag and the number on the icon [PUSH-12]', async () => {
  const { fire, showNotification, setAppBadge } = createScope([createTab()]);
  await fire('push', pushed(MESSAGE));
  const shown = { body: '바람이 셉니다', tag: 'thread', data: MESSAGE.url };
  expect(showNotification).toHaveBeenCalledWith('새 댓글', expect.objectContaining(shown));
  expect(showNotification.mock.lastCall).toMatchObject([{}, { renotify: true, silent: false }]);
  expect(setAppBadge).toHaveBeenCalledWith(3);
});

it('is silent when a thread goes on [PUSH-12]', async () => {
  const { fire, showNotification } = createScope();
  await fire('push', pushed({ ...MESSAGE, renotify: false }));
  expect(showNotification.mock.lastCall).toMatchObject([{}, { renotify: false, silent: true }]);
});

it('shows nothing to who looks at the page, except where the browser insists [PUSH-12]', async () => {
  const looking = createScope([createTab('visible')]);
  await looking.fire('push', pushed(MESSAGE));
  expect(looking.showNotification).not.toHaveBeenCalled();
  const safari = createScope([createTab('visible')], 'AppleWebKit/605 Version/18 Safari/605');
  await safari.fire('push', pushed(MESSAGE));
  expect(safari.showNotification.mock.lastCall).toMatchObject([{}, { silent: true }]);
});

it('shows a notification without words for a message that cannot be read [PUSH-12]', async () => {
  const { fire, showNotification } = createScope();
  const json = () => {
    throw new SyntaxError();
  };
  await fire('push', { data: { json } });
  await fire('push', { data: null });
  expect(showNotification).toHaveBeenCalledTimes(2);
  expect(showNotification).toHaveBeenCalledWith('새 알림', expect.anything());
});

it('leads the open tab to the target, or opens one [PUSH-13]', async () => {
  const [first, second] = [createTab(), createTab('visible')];
  const { fire, openWindow } = createScope([first, second]);
  const close = vi.fn();
  await fire('notificationclick', { notification: { data: MESSAGE.url, close } });
  expect(close).toHaveBeenCalled();
  expect(second.focus).toHaveBeenCalled();
  expect(second.postMessage).toHaveBeenCalledWith({ type: 'push-open', url: MESSAGE.url });
  expect([first.focus.mock.calls.length, openWindow.mock.calls.length]).toEqual([0, 0]);
  const alone = createScope();
  await alone.fire('notificationclick', { notification: { data: MESSAGE.url, close } });
  expect(alone.openWindow).toHaveBeenCalledWith(MESSAGE.url);
});

it('leads to no other site [PUSH-13]', async () => {
  const { fire, openWindow } = createScope();
  const close = () => undefined;
  for (const data of ['https://evil.example/a', '//evil.example/a', undefined]) {
    await fire('notificationclick', { notification: { data, close } });
  }
  expect(openWindow.mock.calls).toEqual([['/main'], ['/main'], ['/main']]);
});

it('subscribes again when the browser changes the subscription [PUSH-14]', async () => {
  const tab = createTab();
  const { fire, subscribe } = createScope([tab]);
  const options = { userVisibleOnly: true, applicationServerKey: 'key' };
  await fire('pushsubscriptionchange', { oldSubscription: { options } });
  expect(subscribe).toHaveBeenCalledWith(options);
  expect(tab.postMessage).toHaveBeenCalledWith({ type: 'push-changed' });
});
