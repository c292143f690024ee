import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createThread, deleteThread, writeComment } from '../../testing/factories/comments.ts';
import { createBlock } from '../../testing/factories/friends.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom, markRoom } from '../../testing/factories/lecture-rooms.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { recordStatements } from '../posts/posts.fixture.ts';

let t: TestApp;
let author: SignedIn;
let other: SignedIn;
let blocker: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  [author, other, blocker] = await Promise.all([
    t.signIn('STUDENT'),
    t.signIn('STUDENT'),
    t.signIn('STUDENT'),
  ]);
  await createBlock(t.db, blocker, author);
});
afterAll(() => t.close());

const oldest = { page: 0, sort: 'oldest' } as const;
const list = (
  as: SignedIn,
  id: number,
  query: Parameters<typeof t.services.comments.list>[2] = oldest,
) => t.services.comments.list({ memberId: as.id, sessionId: '', roles: as.roles }, id, query);

describe('threads that are read at the same time', () => {
  it('share one statement, in which each reader has an own view of each', async () => {
    const open = await createThread(t, author);
    const secret = await createThread(t, other, 'SECRET');
    const liked = await writeComment(t, author, open, { content: '첫 번째' });
    await writeComment(t, other, open, { content: '두 번째' });
    await writeComment(t, author, secret, { content: '숨은 말' });
    await t.call('POST', `/api/comment/${liked.id}/like`, { as: other });
    await t.services.events.drain();
    const pick = ({ comments }: Awaited<ReturnType<typeof list>>) =>
      comments.map(({ content, writerNickname, isAuthor, isPostAuthor, liked, likes }) => [
        content,
        writerNickname,
        { isAuthor, isPostAuthor, liked, likes },
      ]);
    const flags = { isAuthor: false, isPostAuthor: false, liked: false, likes: 0 };
    const first = { ...flags, isPostAuthor: true, likes: 1 };
    const statements = await recordStatements(async () => {
      const [byAuthor, byOther, byBlocker, hidden, own] = await Promise.all([
        list(author, open),
        list(other, open),
        list(blocker, open),
        list(other, secret),
        list(author, secret),
      ]);
      expect(pick(byAuthor)).toEqual([
        ['첫 번째', author.nickname, { ...first, isAuthor: true }],
        ['두 번째', other.nickname, flags],
      ]);
      expect(pick(byOther)).toEqual([
        ['첫 번째', author.nickname, { ...first, liked: true }],
        ['두 번째', other.nickname, { ...flags, isAuthor: true }],
      ]);
      expect(pick(byBlocker)).toEqual([
        ['차단한 회원의 댓글입니다.', '차단한 회원', first],
        ['두 번째', other.nickname, flags],
      ]);
      expect(pick(hidden)).toEqual([['숨은 말', '익명1', flags]]);
      expect(pick(own)).toEqual([['숨은 말', '익명1', { ...flags, isAuthor: true }]]);
    });
    expect(statements.map(({ name }) => name)).toEqual(['read_thread_oldest']);
  });

  it('keep the page and the order of each request', async () => {
    const thread = await createThread(t, author);
    for (const content of ['하나', '둘', '셋']) await writeComment(t, other, thread, { content });
    const contents = async (query: Parameters<typeof list>[2]) =>
      (await list(author, thread, query)).comments.map(({ content }) => content);
    const found = await Promise.all([
      contents(oldest),
      contents({ ...oldest, after: 1 }),
      contents({ ...oldest, after: 3 }),
      contents({ page: 1, sort: 'oldest' }),
      contents({ page: 0, sort: 'newest' }),
      contents({ page: 0, sort: 'newest', after: 2 }),
    ]);
    expect(found).toEqual([
      ['하나', '둘', '셋'],
      ['둘', '셋'],
      [],
      [],
      ['셋', '둘', '하나'],
      ['하나'],
    ]);
  });

  it('are refused one by one', async () => {
    const room = await createLectureRoom(t, { membersOnly: true });
    await markRoom(t, other, room);
    const closed = await createLecturePost(t, other, room);
    const [open, deleted] = [await createThread(t, author), await createThread(t, author)];
    await deleteThread(t, deleted);
    const actor = { memberId: author.id, sessionId: '', roles: author.roles };
    const results = await Promise.allSettled([
      list(author, deleted),
      list(author, open),
      t.services.comments.list(actor, closed, oldest, 'room'),
      list(author, closed),
    ]);
    const codes = results.map((one) => (one.status === 'rejected' ? one.reason.code : one.status));
    expect(codes).toEqual([
      'POST_NOT_FOUND',
      'fulfilled',
      'LECTURE_MEMBERS_ONLY',
      'POST_NOT_FOUND',
    ]);
  });
});
