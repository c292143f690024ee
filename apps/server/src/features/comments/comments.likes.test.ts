import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  countCommentLikes,
  createThread,
  deleteThread,
  readThread,
  writeComment,
} from '../../testing/factories/comments.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let writer: SignedIn;
let crowd: SignedIn[];
let postId: number;
let commentId: number;
beforeAll(async () => {
  t = await createTestApp();
  writer = await t.signIn('STUDENT');
  crowd = await Promise.all(Array.from({ length: 25 }, () => t.signIn('USER')));
});
beforeEach(async () => {
  t.clock.advance(60);
  postId = await createThread(t, writer);
  commentId = (await writeComment(t, writer, postId)).id;
});
afterAll(() => t.close());

const send = (verb: 'like' | 'unlike', as: SignedIn, id = commentId) =>
  t.call('POST', `/api/comment/${id}/${verb}`, { as });
const stored = async () => (await readThread(t, postId)).comments[0]?.likeCount;

describe('POST /api/comment/:id/like and /unlike', () => {
  it('refuses a caller without a token', async () => {
    expect((await t.call('POST', `/api/comment/${commentId}/like`)).status).toBe(401);
    expect((await t.call('POST', `/api/comment/${commentId}/unlike`)).status).toBe(401);
  });

  it('responds 404 for a missing or deleted comment and below a deleted post [ROLE-24]', async () => {
    const deleted = await writeComment(t, writer, postId);
    await t.call('DELETE', `/api/comment/${deleted.id}`, { as: writer });
    expect((await send('like', writer, deleted.id)).status).toBe(404);
    expect((await send('unlike', writer, 4_000_000_000)).status).toBe(404);
    await deleteThread(t, postId);
    expect((await send('like', writer)).status).toBe(404);
    expect(await countCommentLikes(t, commentId)).toBe(0);
  });

  it('are idempotent and return the count [RACE-19]', async () => {
    const [one, two] = crowd as [SignedIn, SignedIn];
    expect((await send('unlike', one)).json).toEqual({ currentCount: 0, liked: false });
    expect((await send('like', one)).json).toEqual({ currentCount: 1, liked: true });
    expect((await send('like', one)).json).toEqual({ currentCount: 1, liked: true });
    expect((await send('like', two)).json).toEqual({ currentCount: 2, liked: true });
    const list = await t.call('GET', `/api/post/${postId}/comments`, { as: one });
    expect(list.json.comments[0]).toMatchObject({ likes: 2, liked: true });
    const other = await t.call('GET', `/api/post/${postId}/comments`, { as: writer });
    expect(other.json.comments[0]).toMatchObject({ likes: 2, liked: false });
    expect((await send('unlike', one)).json).toEqual({ currentCount: 1, liked: false });
    expect((await send('unlike', one)).json).toEqual({ currentCount: 1, liked: false });
  });

  it('store one row and the count 1 for 50 concurrent likes of one member [RACE-01]', async () => {
    const [one] = crowd as [SignedIn];
    const responses = await Promise.all(Array.from({ length: 50 }, () => send('like', one)));
    for (const { status, json } of responses) {
      expect(status).toBe(200);
      expect(json).toEqual({ currentCount: 1, liked: true });
    }
    expect(await countCommentLikes(t, commentId)).toBe(1);
    expect(await stored()).toBe(1);
  });

  it('keep the count equal to the rows under concurrent likes and unlikes [RACE-01]', async () => {
    const responses = await Promise.all(
      crowd.flatMap((as) => [send('like', as), send('unlike', as), send('like', as)]),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(await stored()).toBe(await countCommentLikes(t, commentId));
    await Promise.all(crowd.map((as) => send('like', as)));
    expect(await stored()).toBe(crowd.length);
    expect(await countCommentLikes(t, commentId)).toBe(crowd.length);
  });
});
