import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { deferred } from '../platform/deferred.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let greedy: SignedIn;
let others: SignedIn[];
beforeAll(async () => {
  // As many places as the default pool has for searches.
  const search = { atOnce: 4, waiting: 500, waitMs: 600_000, overloadMs: 600_000 };
  t = await createTestApp({ rates: { searchesAtOnce: 2 }, admission: { search } });
  greedy = await t.signIn('STUDENT');
  others = await Promise.all(Array.from({ length: 25 }, () => t.signIn('STUDENT')));
});
afterAll(() => t.close());

const PATHS = [
  '/api/search?query=ab',
  '/api/post?boardType=FREE&query=ab',
  '/api/post?boardType=POPULAR&query=ab',
  '/api/post/similar-questions?title=ab',
  '/api/lecture-room/list?query=ab',
  '/api/mail/search/1?query=ab',
];
const NOTHING = { totalCount: 0, totalPages: 0, currentPage: 0, posts: [] };
const EMPTY = { ...NOTHING, lectures: [], people: [] };

/** Searches over everything of the greedy member hang until `end`; those of others find nothing. */
function hang() {
  const until = deferred<typeof EMPTY>();
  const spy = vi
    .spyOn(t.services.search, 'search')
    .mockImplementation(async ({ memberId }) => (memberId === greedy.id ? until.promise : EMPTY));
  const [path = ''] = PATHS;
  const running = [1, 2].map(() => t.call('GET', path, { as: greedy }));
  const begun = () => vi.waitFor(() => expect(spy).toHaveBeenCalledTimes(2));
  return { ...until, begun, ended: () => Promise.all(running), spy };
}

it('refuse the third search of a member, of any kind, and of nobody else [LIST-144]', async () => {
  const { resolve, begun, ended, spy } = hang();
  await begun();
  for (const path of PATHS) {
    const { status, json, headers } = await t.call('GET', path, { as: greedy });
    expect([path, status, json.error, headers['retry-after']]).toEqual([
      ...[path, 429, 'SEARCH_RUNNING'],
      '1',
    ]);
  }
  const found = await Promise.all(
    others.map((as, n) => t.call('GET', String(PATHS[n % 3]), { as })),
  );
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await t.call('GET', '/api/post?boardType=FREE', { as: greedy })).status).toBe(200);
  resolve(EMPTY);
  expect((await ended()).map(({ status }) => status)).toEqual([200, 200]);
  spy.mockRestore();
  for (const path of PATHS.slice(0, 5)) {
    expect([path, (await t.call('GET', path, { as: greedy })).status]).toEqual([path, 200]);
  }
});

it('count until they have ended, also those that fail [LIST-144]', async () => {
  const { reject, begun, ended, spy } = hang();
  await begun();
  reject(new Error('lost'));
  expect((await ended()).map(({ status }) => status)).toEqual([500, 500]);
  spy.mockRestore();
  const [path = ''] = PATHS;
  expect((await t.call('GET', path, { as: greedy })).status).toBe(200);
});
