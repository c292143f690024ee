import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../../testing/factories/comments.ts';
import { createBlock } from '../../../testing/factories/friends.ts';
import { createLectureRoom } from '../../../testing/factories/lecture-rooms.ts';
import { changePost, createPost } from '../../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';
import { recordStatements } from '../posts.fixture.ts';

let t: TestApp;
let writer: SignedIn;
let reader: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  [writer, reader] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
});
afterAll(() => t.close());
beforeEach(async () => {
  [writer, reader] = [await t.signInAs(writer), await t.signInAs(reader)];
});

const list = (query: string, as = reader) => t.call('GET', `/api/post?${query}`, { as });
async function idsOf(query: string): Promise<number[]> {
  const { status, json, text } = await list(query);
  if (status !== 200) throw new Error(text);
  return json.pageResponse.posts.map(({ id }: { id: number }) => id);
}
async function write(values: Parameters<typeof createPost>[2]): Promise<number> {
  t.clock.advance(60);
  return createPost(t, writer, values);
}

describe('a selected list', () => {
  it.each([
    'boardType=FREE&unanswered=true',
    'boardType=FREE&onSale=true',
    'boardType=QNA&minPrice=1',
    'boardType=POPULAR&sortBy=likes',
    'boardType=MARKET&minPrice=5&maxPrice=4',
    'boardType=MARKET&maxPrice=100000001',
    'boardType=MARKET&minPrice=-1',
    'boardType=QNA&unanswered=yes',
    'boardType=QNA&sortBy=title',
  ])('refuses %s [LIST-140]', async (query) => {
    const { status, json } = await list(query);
    expect([status, json.error]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('sorts by likes and by comments, also what a search finds [LIST-140]', async () => {
    const [first, second, third] = [
      await write({ title: '물결 하나' }),
      await write({ title: '물결 둘' }),
      await write({ title: '물결 셋' }),
    ];
    await changePost(t, second, { likeCount: 5 });
    await changePost(t, first, { commentCount: 7 });
    await changePost(t, third, { pinned: true });
    expect(await idsOf('boardType=FREE&sortBy=likes')).toEqual([second, third, first]);
    expect(await idsOf('boardType=FREE&sortBy=comments')).toEqual([first, third, second]);
    const query = encodeURIComponent('물결');
    expect(await idsOf(`boardType=FREE&sortBy=likes&query=${query}`)).toEqual([
      second,
      third,
      first,
    ]);
    const page = await list('boardType=FREE&sortBy=likes&size=2&page=1');
    expect(page.json.pageResponse).toMatchObject({ totalCount: 3, totalPages: 2 });
    expect(await idsOf('boardType=FREE&sortBy=likes&size=2&page=1')).toEqual([first]);
    await changePost(t, second, { deletedAt: t.clock.now() });
    expect(await idsOf('boardType=FREE&sortBy=likes')).toEqual([third, first]);
  });

  it('has the questions without an accepted answer [LIST-141]', async () => {
    const [open, closed] = [await write({ boardType: 'QNA' }), await write({ boardType: 'QNA' })];
    const { id: commentId } = await writeComment(t, reader, closed);
    await t.call('POST', `/api/post/${closed}/accept`, { as: writer, body: { commentId } });
    expect(await idsOf('boardType=QNA&unanswered=true')).toEqual([open]);
    await t.call('POST', `/api/post/${closed}/accept`, { as: writer, body: { commentId: null } });
    expect(await idsOf('boardType=QNA&unanswered=true&sortBy=comments')).toEqual([closed, open]);
  });

  it('has the items on sale, in a range of prices and about a lecture [MARKET-90]', async () => {
    const room = await createLectureRoom(t, { title: '선박 설계' });
    const item = (price: number, more: object = {}) =>
      write({ boardType: 'MARKET', price, title: `책 ${price}`, ...more });
    const [cheap, dear] = [await item(1000), await item(9000, { lectureTagId: room })];
    const sold = await item(5000, { tradeStatus: 'SOLD' });
    const reserved = await item(6000, { tradeStatus: 'RESERVED' });
    expect(await idsOf('boardType=MARKET&onSale=true')).toEqual([dear, cheap]);
    expect(await idsOf('boardType=MARKET&minPrice=5000&maxPrice=6000')).toEqual([reserved, sold]);
    expect(await idsOf('boardType=MARKET&onSale=true&maxPrice=1000')).toEqual([cheap]);
    expect(await idsOf(`boardType=MARKET&lectureTagId=${room}`)).toEqual([dear]);
    await changePost(t, cheap, { likeCount: 3 });
    expect(await idsOf('boardType=MARKET&onSale=true&sortBy=likes')).toEqual([cheap, dear]);
  });

  it('shows no name of a blocked or anonymous writer [ANON-19]', async () => {
    const secret = await write({ boardType: 'SECRET', title: '이름 없는 물결' });
    const { json } = await list('boardType=SECRET&sortBy=likes');
    expect(json.pageResponse.posts).toMatchObject([{ id: secret, writerNickname: '익명' }]);
    const other = await t.signIn('STUDENT');
    await createBlock(t.db, other, writer);
    const masked = await list('boardType=FREE&sortBy=likes', other);
    for (const post of masked.json.pageResponse.posts) expect(post.blocked).toBe(true);
  });
});

describe('the posts around one', () => {
  const around = async (id: number, boardType = 'REVIEW', as = reader) =>
    (await t.call('GET', `/api/post/${id}/around?boardType=${boardType}`, { as })).json;
  const numbers = ({ newer, older }: Record<'newer' | 'older', { id: number }[]>) => ({
    newer: newer.map(({ id }) => id),
    older: older.map(({ id }) => id),
  });

  it('are four on each side by time, also pinned ones, and none of another board [LIST-142]', async () => {
    const all: number[] = [];
    for (let n = 0; n < 11; n += 1) all.unshift(await write({ boardType: 'REVIEW' }));
    await changePost(t, all[2] ?? 0, { pinned: true });
    expect(numbers(await around(all[5] ?? 0))).toEqual({
      newer: all.slice(1, 5),
      older: all.slice(6, 10),
    });
    expect(numbers(await around(all[0] ?? 0))).toEqual({ newer: [], older: all.slice(1, 5) });
    expect(numbers(await around(all[5] ?? 0, 'FREE'))).toEqual({ newer: [], older: [] });
    expect(numbers(await around(all[5] ?? 0, 'POPULAR'))).toEqual({ newer: [], older: [] });
    await changePost(t, all[4] ?? 0, { deletedAt: t.clock.now() });
    expect(numbers(await around(all[5] ?? 0)).newer).toEqual(all.slice(0, 4));
    expect(numbers(await around(all[4] ?? 0))).toEqual({ newer: [], older: [] });
  });

  it('are read by two statements, and again from memory while nothing changes [LIST-142]', async () => {
    const id = await write({ boardType: 'REVIEW' });
    expect(await recordStatements(() => around(id))).toHaveLength(2);
    expect(await recordStatements(() => around(id))).toHaveLength(0);
    const fresh = await write({ boardType: 'REVIEW', title: '바로 보입니다' });
    expect(numbers(await around(id)).newer).toEqual([fresh]);
  });

  it('are masked for a member who blocks their author [LIST-142]', async () => {
    const id = await write({ boardType: 'REVIEW' });
    const other = await t.signIn('STUDENT');
    await createBlock(t.db, other, writer);
    const { older } = await around(id, 'REVIEW', other);
    expect(older[0]).toMatchObject({ blocked: true, writerId: null });
  });
});
