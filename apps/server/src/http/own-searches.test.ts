import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { servingPool } from '../db/pools.ts';
import { deferred } from '../platform/deferred.ts';
import { DEFAULT_RATES } from '../platform/rates.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';
import { createAdmission } from './admission/loads.ts';
import { ownSearches } from './own-searches.ts';

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

describe.each([1, 2])('with %i places', (atOnce) => {
  let few: TestApp;
  beforeAll(async () => {
    const search = { atOnce, waiting: 500, waitMs: 600_000, overloadMs: 600_000 };
    few = await createTestApp({ rates: { searchesAtOnce: 2 }, admission: { search } });
  });
  afterAll(() => few.close());

  it('are refused before they wait for a place [LIST-144]', async () => {
    const [one, another] = [await few.signIn('STUDENT'), await few.signIn('STUDENT')];
    const until = deferred<typeof EMPTY>();
    const spy = vi
      .spyOn(few.services.search, 'search')
      .mockImplementation(async ({ memberId }) => (memberId === one.id ? until.promise : EMPTY));
    const [path = ''] = PATHS;
    const first = few.call('GET', path, { as: one });
    await vi.waitFor(() => expect(spy).toHaveBeenCalledTimes(1));
    const more = await Promise.all(PATHS.map((url) => few.call('GET', url, { as: one })));
    expect(new Set(more.map(({ json }) => json.error))).toEqual(new Set(['SEARCH_RUNNING']));
    const other = few.call('GET', path, { as: another });
    if (atOnce > 1) expect((await other).status).toBe(200);
    until.resolve(EMPTY);
    expect([(await first).status, (await other).status]).toEqual([200, 200]);
    spy.mockRestore();
  });
});

it('leave a place to others in each of 1 to 16 processes, and connections to reads [LIST-144]', () => {
  for (let processes = 1; processes <= 16; processes += 1) {
    const { search, write } = createAdmission(processes);
    const places = search.limits.atOnce;
    const own = ownSearches({ atOnce: DEFAULT_RATES.searchesAtOnce, places });
    const pool = servingPool(processes);
    expect(own, `${processes}`).toBe(places >= 3 ? 2 : 1);
    expect(places, `${processes}`).toBeGreaterThanOrEqual(pool >= 8 ? 3 : pool >= 6 ? 2 : 1);
    expect(write.limits.atOnce, `${processes}`).toBeGreaterThanOrEqual(pool >= 6 ? places - 1 : 1);
    const left = pool - places - write.limits.atOnce;
    expect(left, `${processes}`).toBe(pool === 3 ? 1 : 2);
  }
});
