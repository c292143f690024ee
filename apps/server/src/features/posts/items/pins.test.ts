import type { PostItem } from '@naru/contract/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPost, readPost } from '../../../testing/factories/posts.ts';
import { readAuditOf } from '../../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let start: Date;
let manager: SignedIn;
let council: SignedIn;
let student: SignedIn;
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
    expect(home.json.NOTICE.map(({ id }: PostItem) => id)).toEqual([two, five, four]);
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
