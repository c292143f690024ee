import type { PostItem } from '@naru/contract/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changePost, createPost, readPost } from '../../../testing/factories/posts.ts';
import { readAuditOf } from '../../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let start: Date;
let manager: SignedIn;
let council: SignedIn;
let student: SignedIn;
let seller: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  start = t.clock.now();
  manager = await t.signIn('MANAGER');
  council = await t.signIn('STUDENT_COUNCIL');
  student = await t.signIn('STUDENT');
});
beforeEach(async () => {
  t.clock.set(start);
  await t.db.execute('delete from posts');
  await t.db.execute('update board_counters set post_count = 0');
  seller = await t.signIn('STUDENT');
});
afterAll(() => t.close());

const pin = (id: number, until: unknown, as = manager) =>
  t.call('PUT', `/api/post/${id}/pin`, { as, body: { until } });
const unpin = (id: number, as = manager) => t.call('DELETE', `/api/post/${id}/pin`, { as });
const list = async (boardType: string, page = 0, size = 2) => {
  const url = `/api/post?boardType=${boardType}&page=${page}&size=${size}`;
  const { json } = await t.call('GET', url, { as: student });
  return json.pageResponse as { posts: PostItem[]; totalCount: number };
};
const ids = ({ posts }: { posts: PostItem[] }) => posts.map(({ id }) => id);

async function writePosts(boardType: 'NOTICE' | 'NOTICE_SC' | 'QNA' | 'REVIEW', count: number) {
  const written: number[] = [];
  for (let n = 0; n < count; n += 1) {
    t.clock.advance(1);
    written.push(await createPost(t, manager, { boardType }));
  }
  return written as [number, number, number, number, number];
}

describe('PUT and DELETE /api/post/:id/pin', () => {
  it('are for the staff of the board only [POST-21]', async () => {
    const [notice] = await writePosts('NOTICE', 1);
    const [event] = await writePosts('NOTICE_SC', 1);
    const [question] = await writePosts('QNA', 1);
    expect((await pin(notice, '2026-12-01', council)).status).toBe(403);
    expect((await unpin(notice, council)).status).toBe(403);
    expect((await pin(event, '2026-12-01', council)).status).toBe(200);
    expect((await pin(question, '2026-12-01', council)).status).toBe(403);
    expect((await pin(question, '2026-12-01')).status).toBe(200);
    expect((await unpin(question)).json).toEqual({ message: '고정을 해제했습니다.' });
    const item = await createPost(t, student, { boardType: 'MARKET' });
    expect((await pin(item, '2026-12-01')).status).toBe(403);
    expect((await pin(987_654, '2026-12-01')).status).toBe(404);
  });

  it.each([
    ['', '고정 종료일을 선택해 주세요.'],
    ['2026-11-31', '올바른 값을 입력해 주세요.'],
    ['2026-11-01', '고정 종료일은 오늘부터 365일 안에서 골라 주세요.'],
    ['2028-01-01', '고정 종료일은 오늘부터 365일 안에서 골라 주세요.'],
  ])('refuse the last day %j [POST-21]', async (until, message) => {
    const [id] = await writePosts('REVIEW', 1);
    const { status, json } = await pin(id, until);
    expect([status, json.errors?.[0]?.message]).toEqual([400, message]);
    expect((await readPost(t, id)).pinned).toBe(false);
  });

  it('allow five pins on a board, also in parallel [POST-21]', async () => {
    const written = [...(await writePosts('REVIEW', 5)), ...(await writePosts('REVIEW', 3))];
    const responses = await Promise.all(written.map((id) => pin(id, '2026-12-01')));
    const refused = responses.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.json.error).toBe('PIN_LIMIT');
    const pinned = (await list('REVIEW', 0, 50)).posts.filter((post) => post.pinned);
    expect(pinned).toHaveLength(5);
    expect((await pin(pinned[0]?.id ?? 0, '2026-12-24')).status).toBe(200);
  });

  it('leave a line in the audit log [AUDIT-01]', async () => {
    const [id] = await writePosts('QNA', 1);
    await pin(id, '2026-12-01');
    await unpin(id);
    expect((await readAuditOf(t, 'post.pin')).at(-1)).toMatchObject({
      actorId: manager.id,
      targetId: id,
      detail: { boardType: 'QNA', until: '2026-12-01' },
    });
    expect((await readAuditOf(t, 'post.unpin')).at(-1)).toMatchObject({ targetId: id });
  });

  it('keep a post first on its board and on the main page until the end of the day, then it falls back [POST-21]', async () => {
    const [older] = await writePosts('NOTICE', 1);
    const [one, two, three, four, five] = await writePosts('NOTICE', 5);
    expect((await pin(two, '2026-11-22')).json).toEqual({
      message: '목록 맨 위에 고정했습니다.',
    });
    const pages = await Promise.all([0, 1, 2].map((page) => list('NOTICE', page)));
    expect(pages.map(ids)).toEqual([
      [two, five],
      [four, three],
      [one, older],
    ]);
    expect(pages[0]?.posts[0]).toMatchObject({ pinned: true });
    expect(pages.every(({ totalCount }) => totalCount === 6)).toBe(true);
    const home = await t.call('POST', '/api/post/summary-multi', {
      as: student,
      body: { types: ['NOTICE'], pageSize: 3 },
    });
    expect(home.json.boards.NOTICE.map(({ id }: PostItem) => id)).toEqual([two, five, four]);
    const detail = await t.call('GET', `/api/post/${two}`, { as: student });
    expect(detail.json.dto).toMatchObject({
      pinned: true,
      pinnedUntil: '2026-11-23T00:00:00+09:00',
    });

    t.clock.set(new Date('2026-11-22T14:59:59Z'));
    expect(await t.services.jobs.pins.run()).toEqual({ ended: 0 });
    t.clock.set(new Date('2026-11-22T15:00:00Z'));
    expect(await t.services.jobs.pins.run()).toEqual({ ended: 1 });
    student = await t.signInAs(student);
    expect(ids(await list('NOTICE'))).toEqual([five, four]);
    expect(await readPost(t, two)).toMatchObject({ pinned: false, pinnedUntil: null });
  });
});

