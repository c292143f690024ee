import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startFakeCaches } from '../../testing/fake-caches.ts';
import { networkError } from '../api/api-error.ts';
import { clearTokens, writeTokens } from '../session/tokens.ts';
import {
  findResponse,
  MAX_RESPONSES,
  removeResponse,
  storeResponse,
  wipeResponses,
} from './responses.ts';

const ERROR = networkError();
const POST = { endpoint: 'GET /api/post/:id', request: { params: { id: 7 } } };

function logIn(memberId: number): void {
  const accessToken = `x.${btoa(JSON.stringify({ sub: String(memberId), exp: 9_999_999_999 }))}.x`;
  writeTokens({ accessToken, refreshToken: 'refresh.9999999999' });
}

const listPage = (page: number) => ({ endpoint: 'GET /api/post', request: { query: { page } } });

beforeEach(() => {
  vi.stubGlobal('caches', startFakeCaches());
  logIn(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('answers for reading without a network', () => {
  it('are not stored for a guest, for other calls, for searches and when they are huge [OFF-01]', async () => {
    await storeResponse({ endpoint: 'GET /api/mail/my-room', request: {} }, { rooms: [] });
    await storeResponse({ endpoint: 'GET /api/post', request: { query: { query: '비밀' } } }, {});
    await storeResponse(POST, { content: 'x'.repeat(100_001) });
    clearTokens();
    await storeResponse(POST, { id: 7 });
    expect(await caches.keys()).toEqual([]);
  });

  it('are found again by the same member only [OFF-02]', async () => {
    await storeResponse(POST, { id: 7, title: '시험 범위' });
    expect(await findResponse(POST, ERROR)).toEqual({ id: 7, title: '시험 범위' });
    await expect(findResponse(listPage(0), ERROR)).rejects.toBe(ERROR);
    logIn(2);
    await expect(findResponse(POST, ERROR)).rejects.toBe(ERROR);
    clearTokens();
    await expect(findResponse(POST, ERROR)).rejects.toBe(ERROR);
  });

  it('do not reveal which anonymous posts and comments are mine [OFF-03]', async () => {
    const mine = { isAuthor: true, isLike: true, isScrapped: true, liked: true };
    const anonymous = { id: 7, writerId: null, ...mine, comments: [{ writerId: null, ...mine }] };
    await storeResponse(POST, { ...anonymous, comments: [{ writerId: 1, ...mine }, anonymous] });
    const none = { isAuthor: false, isLike: false, isScrapped: false, liked: false };
    const stored = { id: 7, writerId: null, ...none, comments: [{ writerId: null, ...none }] };
    expect(await findResponse(POST, ERROR)).toEqual({
      ...stored,
      comments: [{ writerId: 1, ...mine }, stored],
    });
  });

  it('need no storage that can be read [OFF-04]', async () => {
    const keys = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
    vi.stubGlobal('caches', { ...caches, keys, open: keys });
    await storeResponse(POST, { id: 7 });
    await removeResponse(POST);
    await wipeResponses();
    await expect(findResponse(POST, ERROR)).rejects.toBe(ERROR);
  });

  it('go after 7 days, when the server refuses them, and beyond 150 the oldest first [OFF-04]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await storeResponse(POST, { id: 7 });
    await removeResponse(POST);
    await expect(findResponse(POST, ERROR)).rejects.toBe(ERROR);
    for (let page = 0; page <= MAX_RESPONSES; page += 1)
      await storeResponse(listPage(page), { page });
    await expect(findResponse(listPage(0), ERROR)).rejects.toBe(ERROR);
    expect(await findResponse(listPage(1), ERROR)).toEqual({ page: 1 });
    vi.setSystemTime(Date.now() + 7 * 24 * 60 * 60_000 + 1000);
    await expect(findResponse(listPage(1), ERROR)).rejects.toBe(ERROR);
  });

  it('go with the session, also those that arrive after its end [OFF-02]', async () => {
    await storeResponse(POST, { id: 7 });
    const late = storeResponse(listPage(3), { page: 3 });
    clearTokens();
    await wipeResponses();
    await late;
    expect(await caches.keys()).toEqual([]);
    logIn(2);
    await storeResponse(POST, { id: 7 });
    await wipeResponses('1');
    expect(await caches.keys()).toEqual([]);
  });

  it('of an earlier release are neither found nor left, for a shape may have changed [OFF-02]', async () => {
    const earlier = await caches.open('naru.answers.1');
    await earlier.put('/api/post/7', new Response('{"data":{}}'));
    await expect(findResponse(POST, ERROR)).rejects.toBe(ERROR);
    await storeResponse(POST, { id: 7 });
    await wipeResponses('1');
    expect(await caches.keys()).toHaveLength(1);
    expect(await findResponse(POST, ERROR)).toEqual({ id: 7 });
  });

  it('are not stored for the member who has logged in since they were asked for [OFF-02]', async () => {
    await storeResponse(POST, { id: 7 }, '2');
    expect(await caches.keys()).toEqual([]);
  });

  it('are no reason for an error where the device cannot store them', async () => {
    vi.spyOn(caches, 'open').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    await storeResponse(POST, { id: 7 });
    await expect(findResponse(POST, ERROR)).rejects.toBe(ERROR);
  });
});
