import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changePost, createPost } from '../../../testing/factories/posts.ts';
import {
  type CallResult,
  createTestApp,
  type SignedIn,
  type TestApp,
} from '../../../testing/test-app.ts';

let t: TestApp;
let student: SignedIn;
let reader: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  student = await t.signIn('STUDENT');
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.advance(3600);
  student = await t.signInAs(student);
  reader = await t.signIn('USER');
});

const list = (query: string) => t.call('GET', `/api/post?${query}`, { as: reader });
const ids = (response: { json: { pageResponse: { posts: { id: number }[] } } }) =>
  response.json.pageResponse.posts.map((post) => post.id);

describe('GET /api/post', () => {
  it('refuses a caller without a token', async () => {
    expect((await t.call('GET', '/api/post?boardType=FREE')).status).toBe(401);
  });

  it.each([
    ['boardType=NOPE', '없는 게시판입니다. 주소를 확인해 주세요.'],
    ['', '없는 게시판입니다. 주소를 확인해 주세요.'],
    ['boardType=LECTURE_Q', '없는 게시판입니다. 주소를 확인해 주세요.'],
  ])('refuses the board in "%s" [ROLE-12]', async (query, message) => {
    const { status, json } = await list(query);
    expect(status).toBe(400);
    if (query !== '') expect(json.message).toBe(message);
  });

  it('takes an empty value as not given [LIST-84]', async () => {
    const { status, json } = await list('boardType=FREE&page=&size=&filter=&query=');
    expect(status).toBe(200);
    expect(json.pageResponse.currentPage).toBe(0);
    expect((await list('boardType=')).status).toBe(400);
  });

  it.each(['-1', '1.5', 'abc', '1e9', '9223372036854775808'])(
    'refuses page=%s [LIST-03]',
    async (page) => {
      expect((await list(`boardType=FREE&page=${page}`)).status).toBe(400);
    },
  );
  it('refuses a repeated page [LIST-03, API-13]', async () => {
    expect((await list('boardType=FREE&page=0&page=1')).status).toBe(400);
  });
  it.each(['0', '-1', '51', '1000000000', 'ten'])('refuses size=%s [LIST-03]', async (size) => {
    expect((await list(`boardType=FREE&size=${size}`)).status).toBe(400);
  });
  it('refuses another filter and a query over 100 characters [LIST-18, LIST-19]', async () => {
    expect((await list('boardType=FREE&filter=password&query=a')).status).toBe(400);
    expect((await list(`boardType=FREE&query=${'a'.repeat(101)}`)).status).toBe(400);
  });

  it('pages newest first, with true totals past the end [LIST-01]', async () => {
    const written: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      t.clock.advance(60);
      written.unshift(await createPost(t, student, { boardType: 'REVIEW' }));
    }
    const first = await list('boardType=review');
    expect(first.json.pageResponse).toMatchObject({
      currentPage: 0,
      totalPages: 2,
      totalCount: 12,
    });
    expect(ids(first)).toEqual(written.slice(0, 10));
    expect(ids(await list('boardType=REVIEW&page=1'))).toEqual(written.slice(10));
    const beyond = await list('boardType=REVIEW&page=100000&size=50');
    expect(beyond.json.pageResponse).toEqual({
      posts: [],
      currentPage: 100_000,
      totalPages: 1,
      totalCount: 12,
    });
  });

  it('puts pinned posts first on page one [LIST-02]', async () => {
    const old = await createPost(t, student, { boardType: 'QNA' });
    t.clock.advance(60);
    const fresh = await createPost(t, student, { boardType: 'QNA' });
    await changePost(t, old, { pinned: true });
    expect(ids(await list('boardType=QNA'))).toEqual([old, fresh]);
  });

  it('counts only visible posts', async () => {
    const board = 'boardType=NOTICE_SC';
    const council = await t.signIn('STUDENT_COUNCIL');
    const gone = await createPost(t, council, { boardType: 'NOTICE_SC' });
    const remaining = await createPost(t, council, { boardType: 'NOTICE_SC' });
    await t.call('DELETE', `/api/post/${gone}`, { as: council });
    const response = await list(board);
    expect(ids(response)).toEqual([remaining]);
    expect(response.json.pageResponse.totalCount).toBe(1);
  });

  it('ignores other sort orders [ANON-19, LIST-05]', async () => {
    const plain = await list('boardType=FREE');
    for (const order of ['sort=writerNickname', 'order=author_id', 'sort=author_id,desc']) {
      expect(ids(await list(`boardType=FREE&${order}`))).toEqual(ids(plain));
    }
  });

  it.each([
    "' OR '1'='1",
    "'; DROP TABLE posts; --",
    "%') OR 1=1 --",
    '1 UNION SELECT password_hash FROM members',
    "\\'; SELECT pg_sleep(5); --",
    '$1',
    '{}',
    "E'\\x27'",
    '"; --',
    '/* */',
  ])('takes %s for a text to look for [LIST-21]', async (hostile) => {
    for (const filter of ['title', 'writer', 'content', 'all']) {
      const query = encodeURIComponent(hostile);
      const response = await list(`boardType=FREE&filter=${filter}&query=${query}`);
      expect([response.status, response.json.pageResponse.totalCount]).toEqual([200, 0]);
    }
    for (const name of ['boardType', 'page', 'size', 'filter']) {
      const { status } = await list(
        `boardType=FREE&query=a&${name}=${encodeURIComponent(hostile)}`,
      );
      expect(status).toBe(400);
    }
  });

  it('returns consistent pages while other members write [LIST-08]', async () => {
    const writes = Array.from({ length: 20 }, () => createPost(t, student, { boardType: 'FREE' }));
    const reads = Array.from({ length: 20 }, (_, i) => list(`boardType=FREE&page=${i % 3}`));
    for (const response of await Promise.all(reads)) {
      expect(response.status).toBe(200);
      for (const post of response.json.pageResponse.posts) expect(post.boardType).toBe('FREE');
    }
    await Promise.all(writes);
  });
});