/** Moves all posts a day into the past, since tokens do not live that long. */
const ageAll = () =>
  t.database.pool.query(
    `update posts set created_at = created_at - interval '1 day',
      registered_at = registered_at - interval '1 day'`,
  );
const sell = (title: string) => createPost(t, seller, { boardType: 'MARKET', title });
const bump = (id: number, as = seller) => t.call('POST', `/api/post/${id}/bump`, { as });
const market = async (page = 0) =>
  (await t.call('GET', `/api/post?boardType=MARKET&page=${page}`, { as: seller })).json
    .pageResponse;
const idsOf = async (page = 0) => (await market(page)).posts.map(({ id }: { id: number }) => id);
const errorOf = ({ status, json }: { status: number; json: { error: string } }) => [
  status,
  json.error,
];

describe('POST /post/:id/bump', () => {
  it('refuses others, other posts, sold and blinded items, and the day of writing [MARKET-20]', async () => {
    const id = await sell('책');
    expect(errorOf(await bump(id, await t.signIn('ADMIN')))).toEqual([403, 'PERMISSION_DENIED']);
    expect(errorOf(await bump(await createPost(t, seller)))).toEqual([404, 'POST_NOT_FOUND']);
    expect(errorOf(await bump(id))).toEqual([409, 'ITEM_BUMPED']);
    await ageAll();
    await changePost(t, id, { tradeStatus: 'SOLD' });
    expect(errorOf(await bump(id))).toEqual([409, 'ITEM_SOLD']);
    await changePost(t, id, { tradeStatus: 'ON_SALE', blindedAt: t.clock.now() });
    expect(errorOf(await bump(id))).toEqual([409, 'CONTENT_BLINDED']);
    await changePost(t, id, { deletedAt: t.clock.now() });
    expect(errorOf(await bump(id))).toEqual([404, 'POST_NOT_FOUND']);
  });

  it('moves an item to the top once a day and keeps the date of writing [MARKET-20]', async () => {
    const [first, second] = [await sell('처음'), await sell('다음')];
    await ageAll();
    const written = (await market()).posts.find(
      ({ id }: { id: number }) => id === first,
    ).createdDate;
    expect((await idsOf()).slice(0, 2)).toEqual([second, first]);
    const all = await Promise.all([1, 2, 3, 4].map(() => bump(first)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    // The first page was in memory: the version of the board has changed.
    expect((await idsOf()).slice(0, 2)).toEqual([first, second]);
    const [top] = (await market()).posts;
    expect(top).toMatchObject({ createdDate: written, bumpedDate: expect.any(String) });
    const { json } = await t.call('GET', `/api/post/${first}`, { as: seller });
    expect(json.dto).toMatchObject({ createdDate: written, bumpedDate: top.bumpedDate });
    expect(errorOf(await bump(first))).toEqual([409, 'ITEM_BUMPED']);
    await ageAll();
    const { registeredAt } = await readPost(t, first);
    t.clock.advance(1);
    expect((await bump(first)).status).toBe(200);
    expect((await readPost(t, first)).registeredAt).toEqual(registeredAt);
  });

  it('keeps the pages exact before and after their anchors are counted anew [MARKET-20]', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 25; n += 1) ids.push(await sell(`책 ${n}`));
    await t.db.execute('select fold_pages()');
    await ageAll();
    await bump(ids[2] ?? 0);
    await bump(ids[11] ?? 0);
    const total = (await market()).totalPages;
    const seen = [];
    for (let page = 0; page < total; page += 1) seen.push(...(await idsOf(page)));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(0, 3)).toEqual([ids[11], ids[2], ids[24]]);
    await t.db.execute('select fold_pages()');
    const after = [];
    for (let page = 0; page < total; page += 1) after.push(...(await idsOf(page)));
    expect(after).toEqual(seen);
  });
});

describe('GET /post/my-sales', () => {
  it('lists own items by state, each newest first, and says which can be moved [MARKET-21]', async () => {
    const [old, reserved, sold] = [await sell('오래'), await sell('예약'), await sell('판매')];
    await ageAll();
    const fresh = await sell('새것');
    await changePost(t, reserved, { tradeStatus: 'RESERVED' });
    await changePost(t, sold, { tradeStatus: 'SOLD' });
    await createPost(t, seller, { title: '글' });
    const { json } = await t.call('GET', '/api/post/my-sales', { as: seller });
    const rows = json.posts.map(({ id, tradeStatus, canBump }: Record<string, unknown>) => [
      id,
      tradeStatus,
      canBump,
    ]);
    expect(rows).toEqual([
      [fresh, 'ON_SALE', false],
      [old, 'ON_SALE', true],
      [reserved, 'RESERVED', true],
      [sold, 'SOLD', false],
    ]);
    const { json: none } = await t.call('GET', '/api/post/my-sales', {
      as: await t.signIn('STUDENT'),
    });
    expect(none.posts).toEqual([]);
  });
});
