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

it('keeps what arrived before it started, and gives it without a network [OFF-01]', async () => {
  await api('GET /api/member/me');
  const client = new QueryClient();
  startOffline(client);
  await vi.waitFor(async () => expect(await caches.keys()).toEqual(['naru.answers.5']));
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

it('removes what others wrote anonymously, and what is too old, but nothing of the member [ANON-69]', async () => {
  const save = (memberId: number, boardType: string, savedAt = Date.now()) =>
    localStorage.setItem(
      `naru.draft.${memberId}.${boardType}.new`,
      JSON.stringify({ savedAt, content: '글' }),
    );
  for (const member of [4, 5]) save(member, 'SECRET');
  save(4, 'FREE');
  save(5, 'QNA', 0);
  const unsent = ['naru.unsent.5.SECRET-comment.7', 'naru.unsent.4.SECRET-comment.7'];
  for (const name of unsent) localStorage.setItem(name, JSON.stringify({ savedAt: Date.now() }));
  startOffline(new QueryClient());
  await api('GET /api/member/me');
  const drafts = () => Object.keys(localStorage).filter((name) => name.startsWith('naru.draft.'));
  await vi.waitFor(() =>
    expect(drafts().sort()).toEqual(['naru.draft.4.FREE.new', 'naru.draft.5.SECRET.new']),
  );
  expect(unsent.map((name) => localStorage.getItem(name) !== null)).toEqual([true, false]);
});

it('forgets all of it with the session [OFF-02]', async () => {
  const client = new QueryClient();
  startOffline(client);
  client.setQueryData(['me'], await api('GET /api/member/me'));
  await vi.waitFor(async () => expect(await caches.keys()).toHaveLength(1));
  clearTokens();
  client.clear();
  await vi.waitFor(async () => expect(await caches.keys()).toEqual([]));
});
