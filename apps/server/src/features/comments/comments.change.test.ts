import type { Role } from '@naru/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  acceptComment,
  createThread,
  deleteThread,
  readAudit,
  readThread,
  writeComment,
} from '../../testing/factories/comments.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let author: SignedIn;
let writer: SignedIn;
let postId: number;
let commentId: number;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  author = await t.signIn('STUDENT');
  writer = await t.signIn('STUDENT');
  postId = await createThread(t, author);
  commentId = (await writeComment(t, writer, postId, { content: '처음 말' })).id;
});
afterAll(() => t.close());

const HIGHER: Role[] = ['PROFESSOR', 'STUDENT_COUNCIL', 'MANAGER', 'ADMIN', 'SYSTEM'];

describe('PUT /api/comment/:id', () => {
  const put = (as: SignedIn | undefined, content: unknown = '고친 말', id = commentId) =>
    t.call('PUT', `/api/comment/${id}`, { ...(as && { as }), body: { content } });

  it('refuses a caller without a token and a USER', async () => {
    expect((await put(undefined)).status).toBe(401);
    const { status, json } = await put(await t.signIn('USER'));
    expect([status, json.error]).toEqual([403, 'COMMENT_DENIED']);
  });

  it.each<Role>(['STUDENT', ...HIGHER])('refuses a %s who did not write it', async (role) => {
    const { status, json } = await put(await t.signIn(role));
    expect([status, json.error]).toEqual([403, 'PERMISSION_DENIED']);
    const [row] = (await readThread(t, postId)).comments;
    expect(row).toMatchObject({ content: '처음 말', editedAt: null });
  });

  it.each(['', '   ', 7, null, '가'.repeat(1001)])(
    'responds 400 for %j [COMM-08]',
    async (content) => {
      expect((await put(writer, content)).status).toBe(400);
    },
  );

  it('lets the author change the text and marks it as edited [COMM-01]', async () => {
    t.clock.advance(5);
    const { status, json } = await put(writer);
    expect(status).toBe(200);
    expect(json.comment).toMatchObject({ id: commentId, content: '고친 말', edited: true });
    const list = await t.call('GET', `/api/post/${postId}/comments`, { as: author });
    expect(list.json.comments[0]).toMatchObject({ content: '고친 말', edited: true });
  });

  it('responds 404 for a deleted comment, a deleted post and a missing id', async () => {
    expect((await put(writer, 'a', 4_000_000_000)).status).toBe(404);
    const second = await writeComment(t, writer, postId);
    await t.call('DELETE', `/api/comment/${second.id}`, { as: writer });
    expect((await put(writer, 'a', second.id)).status).toBe(404);
    await deleteThread(t, postId);
    expect((await put(writer)).status).toBe(404);
  });

  it('stores one of two concurrent edits as a whole [RACE-11]', async () => {
    const texts = Array.from({ length: 20 }, (_, n) => `${n}번째로 고친 말`);
    const responses = await Promise.all(texts.map((text) => put(writer, text)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(texts).toContain((await readThread(t, postId)).comments[0]?.content);
  });
});

describe('DELETE /api/comment/:id', () => {
  const remove = (as: SignedIn | undefined, id = commentId, query = '') =>
    t.call('DELETE', `/api/comment/${id}${query}`, { ...(as && { as }) });

  it('refuses a caller without a token', async () => {
    expect((await remove(undefined)).status).toBe(401);
  });

  it.each<Role>(['USER', 'STUDENT', 'PROFESSOR', 'STUDENT_COUNCIL'])(
    'refuses a %s who did not write it [ROLE-22]',
    async (role) => {
      const { status, json } = await remove(await t.signIn(role));
      expect([status, json.error]).toEqual([403, 'PERMISSION_DENIED']);
      const thread = await readThread(t, postId);
      expect(thread.comments[0]?.deletedAt).toBeNull();
      expect(thread.post.commentCount).toBe(1);
    },
  );

  it('refuses the author of the post too', async () => {
    expect((await remove(author)).status).toBe(403);
  });

  it.each<Role>(['MANAGER', 'ADMIN', 'SYSTEM'])(
    'lets a %s delete any, with the reason on record',
    async (role) => {
      const staff = await t.signIn(role);
      const { status, json } = await remove(staff, commentId, '?reason=%EB%8F%84%EB%B0%B0');
      expect(status).toBe(200);
      expect(json).toEqual({ message: '댓글이 삭제되었습니다.', commentCount: 0 });
      expect((await readThread(t, postId)).comments[0]?.deletedBy).toBe(staff.id);
      expect(await readAudit(t, commentId)).toEqual([
        expect.objectContaining({ actorId: staff.id, action: 'comment.delete', reason: '도배' }),
      ]);
    },
  );

  it.each([
    ['STUDENT_COUNCIL', 'NOTICE_SC', 200],
    ['STUDENT_COUNCIL', 'NOTICE', 403],
    ['PROFESSOR', 'NOTICE_SC', 403],
  ] as const)(
    'a %s gets below %s, for a comment of another: %i [MOD-38]',
    async (role, board, status) => {
      const notice = await createThread(t, author, board);
      const { id } = await writeComment(t, writer, notice);
      expect((await remove(await t.signIn(role), id, '?reason=x')).status).toBe(status);
    },
  );

  it('lets a professor remove them in the own lecture room only [MOD-38]', async () => {
    const [owner, other] = [await t.signIn('PROFESSOR'), await t.signIn('PROFESSOR')];
    const room = await createLectureRoom(t, { professorId: owner.id });
    const question = await createLecturePost(t, author, room);
    const { id } = await writeComment(t, writer, question, {}, 'lecture-room');
    expect((await remove(other, id, '?reason=x')).status).toBe(403);
    expect((await remove(owner, id, '?reason=x')).status).toBe(200);
  });

  it('responds 400 for a reason of more than 200 characters', async () => {
    const staff = await t.signIn('MANAGER');
    expect((await remove(staff, commentId, `?reason=${'a'.repeat(201)}`)).status).toBe(400);
  });

  it('lets the author delete after losing the role, without an audit entry', async () => {
    const { status, json } = await remove(writer);
    expect(status).toBe(200);
    expect(json.commentCount).toBe(0);
    expect(await readAudit(t, commentId)).toEqual([]);
  });

  it('by a decision of staff is one of staff, also of their own anonymous one [INQ-35]', async () => {
    const staff = await t.signIn('MANAGER');
    const { id } = await writeComment(t, staff, await createThread(t, author, 'SECRET'));
    const actor = { memberId: staff.id, sessionId: '', roles: staff.roles };
    const { live, comments } = t.services;
    await live.transaction((tx, emit) =>
      comments.removeByStaff(tx, emit, actor, { id, reason: '도배' }),
    );
    expect(await readAudit(t, id)).toMatchObject([{ action: 'comment.delete', reason: '도배' }]);
  });

  it('responds 404 the second time and leaves the counters unchanged', async () => {
    await writeComment(t, author, postId);
    await remove(writer);
    const { status, json } = await remove(writer);
    expect([status, json.error]).toEqual([404, 'COMMENT_NOT_FOUND']);
    expect((await readThread(t, postId)).post.commentCount).toBe(1);
  });

  it('responds 404 below a deleted post', async () => {
    await deleteThread(t, postId);
    expect((await remove(writer)).status).toBe(404);
  });

  it('removes a reply from its thread', async () => {
    const reply = await writeComment(t, writer, postId, { parentId: commentId });
    expect((await readThread(t, postId)).comments[0]?.replyCount).toBe(1);
    expect((await remove(writer, reply.id)).json.commentCount).toBe(1);
    expect((await readThread(t, postId)).comments[0]?.replyCount).toBe(0);
  });

  it('clears the accepted answer when that comment is deleted', async () => {
    const other = await writeComment(t, writer, postId);
    await acceptComment(t, postId, commentId);
    await remove(writer, other.id);
    expect((await readThread(t, postId)).post.acceptedCommentId).toBe(commentId);
    await remove(writer);
    expect((await readThread(t, postId)).post.acceptedCommentId).toBeNull();
  });
});
