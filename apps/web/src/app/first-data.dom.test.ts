import { firstCalls, furtherCalls } from '@naru/contract/first-calls';
import { nameOfCall } from '@naru/contract/first-data';
import { afterEach, expect, it } from 'vitest';
import { memberKeys, postKeys } from '../entities/keys.ts';
import { api, apiPage } from '../lib/api/api.ts';
import { clockNow } from '../lib/clock.ts';
import { koreanDay } from '../lib/format/dates.ts';
import { clearTokens, markPages, readTokens, writeTokens } from '../lib/session/tokens.ts';
import { createTestClient, fakeApi } from '../testing/fake-api.tsx';
import { takeFirstData } from './page-data.ts';
import { createAppRouter } from './router.tsx';

const POST = { id: 7, title: '해무' };
const LIST = { pageResponse: { posts: [POST], currentPage: 0, totalPages: 1, totalCount: 1 } };
const TERM = { year: 2026, semester: 2 };
const BODIES: Record<string, unknown> = {
  'GET /api/member/me': { meDto: { id: 1, roles: ['USER', 'PROFESSOR'], mustReadCount: 1 } },
  'GET /api/lecture-room/terms': { current: TERM },
  'GET /api/lecture-room/mark?year=2026&semester=2': { markedLecture: [] },
  'GET /api/post?boardType=FREE&page=1&size=10': LIST,
  'GET /api/post/7': { dto: POST },
};
const bodyOf = (name: string) => BODIES[name] ?? { name };

function logIn(session: string): void {
  const exp = Math.floor(Date.now() / 1000) + 600;
  const claims = btoa(JSON.stringify({ sub: '1', sid: session, page: `mark-${session}`, exp }));
  writeTokens({ accessToken: `h.${claims}.s`, refreshToken: `r.${exp}` });
}

/** The page as the server sends it. */
function bring(address: string, session = 'one'): string[] {
  const first = firstCalls(address, koreanDay(clockNow()));
  const names = [...first, ...furtherCalls(address, bodyOf)].map(nameOfCall);
  const calls = Object.fromEntries(names.map((name) => [name, { body: bodyOf(name), total: 3 }]));
  const element = Object.assign(document.createElement('script'), {
    id: 'first-data',
    type: 'application/json',
    textContent: JSON.stringify({ session, at: new Date().toUTCString(), calls }),
  });
  document.body.append(element);
  window.history.replaceState(null, '', address);
  return names;
}

/** Starts the app without showing it. */
async function start() {
  const calls = fakeApi({});
  const client = createTestClient();
  await takeFirstData(client, createAppRouter(client).load());
  return { calls, client };
}

afterEach(() => {
  document.body.replaceChildren();
  clearTokens();
});

it.each([
  ['/main', ['/api/member/must-reads']],
  ['/main/community/free?page=2', ['/api/member/follows']],
  [
    '/main/community/free/post/7',
    ['/api/post/7/comments?sort=oldest', '/api/post/7/around?boardType=FREE'],
  ],
])(
  'the first render of %s needs no call for what came with it [UI-660]',
  async (address, later) => {
    logIn('one');
    const names = bring(address);
    const { calls, client } = await start();
    expect(calls).toEqual([]);
    expect(client.getQueryData(memberKeys.me)).toMatchObject({ id: 1 });
    // Left for code that comes with its page.
    const fetched = async (name: string) => {
      const [method = '', path = ''] = name.split(' ');
      await api(`${method} ${path}` as 'GET /api/member/me').catch(() => undefined);
      return calls.length > 0;
    };
    for (const path of later) expect(names).toContain(`GET ${path}`);
    for (const path of later) expect(await fetched(`GET ${path}`), path).toBe(false);
    expect(await fetched('GET /api/member/me')).toBe(true);
  },
);

it('gives a list its page of a board [UI-660]', async () => {
  logIn('one');
  bring('/main/community/free?page=2');
  const { client } = await start();
  expect(client.getQueryData(postKeys.list({ boardType: 'FREE', page: 1 }))).toEqual(LIST);
});

it('of another session is never shown [UI-661]', async () => {
  logIn('two');
  bring('/main', 'one');
  const { calls } = await start();
  expect(calls).toEqual([]);
  await expect(api('GET /api/member/me')).rejects.toThrow();
  expect(calls).toEqual(['GET /api/member/me']);
});

it('is gone for who logs in afterwards, and after a change [UI-661]', async () => {
  logIn('one');
  bring('/main');
  const calls = fakeApi({ 'PUT /api/board/visit': { body: {} } });
  logIn('two');
  await expect(api('GET /api/member/me')).rejects.toThrow();
  logIn('one');
  await api('PUT /api/board/visit', { body: { boardType: 'FREE' } });
  await expect(api('GET /api/member/me')).rejects.toThrow();
  expect(calls).toHaveLength(3);
});

it('has the number of all rows of a page [UI-660]', async () => {
  logIn('one');
  bring('/main');
  const request = { query: { page: 0, size: 20 } } as never;
  const { page } = await apiPage('GET /api/lecture-room/waiting' as never, request);
  expect(page.totalElements).toBe(3);
});

it('comes for the session whose tokens the browser has, and for none after its end [UI-661]', () => {
  logIn('one');
  expect(document.cookie).toContain('naru_session=mark-one');
  markPages(readTokens());
  clearTokens();
  expect(document.cookie).not.toContain('naru_session=mark-one');
});
