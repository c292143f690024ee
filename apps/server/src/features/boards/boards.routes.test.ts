import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEventStream } from '../../testing/event-stream.ts';
import { changePost, countFavorites, createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { recordStatements } from '../posts/posts.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

describe('favorite boards', () => {
  let member: SignedIn;
  beforeEach(async () => {
    member = await t.signIn('USER');
  });

  const isMarked = async (boardType: string) =>
    (await t.call('GET', `/api/post?boardType=${boardType}`, { as: member })).json.isMarked;

  it('refuses a caller without a token', async () => {
    expect((await t.call('POST', '/api/board/favorites?boardType=FREE')).status).toBe(401);
    expect((await t.call('DELETE', '/api/post/favorites?boardType=FREE')).status).toBe(401);
  });

  it('refuses an unknown board', async () => {
    expect(
      (await t.call('POST', '/api/board/favorites?boardType=NOPE', { as: member })).status,
    ).toBe(400);
    const { status } = await t.call('POST', '/api/post/favorites', {
      as: member,
      body: { boardName: 'x' },
    });
    expect(status).toBe(400);
  });

  it('serves one list through both pairs of calls [BOARD-05]', async () => {
    const body = { boardName: 'ignored', boardType: 'market' };
    const added = await t.call('POST', '/api/post/favorites', { as: member, body });
    expect([added.status, added.json.message]).toEqual([200, '즐겨찾기에 추가했습니다.']);
    expect(await isMarked('MARKET')).toBe(true);
    expect(await isMarked('FREE')).toBe(false);
    const removed = await t.call('DELETE', '/api/board/favorites?boardType=MARKET', { as: member });
    expect([removed.status, removed.json.message]).toEqual([200, '즐겨찾기를 해제했습니다.']);
    expect(await isMarked('MARKET')).toBe(false);
    await t.call('POST', '/api/board/favorites?boardType=popular', { as: member });
    expect(await isMarked('popular')).toBe(true);
    await t.call('DELETE', '/api/post/favorites?boardType=POPULAR', { as: member });
    expect(await isMarked('popular')).toBe(false);
  });

  it('are idempotent, also concurrently [RACE-02]', async () => {
    const add = () => t.call('POST', '/api/board/favorites?boardType=QNA', { as: member });
    for (const response of await Promise.all(Array.from({ length: 20 }, add))) {
      expect(response.status).toBe(200);
    }
    expect(await countFavorites(t, member)).toBe(1);
    const remove = () => t.call('DELETE', '/api/board/favorites?boardType=QNA', { as: member });
    for (const response of await Promise.all(Array.from({ length: 20 }, remove))) {
      expect(response.status).toBe(200);
    }
    expect(await countFavorites(t, member)).toBe(0);
  });
});

describe('new posts of boards', () => {
  let writer: SignedIn;
  let reader: SignedIn;
  beforeEach(async () => {
    t.clock.advance(3600);
    [writer, reader] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  });

  const visit = (boardType: string, as = reader) =>
    t.call('PUT', '/api/board/visit', { as, body: { boardType } });
  async function newCounts(as = reader): Promise<Record<string, number>> {
    const { status, json, text } = await t.call('GET', '/api/board/news', { as });
    if (status !== 200) throw new Error(text);
    return Object.fromEntries(
      json.boards.map((one: { boardType: string; newCount: number }) => [
        one.boardType,
        one.newCount,
      ]),
    );
  }

  it('refuse a caller without a token and an unknown board [LIST-136]', async () => {
    expect((await t.call('GET', '/api/board/news')).status).toBe(401);
    expect((await visit('NOPE')).status).toBe(400);
    expect((await t.call('PUT', '/api/board/visit', { body: { boardType: 'FREE' } })).status).toBe(
      401,
    );
  });

  it('count the posts of others since the last visit, on every device [LIST-136]', async () => {
    await visit('FREE');
    expect((await newCounts()).FREE).toBe(0);
    t.clock.advance(1);
    const first = await createPost(t, writer);
    await createPost(t, reader);
    t.clock.advance(1);
    const gone = await createPost(t, writer);
    await changePost(t, gone, { deletedAt: t.clock.now() });
    await changePost(t, first, { pinned: true });
    const phone = await t.signInAs(reader);
    expect([(await newCounts()).FREE, (await newCounts(phone)).FREE]).toEqual([1, 1]);
    t.clock.advance(1);
    expect((await visit('FREE', phone)).json.boardType).toBe('FREE');
    expect([(await newCounts()).FREE, (await newCounts(phone)).FREE]).toEqual([0, 0]);
    await t.services.boards.settleVisits();
    expect((await newCounts()).FREE, 'as stored').toBe(0);
  });

  it('begin for a board that was never visited with the membership, and a week ago [LIST-137]', async () => {
    await createPost(t, writer, { boardType: 'REVIEW' });
    t.clock.advance(60);
    const late = await t.signIn();
    const joined = (at: Date) =>
      t.db.execute(`update members set created_at = '${at.toISOString()}' where id = ${late.id}`);
    await joined(t.clock.now());
    expect((await newCounts(late)).REVIEW).toBe(0);
    await joined(new Date('2020-01-01T00:00:00Z'));
    expect((await newCounts(late)).REVIEW).toBe(1);
    t.clock.advance(8 * 86_400);
    expect((await newCounts(await t.signInAs(late))).REVIEW).toBe(0);
  });

  it('count no own anonymous post, and those of the minute of the visit [LIST-136, ANON-19]', async () => {
    await visit('SECRET');
    t.clock.advance(20);
    await createPost(t, writer, { boardType: 'SECRET' });
    const own = await createPost(t, reader, { boardType: 'SECRET' });
    expect((await newCounts()).SECRET).toBe(1);
    const { json } = await t.call('GET', '/api/board/news', { as: await t.signInAs(reader) });
    const secret = json.boards.find((one: { boardType: string }) => one.boardType === 'SECRET');
    expect(secret.ownIds, 'for the lists, which name nobody').toEqual([own]);
    await t.services.boards.settleVisits();
    const { rows } = await t.db.execute<{ s: number }>(
      `select extract(second from visited_at)::int as s from board_visits where member_id = ${reader.id}`,
    );
    expect(rows, 'no more precise than the posts').toEqual([{ s: 0 }]);
  });

  it('store the visits of a busy time together, never an older one over a newer [LIST-138]', async () => {
    const boards = ['FREE', 'QNA', 'REVIEW', 'MARKET', 'NOTICE'];
    const statements = await recordStatements(async () => {
      const all = Array.from({ length: 25 }, (_, n) => visit(boards[n % boards.length] ?? ''));
      for (const { status } of await Promise.all(all)) expect(status).toBe(200);
      await t.services.boards.settleVisits();
    });
    expect(statements.length).toBeLessThan(25);
    await t.db.execute(
      `update board_visits set visited_at = '2100-01-01' where member_id = ${reader.id}`,
    );
    await visit('FREE');
    await t.services.boards.settleVisits();
    const { rows } = await t.db.execute<{ year: number }>(
      `select extract(year from visited_at)::int as year from board_visits
       where member_id = ${reader.id} and board_type = 'FREE'`,
    );
    expect(rows).toEqual([{ year: 2100 }]);
  });

  it('stores no visit of the popular list [LIST-138]', async () => {
    expect((await visit('POPULAR')).status).toBe(200);
    await t.services.boards.settleVisits();
    expect(await newCounts()).not.toHaveProperty('POPULAR');
  });

  it('runs one statement [LIST-138]', async () => {
    expect(await recordStatements(() => newCounts())).toHaveLength(1);
  });

  it('reach open pages when somebody else writes, without a name and once [LIST-139]', async () => {
    const stream = await openEventStream(t, reader);
    await stream.next('hello');
    await createPost(t, reader, { boardType: 'FREE' });
    await createPost(t, writer, { boardType: 'QNA' });
    expect(await stream.next('board')).toEqual({ type: 'board', boardType: 'QNA' });
    expect(stream.received(), 'the cursor stays').toMatchObject([{ id: null }]);
    await createPost(t, writer, { boardType: 'SECRET' });
    const hidden = { type: 'board', boardType: 'SECRET', anonymous: true };
    expect(await stream.next('board'), 'it may be the own one').toEqual(hidden);
    stream.close();
  });
});
