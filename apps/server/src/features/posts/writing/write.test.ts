import { LIMITS } from '@naru/contract/limits';
import type { Role } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findDisallowed } from '../../../domain/posts/disallowed.fixture.ts';
import { HOSTILE } from '../../../domain/posts/vectors.fixture.ts';
import { createPicture } from '../../../testing/factories/files.ts';
import {
  countPosts,
  createPost,
  readBoardCounter,
  readPost,
} from '../../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.advance(60);
  student = await t.signIn('STUDENT');
});

const valid = { boardType: 'FREE', title: '제목', content: '<p>내용</p>', imageUrls: null };
const item = { ...valid, boardType: 'MARKET', price: 15_000 };
const create = (as: SignedIn, body: object) => t.call('POST', '/api/post/post-up', { as, body });
const update = (as: SignedIn, id: number, body: object) =>
  t.call('PUT', `/api/post/post-up/${id}`, { as, body });
const stored = (id: number) => readPost(t, id);

describe('POST /api/post/post-up', () => {
  it('refuses signed-out callers', async () => {
    expect((await t.call('POST', '/api/post/post-up', { body: valid })).status).toBe(401);
  });

  it.each<[string, Role, string]>([
    ['FREE', 'USER', 'WRITE_DENIED'],
    ['SECRET', 'USER', 'WRITE_DENIED'],
    ['REVIEW', 'USER', 'WRITE_DENIED'],
    ['QNA', 'USER', 'WRITE_DENIED'],
    ['MARKET', 'USER', 'MARKET_DENIED'],
    ['NOTICE', 'STUDENT_COUNCIL', 'WRITE_DENIED'],
    ['NOTICE_SC', 'PROFESSOR', 'WRITE_DENIED'],
    ['NOTICE_UNIV', 'ADMIN', 'WRITE_DENIED'],
    ['NOTICE_DEPT', 'ADMIN', 'WRITE_DENIED'],
  ])(
    'refuses a post on %s by a %s and stores nothing [ROLE-08]',
    async (boardType, role, error) => {
      const before = await countPosts(t);
      const response = await create(await t.signIn(role), { ...item, boardType });
      expect([response.status, response.json.error]).toEqual([403, error]);
      expect(await countPosts(t)).toBe(before);
    },
  );

  it.each<[string, Role]>([
    ['free', 'STUDENT'],
    ['NOTICE', 'MANAGER'],
    ['notice_sc', 'MANAGER'],
    ['NOTICE_UNIV', 'SYSTEM'],
  ])('accepts a post on %s by a %s [API-06, BOARD-01]', async (boardType, role) => {
    const response = await create(await t.signIn(role), { ...valid, boardType });
    expect(response.status).toBe(201);
    expect(response.json.message).toBe('게시글을 등록했습니다.');
  });

  it.each([
    ['a missing board', { boardType: undefined }],
    ['an unknown board', { boardType: 'NOPE' }],
    ['a lecture board [ROLE-12]', { boardType: 'LECTURE_Q' }],
    ['the popular list', { boardType: 'popular' }],
    ['a missing title', { title: undefined }],
    ['a blank title', { title: ' \u3000 ' }],
    ['an invisible title [INPUT-18]', { title: '\u200b\u3164' }],
    ['a long title', { title: '가'.repeat(LIMITS.titleMax + 1) }],
    ['a title of many combining marks [INPUT-16]', { title: `ㅇ${'\u0301'.repeat(1_300)}` }],
    ['a missing content', { content: undefined }],
    ['an empty content', { content: '' }],
    ['a content without visible text', { content: '<p>\u200b&nbsp;<br></p><hr>' }],
    ['a content of scripts only', { content: '<script>alert(1)</script>' }],
    ['a content over 64 KB [INPUT-04]', { content: `<p>${'가'.repeat(22_000)}</p>` }],
    ['a content that grows over 64 KB', { content: '<a href="http://a.b">x</a>'.repeat(1_500) }],
    ['a title that is a number [API-14]', { title: 1 }],
    ['a content that is a list', { content: ['x'] }],
    ['a NUL [INPUT-13]', { title: 'a\0b' }],
    ['an unpaired surrogate [INPUT-14]', { content: '<p>\ud800</p>' }],
    ['a picture on another site [HTML-07]', { imageUrls: 'https://evil.example/a.webp' }],
    ['a picture URL with another scheme', { imageUrls: ['javascript:alert(1)'] }],
    ['a picture that was never uploaded', { imageUrls: '/files/aaaaaaaaaaaaaaaaaaaaaaaa.webp' }],
    ['pictures that are numbers', { imageUrls: [1] }],
    ['an unknown trade status', { tradeStatus: 'GONE' }],
  ])('responds 400 to %s and stores nothing [POST-02]', async (_name, change) => {
    const before = await countPosts(t);
    const response = await create(student, { ...valid, ...change });
    expect(response.status).toBe(400);
    expect(response.json.message).toMatch(/[가-힣]/);
    expect(await countPosts(t)).toBe(before);
  });

  it.each([
    { title: `ㅇ${'\u0301'.repeat(31)}` },
    { content: `<p>ㅇ${'\u0301'.repeat(31)}</p>` },
    { content: `<p>ㅇ${'<b>\u0301\u0316</b>'.repeat(16)}</p>` },
    { content: `<p>ㅇ${'&#x301;'.repeat(31)}</p>` },
  ])('refuses case %# of stacked marks before it is normalised [INPUT-20]', async (change) => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const { status, json } = await create(student, { ...valid, ...change });
    const [field] = Object.keys(change);
    const message = '글자에 겹쳐 쓴 기호가 너무 많습니다. 기호를 줄여 주세요.';
    expect([status, json.errors]).toEqual([400, [{ field, message }]]);
    const texts = normalize.mock.contexts.map(String);
    expect(texts.filter((text) => /\p{M}{31}/u.test(text))).toEqual([]);
  });

  it('names the three required fields when one is empty [POST-01]', async () => {
    const empty = [{ boardType: '' }, { boardType: undefined }, { title: '' }, { content: '' }];
    const invisible = [{ content: '<p></p>' }, { content: '<p>\u2800</p>' }, { title: '\u3164' }];
    for (const change of [...empty, ...invisible]) {
      const { json } = await create(student, { ...valid, ...change });
      expect(json.message).toBe('게시판, 제목, 내용을 모두 입력해 주세요.');
    }
  });

  it('responds 413 to a body over 256 KB [INPUT-01]', async () => {
    const response = await create(student, { ...valid, content: 'x'.repeat(270_000) });
    expect(response.status).toBe(413);
  });

  it('refuses 64 KB of nested tags [HTML-16, POST-02]', async () => {
    for (const tag of ['<b>', '<span>', '<ul><li>', '<x-y>', '<p><div>']) {
      const content = tag.repeat(Math.floor(65_000 / tag.length));
      const response = await create(student, { ...valid, content });
      expect(response.status).toBe(400);
    }
  });

  it('ignores fields that the author may not set [API-10]', async () => {
    const other = await t.signIn('STUDENT');
    const { json } = await create(student, {
      ...valid,
      id: 5,
      writerId: other.id,
      authorId: other.id,
      isAuthor: false,
      likeCount: 99,
      viewCount: 99,
      pinned: true,
      createdDate: '2000-01-01T00:00:00+09:00',
      targetUrl: 'https://evil.example',
    });
    expect(await stored(json.id)).toMatchObject({
      authorId: student.id,
      likeCount: 0,
      viewCount: 0,
      pinned: false,
      createdAt: t.clock.now(),
      targetUrl: null,
    });
  });

  it('stores a title as plain text in NFC on one line [HTML-04]', async () => {
    const title = `  <b>제목</b> & <script>alert(1)</script>\n${'한글'.normalize('NFD')}  `;
    const { json } = await create(student, { ...valid, title });
    expect((await stored(json.id)).title).toBe('<b>제목</b> & <script>alert(1)</script> 한글');
  });

  it('stores a title without what would turn the words after it [INPUT-15]', async () => {
    const title = ' \u202a 앞 \u202etxt.exe\u2066 뒤 \u200fعربي\u200e \u2069\u202c';
    const { json } = await create(student, { ...valid, title });
    expect((await stored(json.id)).title).toBe('앞 txt.exe 뒤 \u200fعربي\u200e');
  });

  it('keeps emoji and counts graphemes [INPUT-16, INPUT-17]', async () => {
    const title = '👨‍👩‍👧‍👦'.repeat(LIMITS.titleMax);
    const { status, json } = await create(student, { ...valid, title, content: '<p>🚢⚓️</p>' });
    expect(status).toBe(201);
    expect(await stored(json.id)).toMatchObject({ title, content: '<p>🚢⚓️</p>' });
  });

  it('adds the prefix of the notice board to a new title without it [POST-03]', async () => {
    const manager = await t.signIn('MANAGER');
    const notice = { ...valid, boardType: 'NOTICE' };
    const plain = await create(manager, notice);
    expect((await stored(plain.json.id)).title).toBe('<전학년> 제목');
    const already = await create(manager, { ...notice, title: '<전학년>안내' });
    expect((await stored(already.json.id)).title).toBe('<전학년>안내');
    const council = await create(manager, { ...notice, boardType: 'NOTICE_SC' });
    expect((await stored(council.json.id)).title).toBe('제목');
    await update(manager, plain.json.id, { ...notice, title: '바뀐 제목' });
    expect((await stored(plain.json.id)).title).toBe('바뀐 제목');
    expect((await create(manager, { ...notice, title: '가'.repeat(LIMITS.titleMax) })).status).toBe(
      400,
    );
  });

  it('collects the pictures of the field and of the text, in order [POST-04]', async () => {
    const [a, b, c] = [
      await createPicture(t.db, student),
      await createPicture(t.db, student),
      await createPicture(t.db, student),
    ];
    const content = `<p>글</p><img src="${b}" alt="배" width="800"><img src="${c.replace('.webp', '_medium.webp')}"><img src="${b}">`;
    const { json } = await create(student, { ...valid, content, imageUrls: [a] });
    const { dto } = (await t.call('GET', `/api/post/${json.id}`, { as: student })).json;
    expect(dto).toMatchObject({
      imageUrls: a,
      image_urls: a,
      pictures: [b, c],
      thumbNailUrl: a.replace('.webp', '_thumb.webp'),
    });
    const d = await createPicture(t.db, student);
    const inText = { ...valid, title: '사진', content: `<p>글</p><img src="${d}" alt="">` };
    const { id } = (await create(student, inText)).json;
    const shown = (await t.call('GET', `/api/post/${id}`, { as: student })).json.dto;
    expect([shown.imageUrls, shown.image_urls]).toEqual([d, null]);
    expect(dto.content).toContain(`<img src="${b}" alt="배" width="800" />`);
  });

  it('refuses pictures of another member', async () => {
    const foreign = await createPicture(t.db, await t.signIn('STUDENT'));
    const before = await countPosts(t);
    const response = await create(student, { ...valid, content: `<img src="${foreign}">` });
    expect([response.status, response.json.error]).toEqual([400, 'IMAGE_NOT_READY']);
    expect(await countPosts(t)).toBe(before);
  });

  it('accepts 20 pictures but not 21', async () => {
    const pictures = await Promise.all(
      Array.from({ length: 21 }, () => createPicture(t.db, student)),
    );
    const over = await create(student, {
      ...valid,
      imageUrls: pictures.slice(0, 20),
      content: `<img src="${pictures[20]}">`,
    });
    expect([over.status, over.json.message]).toEqual([400, TEXTS.imageTooMany]);
    expect((await create(student, { ...valid, imageUrls: pictures.slice(0, 20) })).status).toBe(
      201,
    );
  });

  it('increments the counter of the board, also in parallel requests', async () => {
    const authors = await Promise.all(Array.from({ length: 20 }, () => t.signIn('STUDENT')));
    await Promise.all(authors.map((as) => create(as, { ...valid, boardType: 'REVIEW' })));
    expect(await readBoardCounter(t, 'REVIEW')).toBe(await countPosts(t, 'REVIEW'));
  });

  it('stores a post that is sent twice within 5 seconds once [RACE-18]', async () => {
    for (const boardType of ['FREE', 'SECRET']) {
      const duplicates = await Promise.all(
        Array.from({ length: 20 }, () => create(student, { ...valid, boardType })),
      );
      expect(new Set(duplicates.map((duplicate) => duplicate.json.id)).size).toBe(1);
      const other = await create(await t.signIn('STUDENT'), { ...valid, boardType });
      expect(other.json.id).not.toBe(duplicates[0]?.json.id);
    }
    const first = await create(student, valid);
    t.clock.advance(6);
    expect((await create(student, valid)).json.id).not.toBe(first.json.id);
  });
});

