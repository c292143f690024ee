import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { createInquiry, readAudit, readInquiry } from '../../testing/factories/inquiries.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let admin: SignedIn;
let manager: SignedIn;
let author: SignedIn;
let reporter: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  [admin, manager] = [await t.signIn('ADMIN'), await t.signIn('MANAGER')];
});
beforeEach(async () => {
  [author, reporter] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
});
afterAll(() => t.close());

type Target = 'POST' | 'COMMENT' | 'MEMBER';
const report = (targetType: Target | null, targetId: number | null, as = reporter) =>
  createInquiry(t, as, { category: 'REPORT', targetType, targetId });
const list = async (as: SignedIn, state = 'PROCESSING'): Promise<{ inquiryId: number }[]> =>
  (await t.call('GET', `/api/admin/reports?size=50&state=${state}`, { as })).json.reports;
const idsOf = async (as: SignedIn) => (await list(as)).map(({ inquiryId }) => inquiryId);
const history = (id: number, as = manager) =>
  t.call('GET', `/api/admin/reports/${id}/history`, { as });
const decide = (id: number, decision: string, as = manager) =>
  t.call('POST', `/api/admin/reports/${id}/decide`, { as, body: { decision, reason: '확인함' } });

describe('reports for MANAGER', () => {
  it('are those of posts and comments, without the name of who reported [INQ-34]', async () => {
    const postId = await createPost(t, author);
    const mine = await report('POST', postId);
    const others = [await report('MEMBER', author.id), await report(null, null)];
    expect(await idsOf(manager)).toContain(mine);
    expect((await idsOf(admin)).filter((id) => others.includes(id))).toEqual(others);
    expect((await idsOf(manager)).filter((id) => others.includes(id))).toEqual([]);
    const row = (await list(manager)).find(({ inquiryId }) => inquiryId === mine);
    expect(row).toMatchObject({ reporterId: null, reporterNickname: null });
    for (const id of others) {
      expect((await history(id)).status).toBe(404);
      expect((await decide(id, 'KEEP')).status).toBe(404);
      expect((await decide(id, 'KEEP', admin)).json.error).toBe('INQUIRY_TARGET_NOT_FOUND');
    }
    expect((await readInquiry(t, others[0] ?? 0)).state).toBe('PROCESSING');
  });

  it('are decided together: everybody who reported it is answered [INQ-35]', async () => {
    const postId = await createPost(t, author);
    const { id: commentId } = await writeComment(t, author, postId, { content: '광고' });
    const second = await t.signIn('STUDENT');
    const ids = [await report('COMMENT', commentId), await report('COMMENT', commentId, second)];
    const reported = await report('POST', postId);
    const { status, json } = await decide(ids[0] ?? 0, 'REMOVE');
    expect([status, json.closed]).toEqual([200, 2]);
    for (const id of ids) {
      expect(await readInquiry(t, id)).toMatchObject({
        state: 'COMPLETED',
        reply: expect.stringContaining('삭제'),
      });
    }
    const { json: thread } = await t.call('GET', `/api/post/${postId}/comments`, { as: reporter });
    expect(thread.commentCount).toBe(0);
    expect((await decide(ids[1] ?? 0, 'KEEP')).json.error).toBe('INQUIRY_COMPLETED');
    expect((await decide(reported, 'KEEP')).json.closed).toBe(1);
    expect((await t.call('GET', `/api/post/${postId}`, { as: reporter })).status).toBe(200);
    expect(await readAudit(t, reported)).toMatchObject([
      { action: 'inquiry.decide', reason: '확인함' },
    ]);
    const { notices } = (await t.call('GET', '/api/member/my-notices', { as: second })).json;
    expect(notices).toMatchObject([{ subType: 'inquiry-completed' }]);
  });

  it.each(
    (['POST', 'COMMENT'] as const).flatMap((type) =>
      [
        ['KEEP', 'REMOVE'],
        ['REMOVE', 'KEEP'],
      ].map((order) => [type, order] as const),
    ),
  )(
    'of a %s: the second of two decisions %j at once changes nothing [INQ-35]',
    async (type, order) => {
      const postId = await createPost(t, author);
      const { id: commentId } = await writeComment(t, author, postId, { content: '광고' });
      const targetId = type === 'POST' ? postId : commentId;
      const id = await report(type, targetId);
      const table = sql.raw(type === 'POST' ? 'posts' : 'comments');
      const isGone = async () => {
        const { rows } = await t.db.execute(
          sql`select 1 from ${table} where id = ${targetId} and deleted_at is not null`,
        );
        return rows.length === 1;
      };
      // Both have read the report as open; the lock lets the first one pass.
      let sent: ReturnType<typeof decide>[] = [];
      await t.db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from inquiries where id = ${id} for update`);
        for (const [index, decision] of order.entries()) {
          sent = [...sent, decide(id, decision, index === 0 ? manager : admin)];
          await vi.waitFor(async () => {
            const { rows } = await t.db.execute(
              sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
              and datname = current_database() and query ilike '%inquiries%'`,
            );
            expect(rows.length).toBeGreaterThan(index);
          });
        }
        expect(await isGone()).toBe(false);
      });
      const [first, second] = await Promise.all(sent);
      expect([first?.status, second?.status]).toEqual([200, 409]);
      expect(second?.json.error).toBe('INQUIRY_COMPLETED');
      expect(await isGone()).toBe(order[0] === 'REMOVE');
      const decisions = (await readAudit(t, id)).filter(
        ({ action }) => action === 'inquiry.decide',
      );
      expect(decisions).toMatchObject([{ detail: { decision: order[0] } }]);
    },
  );

  it('of their own content are decided by others [INQ-35]', async () => {
    const id = await report('POST', await createPost(t, manager));
    const answer = await decide(id, 'KEEP');
    expect([answer.status, answer.json.message]).toEqual([
      403,
      '자신이 쓴 글의 신고는 다른 운영진이 결정해야 합니다.',
    ]);
    expect((await decide(id, 'KEEP', admin)).status).toBe(200);
  });

  it.each(['KEEP', 'REMOVE'])(
    'of their own anonymous content, too: %s [INQ-35]',
    async (decision) => {
      const [postId, thread] = [
        await createPost(t, manager, { boardType: 'SECRET' }),
        await createPost(t, author, { boardType: 'SECRET' }),
      ];
      const room = await createLectureRoom(t);
      const question = { boardType: 'LECTURE_Q', anonymous: true } as const;
      const lecturePost = await createLecturePost(t, manager, room, question);
      const comment = await writeComment(t, manager, thread);
      const own = [
        await report('POST', postId),
        await report('POST', lecturePost),
        await report('COMMENT', comment.id),
      ];
      for (const id of own) {
        expect(await decide(id, decision)).toMatchObject({
          status: 403,
          json: {
            error: 'PERMISSION_DENIED',
            message: '자신이 쓴 글의 신고는 다른 운영진이 결정해야 합니다.',
          },
        });
        expect(await readAudit(t, id)).toEqual([]);
        expect((await readInquiry(t, id)).state).toBe('PROCESSING');
      }
      for (const id of own) expect((await decide(id, decision, admin)).status).toBe(200);
    },
  );
});

