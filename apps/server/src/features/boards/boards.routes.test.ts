import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countFavorites } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let member: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  member = await t.signIn('USER');
});

const isMarked = async (boardType: string) =>
  (await t.call('GET', `/api/post?boardType=${boardType}`, { as: member })).json.isMarked;

describe('favorite boards', () => {
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