describe('market items', () => {
  it('store price and trade status, which other boards ignore [ROLE-08]', async () => {
    const { status, json } = await create(student, item);
    expect([status, json.message]).toEqual([201, '물품을 등록했습니다.']);
    expect(await stored(json.id)).toMatchObject({ price: 15_000, tradeStatus: 'ON_SALE' });
    const free = await create(student, { ...valid, title: '책', price: 100, tradeStatus: 'SOLD' });
    expect(await stored(free.json.id)).toMatchObject({ price: null, tradeStatus: null });
    const gift = await create(student, { ...item, title: '나눔', price: 0 });
    expect((await stored(gift.json.id)).price).toBe(0);
  });

  it.each([-1, 1.5, 1e308, '1000', 100_000_001, true, {}])(
    'refuses the price %j [MARKET-04]',
    async (price) => {
      const response = await create(student, { ...item, price });
      expect([response.status, response.json.message]).toEqual([400, TEXTS.priceFormat]);
    },
  );

  it.each([
    ['no price', { price: null }],
    ['no description', { content: '<p> </p>' }],
  ])('asks for all fields when there is %s', async (_name, change) => {
    const response = await create(student, { ...item, ...change });
    expect([response.status, response.json.message]).toEqual([400, '모든 항목을 입력해 주세요.']);
  });

  it('accepts at most eight pictures, with those in the text, and keeps their order [MARKET-02]', async () => {
    const all = [];
    for (let n = 0; n < 9; n += 1) all.push(await createPicture(t.db, student));
    const [first = '', ...others] = all;
    const nine = await create(student, { ...item, imageUrls: all });
    expect([nine.status, nine.json.message]).toEqual([400, TEXTS.imageMarketMax]);
    const content = `<p>x</p><img src="${first}">`;
    expect((await create(student, { ...item, imageUrls: others, content })).status).toBe(400);
    const eight = [first, ...others.slice(1).reverse()];
    const { json } = await create(student, { ...item, imageUrls: eight });
    const picturesOf = async (id: number) => (await readPost(t, id)).imageUrls;
    expect(await picturesOf(json.id)).toEqual(eight);
    const turned = eight.toReversed();
    const url = `/api/post/post-up/${json.id}`;
    const body = { ...item, imageUrls: turned[0], pictures: turned.slice(1) };
    expect((await t.call('PUT', url, { as: student, body })).status).toBe(200);
    expect(await picturesOf(json.id)).toEqual(turned);
    expect((await create(student, { ...item, title: '한 장', imageUrls: first })).status).toBe(400);
    const old = await createPicture(t.db, student);
    expect((await create(student, { ...item, title: '한 장', imageUrls: old })).status).toBe(201);
  });

  it('changes price, status and picture, and keeps a price and a status that are not sent [MARKET-05]', async () => {
    const picture = await createPicture(t.db, student);
    const id = await createPost(t, student, { boardType: 'MARKET', imageUrls: [picture] });
    expect((await update(student, id, { ...item, price: 9_000, tradeStatus: 'SOLD' })).status).toBe(
      200,
    );
    expect(await stored(id)).toMatchObject({ price: 9_000, tradeStatus: 'SOLD', imageUrls: [] });
    await update(student, id, { ...item, price: 8_000, imageUrls: picture });
    expect(await stored(id)).toMatchObject({
      price: 8_000,
      tradeStatus: 'SOLD',
      imageUrls: [picture],
    });
    const { price: _, ...unpriced } = item;
    for (const body of [unpriced, { ...item, price: null }]) {
      expect((await update(student, id, body)).status).toBe(200);
      expect(await stored(id)).toMatchObject({ price: 8_000, tradeStatus: 'SOLD' });
    }
  });
});

