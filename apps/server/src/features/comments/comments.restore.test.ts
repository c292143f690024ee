import { LIMITS } from '@naru/contract/limits';
import type { Report } from '@naru/contract/moderation';
import { TEXTS } from '@naru/contract/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createThread,
  deleteThread,
  readAudit,
  readThread,
  writeComment,
} from '../../testing/factories/comments.ts';
import { storeSetting } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { report } from '../moderation/blinds.fixture.ts';
import { uploadPicture } from '../uploads/pictures.fixture.ts';

let t: TestApp;
let author: SignedIn;
let writer: SignedIn;
let postId: number;
let commentId: number;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  [author, writer] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  postId = await createThread(t, author);
  commentId = (await writeComment(t, writer, postId, { content: '처음 말' })).id;
});
afterAll(() => t.close());

const remove = async (as = writer, id = commentId, reason = '') =>
  (await t.call('DELETE', `/api/comment/${id}${reason && `?reason=${reason}`}`, { as })).status;
const restore = (as = writer, id = commentId) =>
  t.call('POST', `/api/comment/${id}/restore`, { as });
const outcome = async (as = writer, id = commentId) => {
  const { status, json } = await restore(as, id);
  return [status, json.error ?? json.commentCount];
};
const listed = async (as = author, id = postId) =>
  (await t.call('GET', `/api/post/${id}/comments`, { as })).json;
const bellOf = async (as: SignedIn) => {
  await t.services.events.drain();
  return (await t.call('GET', '/api/member/my-notices', { as })).json.notices;
};
const MINUTE = 60;

describe('POST /api/comment/:id/restore', () => {
  it.each(['FREE', 'SECRET'] as const)(
    'brings the own comment of %s back as it was, with its likes, picture and number [COMM-110]',
    async (board) => {
      const id = await createThread(t, author, board);
      const picture = { url: await uploadPicture(t, writer), alt: '부두' };
      const comment = await writeComment(t, writer, id, { content: '돌아올 말', picture });
      await t.call('POST', `/api/comment/${comment.id}/like`, { as: author });
      const before = await listed(author, id);
      expect(await remove(writer, comment.id)).toBe(200);
      expect((await listed(author, id)).comments).toEqual([]);
      const { status, json } = await restore(writer, comment.id);
      expect([status, json.message, json.commentCount]).toEqual([200, '댓글을 되돌렸습니다.', 1]);
      expect(json.comment).toMatchObject({ id: comment.id, content: '돌아올 말', isAuthor: true });
      expect(await listed(author, id)).toEqual(before);
      expect(await readAudit(t, comment.id)).toEqual([]);
    },
  );

  it('counts replies of it and itself as a reply again [COMM-06, COMM-110]', async () => {
    const reply = await writeComment(t, writer, postId, { parentId: commentId });
    await remove();
    expect((await listed()).comments).toMatchObject([{ deleted: true, countChildren: 1 }]);
    await remove(writer, reply.id);
    expect((await readThread(t, postId)).post.commentCount).toBe(0);
    expect(await outcome(writer, reply.id)).toEqual([200, 1]);
    expect(await outcome()).toEqual([200, 2]);
    expect((await listed()).comments).toMatchObject([{ deleted: false, countChildren: 1 }]);
  });

  it('may be repeated, also at the same time, and counts once [COMM-110]', async () => {
    await remove();
    const all = await Promise.all(Array.from({ length: 5 }, () => outcome()));
    expect(all).toEqual(Array.from({ length: 5 }, () => [200, 1]));
    expect(await outcome()).toEqual([200, 1]);
    expect((await readThread(t, postId)).post.commentCount).toBe(1);
  });

  it('shows the notification again and sends no second one [COMM-110]', async () => {
    const [first] = await bellOf(author);
    expect(first).toBeDefined();
    await remove();
    expect(await bellOf(author)).toEqual([]);
    await restore();
    expect((await bellOf(author)).map(({ id }: { id: number }) => id)).toEqual([first.id]);
  });

  it('is over after ten minutes [COMM-110]', async () => {
    await remove();
    t.clock.advance(LIMITS.commentUndoMinutes * MINUTE);
    expect((await outcome())[0]).toBe(200);
    await remove();
    t.clock.advance(LIMITS.commentUndoMinutes * MINUTE + 1);
    const { status, json } = await restore(await t.signInAs(writer));
    expect([status, json.error, json.message]).toEqual([
      409,
      'RESTORE_DENIED',
      TEXTS.commentUndoOver,
    ]);
  });

  it('is for its author alone, and says nothing about a deleted one to others [COMM-110]', async () => {
    const others = [author, await t.signIn('MANAGER'), await t.signIn('SYSTEM')];
    for (const other of others) expect(await outcome(other)).toEqual([403, 'PERMISSION_DENIED']);
    await remove();
    for (const other of others) expect(await outcome(other)).toEqual([404, 'COMMENT_NOT_FOUND']);
  });

  it('does not undo a deletion of staff [COMM-110]', async () => {
    await remove(await t.signIn('MANAGER'), commentId, 'spam');
    expect(await outcome()).toEqual([409, 'RESTORE_DENIED']);
  });

  it('does not undo the own deletion of a comment that reports had hidden [COMM-110]', async () => {
    await storeSetting(t, 'blindAfter', '1');
    await report(t, 'COMMENT', commentId);
    await remove();
    expect(await outcome()).toEqual([409, 'RESTORE_DENIED']);
    await storeSetting(t, 'blindAfter', '0');
  });

  it('ends when staff have decided about the deleted comment [COMM-110]', async () => {
    await storeSetting(t, 'blindAfter', '0');
    expect((await report(t, 'COMMENT', commentId)).status).toBe(201);
    await remove();
    const manager = await t.signIn('MANAGER');
    const { json } = await t.call('GET', '/api/admin/reports?size=50', { as: manager });
    const [{ inquiryId }] = json.reports.filter(({ target }: Report) => target?.id === commentId);
    const decided = await t.call('POST', `/api/admin/reports/${inquiryId}/decide`, {
      as: manager,
      body: { decision: 'KEEP', reason: '확인했습니다.' },
    });
    expect(decided.status).toBe(200);
    expect(await outcome()).toEqual([409, 'RESTORE_DENIED']);
  });

  it('responds 404 below a deleted post, and for a comment that never was', async () => {
    expect(await outcome(writer, 9_999_999)).toEqual([404, 'COMMENT_NOT_FOUND']);
    await remove();
    await deleteThread(t, postId);
    expect(await outcome()).toEqual([404, 'COMMENT_NOT_FOUND']);
  });
});
