import type { NotificationItem } from '@naru/contract/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

let author: SignedIn;
let reader: SignedIn;
beforeEach(async () => {
  [author, reader] = [await t.signIn(), await t.signIn()];
});

async function bellOf(
  member: SignedIn,
): Promise<{ notices: NotificationItem[]; unreadCount: number }> {
  await t.services.events.drain();
  return (await t.call('GET', '/api/member/my-notices', { as: member })).json;
}

describe('comments of one post', () => {
  it('share a notification while it is unread, and it shows the latest [NOTIF-75]', async () => {
    const postId = await createPost(t, author, { title: '동아리 모집' });
    await writeComment(t, reader, postId, { content: '첫 댓글' });
    expect((await bellOf(author)).notices).toEqual([
      expect.not.objectContaining({ count: expect.anything() }),
    ]);
    const latest = await writeComment(t, reader, postId, { content: '둘째 댓글' });
    const { notices, unreadCount } = await bellOf(author);
    expect(unreadCount).toBe(1);
    expect(notices).toMatchObject([
      {
        type: 'comment',
        subType: null,
        count: 2,
        content: "'동아리 모집' 글에 새 댓글 2개가 달렸습니다.",
        excerpt: '둘째 댓글',
        targetUrl: `/main/community/free/post/${postId}#comment-${latest.id}`,
      },
    ]);
  });

  it('begin a new one once it is read [NOTIF-75]', async () => {
    const postId = await createPost(t, author);
    await writeComment(t, reader, postId);
    await writeComment(t, reader, postId);
    const [first] = (await bellOf(author)).notices;
    const read = await t.call('POST', `/api/notice/read/${first?.id}`, { as: author });
    expect(read.json.unreadCount).toBe(0);
    await writeComment(t, reader, postId);
    const { notices, unreadCount } = await bellOf(author);
    expect(unreadCount).toBe(1);
    expect(notices).toHaveLength(1);
    expect(notices[0]).not.toHaveProperty('count');
    expect(notices[0]?.id).not.toBe(first?.id);
  });

  it('of other posts, and replies, have their own [NOTIF-75]', async () => {
    const [one, other] = [await createPost(t, author), await createPost(t, author)];
    const own = await writeComment(t, author, one);
    await writeComment(t, reader, one);
    await writeComment(t, reader, other);
    await writeComment(t, reader, one, { parentId: own.id });
    const { notices } = await bellOf(author);
    expect(notices.map(({ subType }) => subType).sort()).toEqual([null, null, 'reply'].sort());
  });

  it('that many members write at once are all counted in one [NOTIF-76]', async () => {
    const [one, other] = [await createPost(t, author), await createPost(t, author)];
    const writers = await Promise.all(Array.from({ length: 12 }, () => t.signIn()));
    t.clock.advance(1);
    const written = await Promise.all(
      writers.map((as, index) =>
        t.call('POST', `/api/post/${index % 3 === 0 ? other : one}/comments`, {
          as,
          body: { content: `댓글 ${index}` },
        }),
      ),
    );
    expect(written.map(({ status }) => status)).toEqual(writers.map(() => 201));
    const { notices, unreadCount } = await bellOf(author);
    expect(unreadCount).toBe(2);
    expect(notices.map(({ count }) => count).sort()).toEqual([4, 8]);
  });

  it('are all counted while the member reads them [NOTIF-76]', async () => {
    const postId = await createPost(t, author);
    const writers = await Promise.all(Array.from({ length: 8 }, () => t.signIn()));
    t.clock.advance(1);
    const body = { content: '댓글' };
    const readAll = () =>
      t.call('POST', '/api/notice/read-all', { as: author, body: { noticeIds: [] } });
    const results = await Promise.all(
      writers.flatMap((as) => [
        t.call('POST', `/api/post/${postId}/comments`, { as, body }),
        readAll(),
      ]),
    );
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 201]));
    await t.services.events.drain();
    const rows = await readNotifications(t, author);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(8);
    expect(rows.filter(({ readAt }) => readAt === null).length).toBeLessThanOrEqual(1);
  });

  it('of an anonymous post share one that names no member [ANON-21]', async () => {
    const postId = await createPost(t, author, { boardType: 'SECRET', title: '고민' });
    await writeComment(t, reader, postId);
    await writeComment(t, await t.signIn(), postId);
    expect((await bellOf(author)).notices).toMatchObject([
      { count: 2, excerpt: null, content: "'고민' 글에 새 댓글 2개가 달렸습니다." },
    ]);
    const [row] = await readNotifications(t, author);
    expect(row).toMatchObject({ postId: null, commentId: null, cause: null, content: '' });
  });
});