describe('PUT /api/post/post-up/:postId', () => {
  it('refuses every member but the author, staff included [ROLE-22, ROLE-13]', async () => {
    const id = await createPost(t, student);
    const before = await stored(id);
    for (const role of ['STUDENT', 'MANAGER', 'ADMIN', 'SYSTEM'] as const) {
      const response = await update(await t.signIn(role), id, valid);
      expect([response.status, response.json.error]).toEqual([403, 'PERMISSION_DENIED']);
    }
    expect(await stored(id)).toEqual(before);
  });

  it('stores the sanitised text and the time of the change [HTML-01]', async () => {
    const id = await createPost(t, student);
    t.clock.advance(60);
    const response = await update(student, id, {
      ...valid,
      title: '새 제목',
      content: '<p>새 글<script>x</script></p>',
    });
    expect(response.json).toEqual({ id, message: '게시글을 수정했습니다.' });
    const { dto } = (await t.call('GET', `/api/post/${id}`, { as: student })).json;
    expect(dto).toMatchObject({ title: '새 제목', content: '<p>새 글</p>' });
    expect(Date.parse(dto.updatedDate) - Date.parse(dto.createdDate)).toBe(60_000);
    expect((await stored(id)).contentText).toBe('새 글');
  });

  it('stores the author of a secret post sealed and truncates the time to the minute', async () => {
    const id = await createPost(t, student, { boardType: 'SECRET' });
    const { authorSeal } = await stored(id);
    expect((await update(student, id, { ...valid, boardType: 'secret' })).status).toBe(200);
    const row = await stored(id);
    expect(row).toMatchObject({ authorId: null, authorSeal });
    expect(row.updatedAt?.getSeconds()).toBe(0);
  });

  it('refuses to change the board', async () => {
    const id = await createPost(t, student);
    const response = await update(student, id, { ...valid, boardType: 'SECRET' });
    expect([response.status, response.json.message]).toEqual([400, TEXTS.boardFixed]);
    expect((await stored(id)).boardType).toBe('FREE');
  });

  it('refuses an author who may no longer write on the board [ROLE-13]', async () => {
    const id = await createPost(t, student);
    await t.db.execute(
      sql`delete from member_roles where member_id = ${student.id} and role = 'STUDENT'`,
    );
    const response = await update(student, id, valid);
    expect([response.status, response.json.error]).toEqual([403, 'WRITE_DENIED']);
  });

  it('responds 404 for missing and deleted posts', async () => {
    const id = await createPost(t, student);
    await t.call('DELETE', `/api/post/${id}`, { as: student });
    for (const gone of [id, 987_654_321]) {
      const response = await update(student, gone, valid);
      expect([response.status, response.json.error]).toEqual([404, 'POST_NOT_FOUND']);
    }
  });

  it('stores title and content of the same request when changes run in parallel [RACE-11]', async () => {
    const id = await createPost(t, student);
    const changes = Array.from({ length: 20 }, (_, i) =>
      update(student, id, { ...valid, title: `제목 ${i}`, content: `<p>글 ${i}</p>` }),
    );
    for (const response of await Promise.all(changes)) expect(response.status).toBe(200);
    const row = await stored(id);
    expect(row.content).toBe(`<p>글 ${row.title.slice(3)}</p>`);
  });
});

