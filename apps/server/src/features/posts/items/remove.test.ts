import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../../testing/factories/comments.ts';
import {
  createPost,
  readBoardCounter,
  readPost,
  readPostAudit,
} from '../../../testing/factories/posts.ts';
import { countWaiting } from '../../../testing/lock-waits.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let author: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.advance(60);
  author = await t.signIn('STUDENT');
});

const remove = (as: SignedIn, id: number, reason = '') =>
  t.call('DELETE', `/api/post/${id}${reason && `?reason=${encodeURIComponent(reason)}`}`, { as });
const stored = (id: number) => readPost(t, id);
const audit = (id: number) => readPostAudit(t, id);
const counted = () => readBoardCounter(t, 'FREE');

describe('DELETE /api/post/:id', () => {
  it('refuses a caller without a token', async () => {
    expect((await t.call('DELETE', '/api/post/1')).status).toBe(401);
  });

  it.each(['USER', 'STUDENT', 'PROFESSOR', 'STUDENT_COUNCIL'] as const)(
    'refuses a %s who did not write it, on every board alike [ROLE-22, ANON-13]',
    async (role) => {
      const other = await t.signIn(role);
      for (const boardType of ['FREE', 'SECRET'] as const) {
        const id = await createPost(t, author, { boardType });
        const response = await remove(other, id);
        expect([response.status, response.json.error]).toEqual([403, 'PERMISSION_DENIED']);
        expect((await stored(id)).deletedAt).toBeNull();
      }
    },
  );

  it('hides the post from every call and lowers the counter', async () => {
    const id = await createPost(t, author);
    const before = await counted();
    const response = await remove(author, id);
    expect([response.status, response.json.message]).toEqual([200, '게시글을 삭제했습니다.']);
    expect(await counted()).toBe(before - 1);
    expect((await t.call('GET', `/api/post/${id}`, { as: author })).status).toBe(404);
    const mine = await t.call('GET', '/api/post/my-posts', { as: author });
    expect(mine.json).toMatchObject({ posts: [], totalElements: 0 });
    expect(await audit(id)).toEqual([]);
  });

  it.each(['FREE', 'SECRET'] as const)(
    'by a decision of staff is one of staff, whoever wrote on %s [INQ-35]',
    async (boardType) => {
      const manager = await t.signIn('MANAGER');
      const id = await createPost(t, manager, { boardType });
      const actor = { memberId: manager.id, sessionId: '', roles: manager.roles };
      const { live, posts } = t.services;
      await live.transaction((tx, emit) =>
        posts.removeByStaff(tx, emit, actor, { id, reason: '광고' }),
      );
      expect((await stored(id)).deletedBy).toBe(manager.id);
      expect(await audit(id)).toMatchObject([{ action: 'post.delete', reason: '광고' }]);
    },
  );

  it('responds 404 the second time, also in a race, and counts once', async () => {
    const id = await createPost(t, author);
    const before = await counted();
    const responses = await Promise.all(Array.from({ length: 20 }, () => remove(author, id)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 404)).toHaveLength(19);
    expect(await counted()).toBe(before - 1);
  });

  it('lets staff delete with a reason in the audit log [MOD-01]', async () => {
    const manager = await t.signIn('MANAGER');
    const id = await createPost(t, author);
    expect((await remove(manager, id, '도배')).status).toBe(200);
    expect((await stored(id)).deletedBy).toBe(manager.id);
    expect(await audit(id)).toEqual([
      expect.objectContaining({
        actorId: manager.id,
        action: 'post.delete',
        targetType: 'post',
        reason: '도배',
      }),
    ]);
    const long = await createPost(t, author);
    expect((await remove(manager, long, 'x'.repeat(201))).status).toBe(400);
  });

  it('stores no name when the author deletes a secret post, even as staff [ANON-27]', async () => {
    for (const as of [author, await t.signIn('ADMIN')]) {
      const id = await createPost(t, as, { boardType: 'SECRET' });
      expect((await remove(as, id)).status).toBe(200);
      expect(await stored(id)).toMatchObject({ deletedBy: null });
      expect((await stored(id)).deletedAt?.getSeconds()).toBe(0);
      expect(await audit(id)).toEqual([]);
    }
  });
});

