import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, calls } from '../lib/api/api.ts';
import { isConnected } from '../lib/offline/connection.ts';
import { clearTokens, writeTokens } from '../lib/session/tokens.ts';
import { startFakeCaches } from '../testing/fake-caches.ts';
import { meAnswerFixture } from '../testing/me.ts';
import { startOffline } from './offline.ts';

const { follow } = calls;
const ME = meAnswerFixture();
let answer: () => Response;

beforeEach(() => {
  const accessToken = `x.${btoa(JSON.stringify({ sub: '5', exp: 9_999_999_999 }))}.x`;
  writeTokens({ accessToken, refreshToken: 'refresh.9999999999' });
  answer = () => Response.json(ME);
  vi.stubGlobal('caches', startFakeCaches());
  vi.stubGlobal('fetch', async () => answer());
  calls.early.length = 0;
});
afterEach(() => {
  calls.follow = follow;
  isConnected.set(true);
  vi.unstubAllGlobals();
});

function goOffline(): void {
  answer = () => {
    throw new TypeError('offline');
  };
}

it('keeps what arrived before it started, not what an earlier release stored, and gives it without a network [OFF-01]', async () => {
  await api('GET /api/member/me');
  const client = new QueryClient();
  await caches.open('naru.answers.5');
  startOffline(client);
  await vi.waitFor(async () => expect(await caches.keys()).toEqual(['naru.answers.2.5']));
  goOffline();
  expect(await api('GET /api/member/me')).toEqual(ME);
  await expect(api('GET /api/post/:id', { params: { id: 1 } })).rejects.toThrow(/네트워크/);
  expect(isConnected.get()).toBe(false);
  answer = () => Response.json([]);
  const reload = vi.spyOn(client, 'invalidateQueries');
  await api('GET /api/banners');
  await vi.waitFor(() => expect(isConnected.get()).toBe(true));
  expect(reload).toHaveBeenCalled();
});

it('reads without a network before it has started too [OFF-01]', async () => {
  startOffline(new QueryClient());
  await api('GET /api/member/me');
  await vi.waitFor(async () => expect(await caches.keys()).toHaveLength(1));
  calls.follow = follow;
  goOffline();
  expect(await api('GET /api/member/me')).toEqual(ME);
});

it('removes what is too old to be offered [POST-10]', () => {
  const name = 'naru.draft.4.QNA.new';
  localStorage.setItem(name, JSON.stringify({ savedAt: 0, content: '글' }));
  startOffline(new QueryClient());
  expect(localStorage.getItem(name)).toBeNull();
});

it('sends a log-out that an earlier page owes to the server [SESS-29]', async () => {
  const name = 'naru.log-out.hash';
  localStorage.setItem(name, '');
  startOffline(new QueryClient());
  await vi.waitFor(() => expect(localStorage.getItem(name)).toBeNull());
});

it('deletes all of it with the session [OFF-02]', async () => {
  const client = new QueryClient();
  startOffline(client);
  client.setQueryData(['me'], await api('GET /api/member/me'));
  await vi.waitFor(async () => expect(await caches.keys()).toHaveLength(1));
  clearTokens();
  client.clear();
  await vi.waitFor(async () => expect(await caches.keys()).toEqual([]));
});