describe('the history of a reported member', () => {
  it('has earlier reports, removals and suspensions, and each look is recorded [MOD-29]', async () => {
    const [first, second] = [
      await createPost(t, author, { title: '먼저 쓴 글' }),
      await createPost(t, author),
    ];
    await report('POST', first);
    await report('MEMBER', author.id);
    await t.call('DELETE', `/api/post/${first}?reason=${encodeURI('광고')}`, { as: manager });
    await t.call('POST', `/api/admin/members/${author.id}/suspend`, {
      as: admin,
      body: { until: '2026-12-01', reason: '도배' },
    });
    const id = await report('POST', second);
    const { json } = await history(id);
    expect(json).toMatchObject({ of: 'MEMBER', reports: 2, removals: 1, suspensions: 1 });
    expect(json.entries).toContainEqual(
      expect.objectContaining({ kind: 'REMOVED', title: '먼저 쓴 글', reason: '광고' }),
    );
    expect(json.entries).toContainEqual(
      expect.objectContaining({ kind: 'SUSPENDED', reason: '도배' }),
    );
    expect((await readAudit(t, id)).map(({ action }) => action)).toContain('inquiry.history');
  });

  it('of anonymous content is that of the content alone [ANON-51]', async () => {
    const secret = await createPost(t, author, { boardType: 'SECRET' });
    const other = await createPost(t, author, { boardType: 'SECRET' });
    const open = await createPost(t, author);
    await report('POST', other);
    await report('POST', secret, await t.signIn('STUDENT'));
    const id = await report('POST', secret);
    for (const as of [manager, admin]) {
      expect((await history(id, as)).json).toMatchObject({
        of: 'CONTENT',
        reports: 1,
        removals: 0,
        suspensions: 0,
      });
    }
    // The member's own history does not count what was written anonymously.
    const named = await report('POST', open);
    expect((await history(named, admin)).json).toMatchObject({ of: 'MEMBER', reports: 0 });
  });
});