describe('POST /api/post/:id/accept', () => {
  const accept = (as: SignedIn, id: number, commentId: unknown) =>
    t.call('POST', `/api/post/${id}/accept`, { as, body: { commentId } });
  const answered = async (id: number) =>
    (await t.call('GET', `/api/post/${id}`, { as: author })).json.dto;

  it('marks a comment, moves the mark and removes it', async () => {
    const id = await createPost(t, author, { boardType: 'QNA' });
    const helper = await t.signIn('STUDENT');
    const [first, second] = [await writeComment(t, helper, id), await writeComment(t, helper, id)];
    expect((await accept(author, id, first.id)).json).toEqual({ acceptedCommentId: first.id });
    expect(await answered(id)).toMatchObject({ answered: true, acceptedCommentId: first.id });
    expect((await accept(author, id, second.id)).status).toBe(200);
    expect((await accept(author, id, null)).json).toEqual({ acceptedCommentId: null });
    expect(await answered(id)).toMatchObject({ answered: false, acceptedCommentId: null });
  });

  it('allows the author and staff, with an audit entry for staff', async () => {
    const id = await createPost(t, author, { boardType: 'QNA' });
    const comment = await writeComment(t, author, id);
    for (const role of ['STUDENT', 'STUDENT_COUNCIL'] as const) {
      expect((await accept(await t.signIn(role), id, comment.id)).status).toBe(403);
    }
    expect((await accept(await t.signIn('MANAGER'), id, comment.id)).status).toBe(200);
    expect(await audit(id)).toEqual([expect.objectContaining({ action: 'post.accept' })]);
  });

  it('responds 404 for a comment that is missing, deleted or of another post', async () => {
    const id = await createPost(t, author, { boardType: 'QNA' });
    const elsewhere = await writeComment(
      t,
      author,
      await createPost(t, author, { boardType: 'QNA' }),
    );
    const deleted = await writeComment(t, author, id);
    await t.call('DELETE', `/api/comment/${deleted.id}`, { as: author });
    for (const commentId of [987_654_321, elsewhere.id, deleted.id]) {
      const response = await accept(author, id, commentId);
      expect([response.status, response.json.error]).toEqual([404, 'COMMENT_NOT_FOUND']);
    }
    expect(await answered(id)).toMatchObject({ acceptedCommentId: null });
    expect((await accept(author, 987_654_321, 1)).json.error).toBe('POST_NOT_FOUND');
  });

  it('refuses a reply, and a comment that is deleted while the call waits for the lock', async () => {
    const id = await createPost(t, author, { boardType: 'QNA' });
    const comment = await writeComment(t, author, id);
    const reply = await writeComment(t, author, id, { parentId: comment.id });
    expect((await accept(author, id, reply.id)).json.error).toBe('COMMENT_NOT_FOUND');
    let response: ReturnType<typeof accept> | undefined;
    await t.db.transaction(async (tx) => {
      await tx.execute(sql`update posts set comment_count = comment_count - 1 where id = ${id}`);
      response = accept(author, id, comment.id);
      await expect.poll(() => countWaiting(t)).toBe(1);
      const now = t.clock.now();
      await tx.execute(sql`update comments set deleted_at = ${now} where id = ${comment.id}`);
    });
    expect((await response)?.json.error).toBe('COMMENT_NOT_FOUND');
    expect(await answered(id)).toMatchObject({ acceptedCommentId: null });
  });

  it('accepts only a whole number or null, on questions only', async () => {
    const free = await createPost(t, author);
    const comment = await writeComment(t, author, free);
    expect((await accept(author, free, comment.id)).status).toBe(400);
    const question = await createPost(t, author, { boardType: 'QNA' });
    for (const commentId of ['1', 0, -1, 1.5, undefined, {}]) {
      expect((await accept(author, question, commentId)).status).toBe(400);
    }
  });
});
