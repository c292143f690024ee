import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changePost, createPost, readPost } from '../../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let seller: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  seller = await t.signIn('STUDENT');
});
afterAll(() => t.close());

/** Moves all posts a day into the past, since tokens do not live that long. */
const ageAll = () =>
  t.database.pool.query(
    `update posts set created_at = created_at - interval '1 day',
      registered_at = registered_at - interval '1 day'`,
  );
const sell = (title: string) => createPost(t, seller, { boardType: 'MARKET', title });
const bump = (id: number, as = seller) => t.call('POST', `/api/post/${id}/bump`, { as });
const list = async (page = 0) =>
  (await t.call('GET', `/api/post?boardType=MARKET&page=${page}`, { as: seller })).json
    .pageResponse;
const idsOf = async (page = 0) => (await list(page)).posts.map(({ id }: { id: number }) => id);
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
    const written = (await list()).posts.find(({ id }: { id: number }) => id === first).createdDate;
    expect((await idsOf()).slice(0, 2)).toEqual([second, first]);
    const all = await Promise.all([1, 2, 3, 4].map(() => bump(first)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    // The first page was in memory: the version of the board has changed.
    expect((await idsOf()).slice(0, 2)).toEqual([first, second]);
    const [top] = (await list()).posts;
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
    const total = (await list()).totalPages;
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
