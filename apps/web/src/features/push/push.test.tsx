import type { PushState } from '@naru/contract/push';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { isPushQuestionDue, notePushReason } from '../../lib/push-question.ts';
import { setPushWanted } from '../../lib/push-wanted.ts';
import { clearTokens } from '../../lib/session/tokens.ts';
import { createTestClient, fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { PushSettings } from './push-settings.tsx';
import { PushCard, startPush } from './push-start.tsx';

const KINDS = { comment: true, like: false, friend: true, notice: true, other: true, chat: true };
const STATE: PushState = {
  publicKey: 'BKey',
  subscribed: false,
  choices: { kinds: KINDS, preview: true, quiet: null },
};
const SUBSCRIPTION = {
  endpoint: 'https://push.example/a',
  keys: { p256dh: 'point', auth: 'salt' },
};
const PUT = `PUT /api/push/device ${JSON.stringify(SUBSCRIPTION)}`;
const ME: [string, unknown][] = [['me', { id: 7 }]];

/** A browser with a service worker, whose viewer decides so when asked. */
function fakeBrowser(
  decision: NotificationPermission,
  permission: NotificationPermission = 'default',
) {
  const answer = { options: {}, toJSON: () => SUBSCRIPTION, unsubscribe: vi.fn() };
  const subscribe = vi.fn(async () => answer);
  const getSubscription = vi.fn<() => Promise<unknown>>(async () => null);
  const close = vi.fn();
  const registration = {
    pushManager: { subscribe, getSubscription },
    getNotifications: async () => [{ close }],
  };
  const listeners: ((event: { data: unknown }) => void)[] = [];
  const notification = {
    permission,
    requestPermission: vi.fn(async () => {
      notification.permission = decision;
      return decision;
    }),
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('navigator', {
    serviceWorker: {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      addEventListener: (_: string, listener: (event: { data: unknown }) => void) =>
        listeners.push(listener),
    },
    userAgent: 'test',
  });
  const post = (data: unknown) => {
    for (const listener of listeners) listener({ data });
  };
  return { subscribe, getSubscription, close, notification, post };
}

beforeEach(() => {
  localStorage.clear();
  notePushReason();
  logInForTest();
});

it('asks for notifications, and subscribes on a click [PUSH-01]', async () => {
  const { subscribe } = fakeBrowser('granted');
  const calls = fakeApi({ 'GET /api/push': { body: STATE }, 'PUT /api/push/device': { body: {} } });
  renderWithClient(<PushCard />, ME);
  fireEvent.click(await screen.findByRole('button', { name: '받기' }));
  await waitFor(() => expect(calls).toContain(PUT));
  const options = { userVisibleOnly: true, applicationServerKey: 'BKey' };
  expect(subscribe).toHaveBeenCalledWith(options);
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

it('asks nobody before a notification was read here, and then until somebody decides [PUSH-01]', async () => {
  const { notification } = fakeBrowser('granted');
  localStorage.clear();
  const calls = fakeApi({ 'GET /api/push': { body: STATE } });
  const show = () => renderWithClient(<PushCard />, ME);
  show();
  expect(calls).toEqual([]);
  cleanup();
  notePushReason();
  show();
  await screen.findByRole('region', { name: '기기 알림' });
  cleanup();
  show();
  await screen.findByRole('region', { name: '기기 알림' });
  fireEvent.click(screen.getByRole('button', { name: '받지 않기' }));
  expect(screen.queryByRole('region')).toBeNull();
  cleanup();
  notePushReason();
  show();
  expect(screen.queryByRole('region')).toBeNull();
  expect(notification.requestPermission).not.toHaveBeenCalled();
  expect(calls).toHaveLength(2);
});

it('does not ask again after 받기, whatever came of it [PUSH-01]', async () => {
  fakeBrowser('default');
  fakeApi({ 'GET /api/push': { body: STATE } });
  renderWithClient(<PushCard />, ME);
  fireEvent.click(await screen.findByRole('button', { name: '받기' }));
  expect(isPushQuestionDue()).toBe(false);
});

it('subscribes nowhere when the viewer refuses [PUSH-01]', async () => {
  const { subscribe } = fakeBrowser('denied');
  const calls = fakeApi({ 'GET /api/push': { body: STATE } });
  renderWithClient(<PushSettings />, ME);
  fireEvent.click(await screen.findByRole('button', { name: '이 기기에서 받기' }));
  expect(await screen.findByText(/브라우저가 알림을 막고 있습니다/)).toBeDefined();
  expect([subscribe.mock.calls.length, calls.includes(PUT)]).toEqual([0, false]);
});

it('changes kinds, preview and quiet hours [PUSH-05]', async () => {
  fakeBrowser('granted');
  const calls = fakeApi({
    'GET /api/push': { body: STATE },
    'PUT /api/push/choices': { body: { choices: STATE.choices } },
  });
  const sent = () =>
    calls.filter((call) => call.startsWith('PUT')).map((call) => call.split(' ')[2]);
  renderWithClient(<PushSettings />, ME);
  fireEvent.click(await screen.findByRole('checkbox', { name: '좋아요' }));
  fireEvent.click(screen.getByRole('checkbox', { name: /조용한 시간/ }));
  const end = await screen.findByLabelText('조용한 시간 끝');
  fireEvent.change(end, { target: { value: '08:30' } });
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()[0]).toBe('{"kinds":{"like":true}}');
  expect(sent()[2]).toBe('{"quiet":{"from":"23:00","to":"08:30"}}');
});

it('says what to do where no notification can be shown, and nothing when the site sends none [PUSH-01]', async () => {
  vi.stubGlobal('Notification', undefined);
  Reflect.deleteProperty(window, 'Notification');
  fakeApi({ 'GET /api/push': { body: STATE } });
  renderWithClient(<PushSettings />, ME);
  expect(await screen.findByText('이 브라우저는 알림을 보여 줄 수 없습니다.')).toBeDefined();
});

it('subscribes the new session of a member who wanted it, and leads to a target [PUSH-14] [PUSH-13]', async () => {
  const { post } = fakeBrowser('granted', 'granted');
  const calls = fakeApi({ 'GET /api/push': { body: STATE }, 'PUT /api/push/device': { body: {} } });
  const go = vi.fn();
  startPush(createTestClient(ME), go);
  await waitFor(() => expect(calls).toContain('GET /api/push'));
  expect(calls).not.toContain(PUT);
  setPushWanted(7);
  post({ type: 'push-changed' });
  await waitFor(() => expect(calls).toContain(PUT));
  post({ type: 'push-open', url: '/main' });
  expect(go).toHaveBeenCalledWith('/main');
});

it('ends with a log-out that did not reach the server [PUSH-04]', async () => {
  const { getSubscription, close } = fakeBrowser('granted', 'granted');
  const unsubscribe = vi.fn();
  getSubscription.mockResolvedValue({ unsubscribe });
  fakeApi({ 'GET /api/push': { body: { ...STATE, subscribed: true } } });
  setPushWanted(7);
  const client = createTestClient(ME);
  startPush(client, vi.fn());
  clearTokens();
  setPushWanted(null);
  client.clear();
  await waitFor(() =>
    expect([unsubscribe, close].map(({ mock }) => mock.calls.length)).toEqual([1, 1]),
  );
});

it('takes the subscription of another member from the browser [PUSH-04]', async () => {
  const { getSubscription } = fakeBrowser('granted', 'granted');
  const unsubscribe = vi.fn();
  getSubscription.mockResolvedValue({ unsubscribe });
  const calls = fakeApi({ 'GET /api/push': { body: STATE } });
  setPushWanted(8);
  startPush(createTestClient(ME), vi.fn());
  await waitFor(() => expect(unsubscribe).toHaveBeenCalled());
  expect(calls).not.toContain(PUT);
});