const texts = HOSTILE.filter((text) => !/[\0\p{Surrogate}]/u.test(text));
const groups = Array.from({ length: Math.ceil(texts.length / 12) }, (_, i) =>
  texts.slice(i * 12, (i + 1) * 12),
);

/** JSON with `nosniff`, which no browser renders as a page. */
function expectJson(headers: Record<string, unknown>): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['x-content-type-options']).toBe('nosniff');
}

it.each(groups.map((group, i) => [i, group] as const))(
  'stores and returns group %i of hostile texts sanitised, on create and update [HTML-02, HTML-04]',
  async (_i, group) => {
    const picture = await createPicture(t.db, student);
    const pieces = group.map((text) => text.replaceAll('/files/a.webp', picture));
    const body = {
      boardType: 'FREE',
      title: (group[0] ?? '').slice(0, 100).replace(/\s+/g, ' ').trim() || '제목',
      content: `<p>글</p>${pieces.join('')}`,
    };
    const made = await t.call('POST', '/api/post/post-up', { as: student, body });
    expect(made.status).toBe(201);
    const { id } = made.json;
    const first = await t.call('GET', `/api/post/${id}`, { as: student });
    expectJson(first.headers);
    expect(first.json.dto.title).toBe(body.title.normalize('NFC'));
    expect(findDisallowed(first.json.dto.content)).toEqual([]);
    const changed = await t.call('PUT', `/api/post/post-up/${id}`, {
      as: student,
      body: { ...body, content: pieces.toReversed().join('<p>글</p>') },
    });
    expect(changed.status).toBe(200);
    const second = await t.call('GET', `/api/post/${id}`, { as: student });
    expect(findDisallowed(second.json.dto.content)).toEqual([]);
    await t.call('POST', `/api/post/${id}/scrap`, { as: student });
    for (const url of ['/api/post?boardType=FREE', '/api/post/scraps', '/api/post/my-posts']) {
      const response = await t.call('GET', url, { as: student });
      expect(response.status).toBe(200);
      expectJson(response.headers);
    }
  },
);