describe('search', () => {
  it.each([
    ['two syllables', '인공', true],
    ['a part of a word', '공지능', true],
    ['a single syllable', '능', true],
    ['words with a space', '수업 노트', true],
    ['another case', 'pYTORCH', true],
    ['decomposed syllables [LIST-23]', '인공지능'.normalize('NFD'), true],
    ['a percent sign', '%', false],
    ['an underscore', 'P_Torch', false],
    ['a backslash', '\\', false],
    ['words in another order', '노트 수업', true],
  ])('finds a title by %s', async (_name, query, isFound) => {
    const id = await createPost(t, student, {
      title: '인공지능 수업 노트 PyTorch'.normalize('NFC'),
    });
    const response = await list(`boardType=FREE&query=${encodeURIComponent(query)}`);
    expect(ids(response).includes(id)).toBe(isFound);
    expect(response.json.pageResponse.totalCount).toBe(ids(response).length);
    await t.call('DELETE', `/api/post/${id}`, { as: student });
  });

  it('treats SQL wildcards as plain characters', async () => {
    const id = await createPost(t, student, { title: '할인 100% 쿠폰_모음 c:\\temp' });
    for (const query of ['100%', '쿠폰_모', ':\\t', '%']) {
      expect(ids(await list(`boardType=FREE&query=${encodeURIComponent(query)}`))).toEqual([id]);
    }
  });

  it('searches the content, the nickname or all fields [LIST-17]', async () => {
    const author = await t.signIn('STUDENT');
    const id = await createPost(t, author, {
      title: '제목뿐',
      content: '<p>본문에 <strong>숨은</strong>낱말</p>',
    });
    const found = async (filter: string, query: string) =>
      ids(
        await list(`boardType=FREE&filter=${filter}&query=${encodeURIComponent(query)}`),
      ).includes(id);
    expect(await found('content', '숨은낱말')).toBe(true);
    expect(await found('content', 'strong')).toBe(false);
    expect(await found('title', '숨은낱말')).toBe(false);
    expect(await found('writer', author.nickname.slice(1))).toBe(true);
    expect(await found('writer', '숨은낱말')).toBe(false);
    for (const query of ['제목뿐', '숨은낱말', author.nickname]) {
      expect(await found('all', query)).toBe(true);
    }
    expect(await found('title', author.nickname), '[ANON-19]').toBe(false);
  });

  it('shows later pages of one search without deleted and blinded posts, for 30 seconds [LIST-98]', async () => {
    const written: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      t.clock.advance(60);
      written.unshift(await createPost(t, student, { title: `뒷장 ${n}` }));
    }
    const page = (n: number) =>
      list(`boardType=FREE&query=${encodeURIComponent('뒷장')}&size=2&page=${n}`);
    expect(ids(await page(0))).toEqual(written.slice(0, 2));
    t.clock.advance(1);
    const newest = await createPost(t, student, { title: '뒷장 새 글' });
    await changePost(t, written[2] ?? 0, { deletedAt: t.clock.now() });
    await changePost(t, written[4] ?? 0, { blindedAt: t.clock.now() });
    expect(ids(await page(1)), 'as found before').toEqual([written[3]]);
    expect(ids(await page(2))).toEqual([written[5]]);
    expect((await page(2)).json.pageResponse).toMatchObject({ totalCount: 7, totalPages: 4 });
    expect(ids(await page(0)), 'anew').toEqual([newest, written[0]]);
    expect(ids(await page(1)), 'of the first page that was anew').toEqual([written[1], written[3]]);
    await changePost(t, newest, { deletedAt: t.clock.now() });
    t.clock.advance(31);
    expect(ids(await page(1)), 'after 30 seconds').toEqual([written[3], written[5]]);
  });

  it('finds no author on the secret board with any filter [ANON-18]', async () => {
    const author = await t.signIn('STUDENT');
    const id = await createPost(t, author, { boardType: 'SECRET', title: '비밀 이야기' });
    const query = encodeURIComponent(author.nickname);
    for (const filter of ['writer', 'all', 'title', 'content']) {
      const { json } = await list(`boardType=SECRET&filter=${filter}&query=${query}`);
      expect(json.pageResponse).toMatchObject({ posts: [], totalCount: 0, totalPages: 0 });
    }
    expect(ids(await list(`boardType=POPULAR&filter=writer&query=${query}`))).toEqual([]);
    expect(
      ids(await list(`boardType=SECRET&filter=all&query=${encodeURIComponent('비밀')}`)),
    ).toContain(id);
  });

  it('allows 30 searches a minute, 60 of everything and 40 of similar questions [LIST-20, LIST-130, POST-260]', async () => {
    const limited = await createTestApp({ productionRates: true });
    const as = await limited.signIn();
    const repeat = async (times: number, call: () => Promise<CallResult>) => {
      const responses: CallResult[] = [];
      for (let n = 0; n < times; n += 1) responses.push(await call());
      return responses;
    };
    const search = () => limited.call('GET', '/api/post?boardType=FREE&query=zz', { as });
    const responses = await repeat(31, search);
    expect(responses.filter((response) => response.status === 200)).toHaveLength(30);
    const refused = responses.find((response) => response.status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    const other = await limited.call('GET', '/api/post?boardType=FREE&query=', { as });
    expect(other.status).toBe(200);
    const everywhere = () => limited.call('GET', '/api/search?query=zz', { as });
    const others = await repeat(61, everywhere);
    expect(others.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(others.find(({ status }) => status === 429)?.headers['retry-after']).toBeDefined();
    const asker = await limited.signIn('STUDENT');
    const similar = () =>
      limited.call('GET', '/api/post/similar-questions?title=zz', { as: asker });
    const tips = await repeat(41, similar);
    expect(tips.filter(({ status }) => status === 200)).toHaveLength(40);
    const own = { as: asker };
    expect((await limited.call('GET', '/api/post?boardType=FREE&query=zz', own)).status).toBe(200);
    expect((await limited.call('GET', '/api/search?query=zz', own)).status).toBe(200);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
    expect((await search()).status).toBe(200);
    vi.restoreAllMocks();
    await limited.close();
  });
});

describe('the popular list', () => {
  it('orders by likes of other members, omits old posts and refuses writing [BOARD-04]', async () => {
    t.clock.advance(20 * 86_400);
    [student, reader] = await Promise.all([t.signInAs(student), t.signIn('USER')]);
    const plain = await createPost(t, student);
    const loved = await createPost(t, student, { boardType: 'SECRET' });
    const item = await createPost(t, student, { boardType: 'MARKET' });
    await t.call('POST', `/api/post/${loved}/like`, { as: reader });
    await t.call('POST', `/api/post/${item}/like`, { as: student });
    const response = await list('boardType=popular');
    expect(ids(response)[0]).toBe(loved);
    expect(new Set(ids(response))).toEqual(new Set([plain, loved, item]));
    expect(response.json.pageResponse.totalCount).toBe(3);
    expect(response.json.pageResponse.posts[0], '[ANON-02]').toMatchObject({
      boardType: 'SECRET',
      writerId: null,
      writerNickname: '익명',
    });
    const refused = await t.call('POST', '/api/post/post-up', {
      as: student,
      body: { boardType: 'POPULAR', title: 'a', content: 'b' },
    });
    expect([refused.status, refused.json.error]).toEqual([400, 'BOARD_NOT_WRITABLE']);
  });
});

describe('GET /api/post/:boardType/summary and POST /api/post/summary-multi', () => {
  it('returns the newest posts, six by default [LIST-09]', async () => {
    const written: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      t.clock.advance(60);
      written.unshift(await createPost(t, student, { boardType: 'SECRET' }));
    }
    const six = await t.call('GET', '/api/post/secret/summary', { as: reader });
    expect(six.json.Posts.map((post: { id: number }) => post.id)).toEqual(written.slice(0, 6));
    expect(six.json.Posts[0], '[ANON-02]').toMatchObject({
      writerId: null,
      writerNickname: '익명',
    });
    const two = await t.call('GET', '/api/post/SECRET/summary?pageSize=2', { as: reader });
    expect(two.json.Posts).toHaveLength(2);
    expect(
      (await t.call('GET', '/api/post/SECRET/summary?pageSize=21', { as: reader })).status,
    ).toBe(400);
    expect((await t.call('GET', '/api/post/NOPE/summary', { as: reader })).status).toBe(400);
  });

  it('leaves out sold items, which the list still has [MARKET-70]', async () => {
    const sold = await createPost(t, student, {
      boardType: 'MARKET',
      price: 1,
      tradeStatus: 'SOLD',
    });
    const remaining = await createPost(t, student, { boardType: 'MARKET', price: 1 });
    const idsOf = (posts: { id: number }[]) => posts.map(({ id }) => id);
    const { json } = await t.call('GET', '/api/post/MARKET/summary', { as: reader });
    expect(idsOf(json.Posts)).toContain(remaining);
    expect(idsOf(json.Posts)).not.toContain(sold);
    const listed = (await list('boardType=MARKET')).json.pageResponse.posts;
    expect(idsOf(listed)).toEqual(expect.arrayContaining([sold, remaining]));
  });

  it('returns the newest of several boards, and those of each, including the popular list [LIST-10]', async () => {
    const newest = await createPost(t, student, { boardType: 'FREE' });
    const { status, json } = await t.call('POST', '/api/post/summary-multi', {
      as: reader,
      body: { types: ['free', 'SECRET', 'NOTICE', 'POPULAR'], pageSize: 3 },
    });
    expect(status).toBe(200);
    const { Posts, boards } = json;
    expect(Object.keys(boards)).toEqual(['FREE', 'SECRET', 'NOTICE', 'POPULAR']);
    expect(boards.NOTICE).toEqual([]);
    expect(boards.POPULAR).toHaveLength(3);
    const dates = Posts.map((post: { createdDate: string }) => post.createdDate);
    expect([Posts.length, Posts[0].id]).toEqual([3, newest]);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(new Set(Posts.map((post: { id: number }) => post.id)).size).toBe(3);
    for (const post of boards.SECRET)
      expect(post).toMatchObject({ writerId: null, writerNickname: '익명' });
  });

  it.each([
    [{ types: Array.from({ length: 11 }, () => 'FREE') }],
    [{ types: [] }],
    [{ types: ['NOPE'] }],
    [{ types: ['LECTURE_Q'] }],
    [{ types: 'FREE' }],
    [{ types: ['FREE'], pageSize: 0 }],
    [{ types: ['FREE'], pageSize: '6' }],
  ])('refuses %j [LIST-06]', async (body) => {
    const { status } = await t.call('POST', '/api/post/summary-multi', { as: reader, body });
    expect(status).toBe(400);
  });
});
