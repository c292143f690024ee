import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';
import { explain, fillWithPosts, readCosts, recordStatements } from '../posts.fixture.ts';

let t: TestApp;
let reader: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  reader = await t.signIn('STUDENT');
  await fillWithPosts(t.database.url, t.clock.now());
});
// No page is in memory: a call just before may have read it.
beforeEach(() => t.database.pool.query(`select change_board('all')`));
afterAll(() => t.close());

const query = (text: string) => encodeURIComponent(text);

/** Each call may run at most two statements after authentication. */
const CALLS: [name: string, url: string, index: string, hits: number | null][] = [
  ['the first page', '/api/post?boardType=FREE', 'posts_board_idx', 20_000],
  ['a page of fifty', '/api/post?boardType=FREE&size=50', 'posts_board_idx', 20_000],
  ['page 1,800', '/api/post?boardType=FREE&page=1800', 'posts_board_idx', 20_000],
  ['page 9,000, past the end', '/api/post?boardType=FREE&page=9000', 'posts_board_idx', 20_000],
  ['a rare title', `/api/post?boardType=FREE&query=${query('등대')}`, 'post_search_tokens_idx', 20],
  [
    'a part of a word',
    `/api/post?boardType=FREE&query=${query('야기 199')}`,
    'post_search_tokens_idx',
    null,
  ],
  [
    'a frequent title',
    `/api/post?boardType=FREE&query=${query('수업')}`,
    'post_search_tokens_idx',
    1_001,
  ],
  ['one syllable', `/api/post?boardType=FREE&query=${query('대')}`, 'posts_board_idx', null],
  [
    'rare content',
    `/api/post?boardType=FREE&filter=content&query=${query('부표')}`,
    'post_search_tokens_idx',
    20,
  ],
  [
    'frequent content',
    `/api/post?boardType=FREE&filter=content&query=${query('과제')}`,
    'post_search_tokens_idx',
    1_001,
  ],
  [
    'a writer',
    `/api/post?boardType=FREE&filter=writer&query=${query('항해1')}`,
    'posts_author_idx',
    null,
  ],
  [
    'anywhere',
    `/api/post?boardType=FREE&filter=all&query=${query('등대')}`,
    'post_search_tokens_idx',
    20,
  ],
  [
    'anywhere on the secret board',
    `/api/post?boardType=SECRET&filter=all&query=${query('이야기')}`,
    'post_search_tokens_idx',
    null,
  ],
  ['the popular list', '/api/post?boardType=POPULAR', 'posts_hot_idx', 100],
  [
    'a search in the popular list',
    `/api/post?boardType=POPULAR&query=${query('수업')}`,
    'posts_hot_idx',
    null,
  ],
  ['a summary', '/api/post/FREE/summary', 'posts_board_idx', null],
  ['the popular summary', '/api/post/POPULAR/summary', 'posts_hot_idx', null],
  ['one post', '/api/post/12345', 'posts_pkey', null],
  ['the most liked', '/api/post?boardType=FREE&sortBy=likes', 'posts_likes_idx', 1_001],
  ['a later page of them', '/api/post?boardType=FREE&sortBy=likes&page=90', 'posts_pkey', 1_001],
  ['the most discussed', '/api/post?boardType=FREE&sortBy=comments', 'posts_comments_idx', 1_001],
  [
    'questions without an answer',
    '/api/post?boardType=QNA&unanswered=true',
    'posts_unanswered_idx',
    null,
  ],
  [
    'items on sale at a price',
    '/api/post?boardType=MARKET&onSale=true&maxPrice=500',
    'posts_market_idx',
    null,
  ],
  ['posts with a head', '/api/post?boardType=FREE&headId=1', 'posts_head_idx', 1_001],
  ['the posts around one', '/api/post/12345/around?boardType=FREE', 'posts_board_idx', null],
];

/**
 * Pages of 8 kB that the statements of a call touch in the database: about twice as many as measured.
 * Raise a number only with a measurement.
 */
