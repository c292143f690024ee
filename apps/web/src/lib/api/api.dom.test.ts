import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchSession } from '../session/session.ts';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import { buildUrl } from './send.ts';

const seconds = (delta: number) => Math.floor(Date.now() / 1000) + delta;
const jwt = (name: string, exp: number) => `${name}.${btoa(JSON.stringify({ sub: '1', exp }))}.s`;
const OLD = jwt('old', seconds(600));
const FRESH = jwt('fresh', seconds(900));
const refreshToken = () => `r.${seconds(3600)}`;

type Answer = { status: number; body: unknown; headers?: Record<string, string> };
const calls: { path: string; token: string | null }[] = [];
let answer: (path: string, token: string | null) => Answer | Promise<Answer>;
const onEnd = vi.fn();
let unwatch = () => {};

const expired: Answer = { status: 401, body: { error: 'TOKEN_EXPIRED', message: '만료' } };
const me: Answer = { status: 200, body: { meDto: { id: 1 } } };
const refreshed = (): Answer => ({
  status: 200,
  body: { accessToken: FRESH, refreshToken: refreshToken() },
});

beforeEach(() => {
  calls.length = 0;
  onEnd.mockReset();
  localStorage.setItem('accessToken', OLD);
  localStorage.setItem('refreshToken', refreshToken());
  unwatch = watchSession({ onEnd, onSwitch: vi.fn() });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const token = new Headers(init.headers).get('authorization')?.slice('Bearer '.length) ?? null;
    calls.push({ path, token });
    const { status, body, headers } = await answer(path, token);
    return new Response(JSON.stringify(body), { status, headers });
  });
});

afterEach(() => {
  unwatch();
  vi.unstubAllGlobals();
});

const refreshes = () => calls.filter((call) => call.path === '/api/auth/refresh').length;
const expiredUntilFresh = (path: string, token: string | null): Answer => {
  if (path === '/api/auth/refresh') return refreshed();
  return token === FRESH ? me : expired;
};

describe('api', () => {
  it('sends the bearer token and returns the response [SESS-22]', async () => {
    answer = () => me;
    expect(await api('GET /api/member/me')).toEqual(me.body);
    expect(calls).toEqual([{ path: '/api/member/me', token: OLD }]);
  });

  it('refreshes once for 20 concurrent calls at expiry and retries each [SESS-11]', async () => {
    answer = expiredUntilFresh;
    const results = await Promise.all(Array.from({ length: 20 }, () => api('GET /api/member/me')));
    expect(results).toHaveLength(20);
    expect(refreshes()).toBe(1);
    expect(localStorage.getItem('accessToken')).toBe(FRESH);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('refreshes first when the stored access token has expired [SESS-10]', async () => {
    localStorage.setItem('accessToken', jwt('ended', seconds(-5)));
    answer = expiredUntilFresh;
    await api('GET /api/member/me');
    expect(calls.map((call) => call.path)).toEqual(['/api/auth/refresh', '/api/member/me']);
  });

  it('retries only once', async () => {
    answer = (path) => (path === '/api/auth/refresh' ? refreshed() : expired);
    await expect(api('GET /api/member/me')).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(refreshes()).toBe(1);
  });

  it('clears the tokens and ends the session once after a rejected refresh [SESS-11]', async () => {
    answer = (path) =>
      path === '/api/auth/refresh'
        ? { status: 401, body: { error: 'REFRESH_INVALID', message: '다시 로그인' } }
        : expired;
    const all = await Promise.allSettled([api('GET /api/member/me'), api('GET /api/member/me')]);
    expect(all.map((one) => one.status)).toEqual(['rejected', 'rejected']);
    expect(localStorage.getItem('refreshToken')).toBeNull();
    expect(onEnd.mock.calls).toEqual([['ended']]);
  });

  it('does not log out when a refresh has no network', async () => {
    answer = (path) => {
      if (path === '/api/auth/refresh') throw new TypeError('Failed to fetch');
      return expired;
    };
    await expect(api('GET /api/member/me')).rejects.toMatchObject({ code: 'NETWORK', status: 0 });
    expect(localStorage.getItem('refreshToken')).not.toBeNull();
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('does not log in again by a refresh whose response comes after a logout [SESS-13]', async () => {
    answer = (path) => {
      if (path !== '/api/auth/refresh') return expired;
      localStorage.clear();
      return refreshed();
    };
    await expect(api('GET /api/member/me')).rejects.toThrow();
    expect(localStorage.length).toBe(0);
  });

  it('uses the token that another tab has fetched meanwhile [SESS-12]', async () => {
    answer = (_, token) => {
      if (token === FRESH) return me;
      localStorage.setItem('accessToken', FRESH);
      return expired;
    };
    await api('GET /api/member/me');
    expect(refreshes()).toBe(0);
  });

  it('does not refresh after another 401 and ends a revoked session [PASS-09]', async () => {
    answer = () => ({ status: 401, body: { error: 'LOGIN_FAILED', message: '틀림' } });
    await expect(api('GET /api/member/me')).rejects.toMatchObject({ code: 'LOGIN_FAILED' });
    expect(onEnd).not.toHaveBeenCalled();
    answer = () => ({ status: 401, body: { error: 'TOKEN_INVALID', message: '무효' } });
    await expect(api('GET /api/member/me')).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
    expect(onEnd.mock.calls).toEqual([['ended']]);
    expect(refreshes()).toBe(0);
  });

  it('ends a session that expired while the page was open at the next call', async () => {
    localStorage.setItem('refreshToken', `r.${seconds(-1)}`);
    answer = () => ({ status: 401, body: { error: 'UNAUTHORIZED', message: '로그인' } });
    await expect(api('GET /api/member/me')).rejects.toMatchObject({ status: 401 });
    expect(calls).toEqual([{ path: '/api/member/me', token: null }]);
    expect(onEnd.mock.calls).toEqual([['ended']]);
  });

  it('throws field errors, the request id and the retry delay [LIMIT-03]', async () => {
    const errors = [{ field: 'title', message: '제목' }];
    answer = () => ({
      status: 429,
      body: { error: 'TOO_MANY_REQUESTS', message: '잠시 후', errors, requestId: 'r-1' },
      headers: { 'retry-after': '7' },
    });
    const error = await api('GET /api/config', { anonymous: true }).catch((caught) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, errors, requestId: 'r-1', retryAfter: 7 });
    expect(calls[0]?.token).toBeNull();
  });

  it('throws ApiError for a foreign response body', async () => {
    answer = () => ({ status: 502, body: '<html>Bad gateway</html>' });
    await expect(api('GET /api/member/me')).rejects.toMatchObject({
      code: 'UNREADABLE',
      message: '서버에서 처리하지 못했습니다. 잠시 후 다시 시도해 주세요.',
    });
  });
});

describe('buildUrl', () => {
  it('fills and escapes parameters and omits empty query values', () => {
    expect(
      buildUrl('/api/post/:id', {
        params: { id: 'a/b' },
        query: { page: 0, query: '', filter: undefined },
      }),
    ).toBe('/api/post/a%2Fb?page=0');
  });
});