const BUDGET: [call: string, url: string, index: string, pages: number][] = [
  ['the first page', '/api/post?boardType=FREE', 'posts_board_idx', 150],
  ['the second page', '/api/post?boardType=FREE&page=1', 'posts_board_idx', 200],
  ['the page in the middle', '/api/post?boardType=FREE&page=1000', 'posts_board_idx', 200],
  ['the last page', '/api/post?boardType=FREE&page=1999', 'posts_board_idx', 200],
  ['a page past the end', '/api/post?boardType=FREE&page=9999', 'posts_board_idx', 100],
  ['a post', '/api/post/50000', 'posts_pkey', 60],
  ['its comments', '/api/post/50000/comments', 'comments_post_idx', 1_500],
  ['its last comments', '/api/post/50000/comments?page=1', 'comments_post_idx', 400],
  ['notifications', '/api/member/my-notices', 'notifications_unread_idx', 300],
  ['all notifications', '/api/member/my-notices?all=true', 'notifications_member_idx', 300],
];

describe('with 100,000 posts', () => {
  it.each(BUDGET)('%s costs as little as with few', async (_call, url, index, budget) => {
    const statements = await recordStatements(async () => {
      expect((await t.call('GET', url, { as: reader })).status).toBe(200);
    });
    const { pool } = t.database;
    const plans = await Promise.all(statements.map((one) => explain(pool, one)));
    expect(plans.flat().map((node) => node['Index Name'])).toContain(index);
    const costs = await Promise.all(statements.map((one) => readCosts(pool, one)));
    expect(costs.reduce((sum, { pages }) => sum + pages, 0)).toBeLessThanOrEqual(budget);
  });

  it.each(CALLS)(
    '%s runs at most two statements, all by index, and counts no rows [LIST-04]',
    async (_name, url, index, hits) => {
      let total: number | undefined;
      const statements = await recordStatements(async () => {
        const { status, json } = await t.call('GET', url, { as: reader });
        expect(status).toBe(200);
        total = json.pageResponse?.totalCount;
      });
      if (hits !== null) expect(total).toBe(hits);
      expect(statements.length).toBeGreaterThan(0);
      expect(statements.length).toBeLessThanOrEqual(2);
      const plans = await Promise.all(statements.map((one) => explain(t.database.pool, one)));
      const nodes = plans.flat();
      const scans = nodes
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name']);
      expect(scans).not.toContain('posts');
      expect(nodes.map((node) => node['Index Name'])).toContain(index);
      for (const { text } of statements) {
        // The files that a search compares are at most a thousand.
        expect(text.replace('(select count(*) from newest)', '')).not.toMatch(/count\(/i);
      }
    },
  );

  it.each([
    ['a frequent pair', 'title', '수업', 1_001],
    ['a frequent pair', 'all', '과제', 1_001],
    ['a frequent word', 'title', '수업 1', 1_001],
    ['a rare pair', 'title', '등대', 20],
    ['a rare pair', 'all', '부표', 20],
    ['an absent pair', 'all', '없다', 0],
    ['a writer', 'writer', '항해11', 600],
    ['very many writers', 'writer', '항해', 1_001],
  ])(
    'reads no more rows for %s in "%s" than hits need [LIST-90]',
    async (_name, filter, text, hits) => {
      const url = `/api/post?boardType=FREE&filter=${filter}&query=${query(text)}`;
      const [, search] = await recordStatements(() => t.call('GET', url, { as: reader }));
      if (search === undefined) throw new Error('no statement');
      const { rows, pages } = await readCosts(t.database.pool, search);
      expect(rows).toBeLessThanOrEqual(5 * hits + 10);
      expect(pages).toBeLessThanOrEqual(8 * hits + 500);
    },
  );

  it.each([
    ['a frequent pair', '과제'],
    ['a rare pair', '부표'],
    ['an absent pair', '없다'],
    ['a part of a word', '야기 199'],
    ['a writer', '항해11'],
  ])('searches all boards for %s with few pages [LIST-135]', async (_name, text) => {
    const statements = await recordStatements(() =>
      t.call('GET', `/api/search?query=${query(text)}`, { as: reader }),
    );
    const search = statements.find(({ name }) => name?.startsWith('everywhere'));
    if (search === undefined) throw new Error('no statement');
    const nodes = await explain(t.database.pool, search);
    expect(nodes.map((node) => node['Index Name'])).toContain('post_search_tokens_idx');
    const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
    expect(scans.map((node) => node['Relation Name'])).not.toContain('posts');
    expect((await readCosts(t.database.pool, search)).pages).toBeLessThanOrEqual(6_000);
  });

  it('compares at most 10,000 posts with words that none of them has together [LIST-97]', async () => {
    const url = `/api/post?boardType=REVIEW&query=${query('야기 ㅎ')}`;
    const [, search] = await recordStatements(() => t.call('GET', url, { as: reader }));
    if (search === undefined) throw new Error('no statement');
    expect((await readCosts(t.database.pool, search)).posts).toBeLessThanOrEqual(10_010);
  });

  it('says that it found no more than so far, on its first page and on later ones [LIST-143]', async () => {
    for (const path of [
      `/api/post?boardType=REVIEW&query=${query('야기 ㅎ')}`,
      `/api/post?boardType=REVIEW&sortBy=likes&query=${query('야기 ㅎ')}`,
      `/api/search?place=REVIEW&query=${query('야기 ㅎ')}`,
    ]) {
      for (const page of [0, 1]) {
        const { json } = await t.call('GET', `${path}&page=${page}`, { as: reader });
        expect(json.pageResponse ?? json).toMatchObject({ totalCount: 0, isPartial: true });
      }
    }
    for (const path of ['/api/post?boardType=REVIEW', '/api/search?place=REVIEW']) {
      const { json } = await t.call('GET', `${path}&query=${query('등대')}`, { as: reader });
      expect(json.pageResponse ?? json).not.toHaveProperty('isPartial');
    }
  });

  it.each([
    ['a word that most posts have', '본문 ㅎ'],
    ['pairs in an order that no post has', '본문 1212'],
  ])('reads few more rows for %s than it compares [LIST-97]', async (_name, text) => {
    const url = `/api/post?boardType=FREE&filter=content&query=${query(text)}`;
    const [, search] = await recordStatements(() => t.call('GET', url, { as: reader }));
    if (search === undefined) throw new Error('no statement');
    expect((await readCosts(t.database.pool, search)).rows).toBeLessThanOrEqual(30_000);
  });

  it('reads a later page of a search by its ids [LIST-98]', async () => {
    const url = `/api/post?boardType=FREE&filter=all&query=${query('과제')}&page=`;
    const first = await t.call('GET', `${url}0`, { as: reader });
    const [, hits] = await recordStatements(async () => {
      const later = await t.call('GET', `${url}99`, { as: reader });
      expect(later.json.pageResponse).toMatchObject({
        totalCount: first.json.pageResponse.totalCount,
        posts: { length: 10 },
      });
    });
    if (hits === undefined) throw new Error('no statement');
    expect((await readCosts(t.database.pool, hits)).pages).toBeLessThan(110);
  });

  it('lets no database compile a statement, which takes longer than running it', async () => {
    const { rows } = await t.database.pool.query(
      "select setting, source from pg_settings where name = 'jit'",
    );
    expect(rows).toEqual([{ setting: 'off', source: 'client' }]);
  });

  it('prepares the statements of the frequent calls', async () => {
    const names = async (url: string) =>
      (await recordStatements(() => t.call('GET', url, { as: reader }))).map((one) => one.name);
    const first = ['are_boards_quiet', 'board_first_page'];
    expect(await names('/api/post?boardType=QNA')).toEqual(first);
    expect(await names('/api/post?boardType=QNA&page=3')).toEqual(['board_page']);
    expect(await names(`/api/post?boardType=QNA&query=${query('등대')}`)).toEqual([
      'are_boards_quiet',
      'search_title_pair',
    ]);
    expect(await names('/api/post/777')).toEqual(['read_post']);
  });

  it('runs one statement for the posts of all summaries of the main page', async () => {
    const types = ['NOTICE', 'NOTICE_SC', 'QNA', 'FREE', 'SECRET', 'REVIEW', 'POPULAR'];
    const statements = await recordStatements(() =>
      t.call('POST', '/api/post/summary-multi', { as: reader, body: { types } }),
    );
    expect(statements.map(({ name }) => name)).toEqual(['are_boards_quiet', null]);
    const plans = await Promise.all(statements.map((one) => explain(t.database.pool, one)));
    expect(
      plans
        .flat()
        .filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'posts'),
    ).toEqual([]);
  });
});
