import { LIMITS } from '@naru/contract/limits';
import type { Role } from '@naru/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createThread,
  deleteThread,
  readThread,
  writeComment,
} from '../../testing/factories/comments.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom, markRoom } from '../../testing/factories/lecture-rooms.ts';
import { recordRoundTrips } from '../../testing/round-trips.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let author: SignedIn;
let student: SignedIn;
let postId: number;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  author = await t.signIn('STUDENT');
  student = await t.signIn('STUDENT');
  postId = await createThread(t, author);
});
afterAll(() => t.close());

const post = (body: unknown, as: SignedIn | undefined = student, id: number = postId) =>
  t.call('POST', `/api/post/${id}/comments`, { ...(as && { as }), body });

describe('POST /api/post/:id/comments', () => {
  it('refuses a caller without a token', async () => {
    const { status } = await t.call('POST', `/api/post/${postId}/comments`, {
      body: { content: '안녕하세요' },
    });
    expect(status).toBe(401);
    expect((await readThread(t, postId)).comments).toEqual([]);
  });

  it('refuses a USER with its own message and stores nothing', async () => {
    const { status, json } = await post({ content: '안녕하세요' }, await t.signIn('USER'));
    expect(status).toBe(403);
    expect(json).toMatchObject({ error: 'COMMENT_DENIED', message: '댓글 작성 권한이 없습니다.' });
    const thread = await readThread(t, postId);
    expect(thread.comments).toEqual([]);
    expect(thread.post.commentCount).toBe(0);
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['blank text', { content: ' \n\t　' }],
    ['a number', { content: 1 }],
    ['null', { content: null }],
    ['a list', { content: ['a'] }],
    ['invisible text [INPUT-18]', { content: '\u200b\u3164\u2800' }],
    ['1,001 graphemes [INPUT-04]', { content: '가'.repeat(LIMITS.commentMax + 1) }],
    ['a NUL [INPUT-13]', { content: 'a\0b' }],
    ['half a surrogate pair [INPUT-14]', { content: 'a\ud83db' }],
    ['a text as parentId', { content: 'a', parentId: '1' }],
    ['a fraction as parentId', { content: 'a', parentId: 1.5 }],
    ['0 as parentId', { content: 'a', parentId: 0 }],
    ['a number above 2^53 as parentId', { content: 'a', parentId: 2 ** 63 }],
    ['a list as body', [{ content: 'a' }]],
  ])('returns 400 for %s', async (_name, body) => {
    expect((await post(body)).status).toBe(400);
    expect((await readThread(t, postId)).comments).toEqual([]);
  });

  it.each([
    ['\u3164\u2800', '내용을 입력해 주세요.'],
    [`ㅇ${'\u0301'.repeat(31)}`, '글자에 겹쳐 쓴 기호가 너무 많습니다. 기호를 줄여 주세요.'],
  ])('names the reason for %j [INPUT-18, INPUT-20]', async (content, message) => {
    const { status, json } = await post({ content });
    expect([status, json.errors]).toEqual([400, [{ field: 'content', message }]]);
  });

  it('responds 404 for a missing and for a deleted post, which stays unchanged [ROLE-24]', async () => {
    await deleteThread(t, postId);
    expect((await post({ content: 'a' })).status).toBe(404);
    expect((await post({ content: 'a' }, student, 4_000_000_000)).status).toBe(404);
    const thread = await readThread(t, postId);
    expect(thread.comments).toEqual([]);
    expect(thread.post.commentCount).toBe(0);
  });

  it('responds 400 for a parent that is not a live top-level comment of the post [COMM-03, COMM-02]', async () => {
    const otherPost = await createThread(t, author);
    const foreign = await writeComment(t, student, otherPost);
    const top = await writeComment(t, student, postId);
    const reply = await writeComment(t, author, postId, { parentId: top.id });
    const deleted = await writeComment(t, student, postId);
    await t.call('DELETE', `/api/comment/${deleted.id}`, { as: student });
    t.clock.advance(1);
    for (const parentId of [foreign.id, reply.id, deleted.id, 4_000_000_000]) {
      const { status, json } = await post({ content: 'a', parentId });
      expect([status, json.error]).toEqual([400, 'PARENT_COMMENT_INVALID']);
    }
    const thread = await readThread(t, postId);
    expect(thread.post.commentCount).toBe(2);
    expect(thread.comments.map((row) => row.replyCount)).toEqual([1, 0, 0]);
  });

  it('responds 400 for a `replyToId` outside the thread', async () => {
    const top = await writeComment(t, student, postId);
    const second = await writeComment(t, student, postId);
    const elsewhere = await writeComment(t, author, postId, { parentId: second.id });
    t.clock.advance(1);
    for (const body of [
      { parentId: top.id, replyToId: elsewhere.id },
      { parentId: top.id, replyToId: top.id },
      { parentId: null, replyToId: elsewhere.id },
    ]) {
      expect((await post({ content: 'a', ...body })).json.error).toBe('PARENT_COMMENT_INVALID');
    }
  });

  it.each<Role>(['STUDENT', 'PROFESSOR', 'STUDENT_COUNCIL', 'MANAGER', 'ADMIN', 'SYSTEM'])(
    'lets a %s comment',
    async (role) => {
      const as = await t.signIn(role);
      const { status, json } = await post({ content: '읽었습니다' }, as);
      expect(status).toBe(201);
      expect(json.commentCount).toBe(1);
      expect(json.comment).toMatchObject({ isAuthor: true, writerId: as.id, likes: 0 });
    },
  );

  it('stores plain text in NFC and counts graphemes [HTML-03, INPUT-16, LIST-23, INPUT-04, COMM-08]', async () => {
    const family = '👨‍👩‍👧‍👦';
    const words = `<script>alert(1)</script> & "${'\u1112\u1161\u11ab'}" ${family}`;
    const { json } = await post({ content: words });
    expect(json.comment.content).toBe(`<script>alert(1)</script> & "한" ${family}`);
    t.clock.advance(1);
    expect((await post({ content: family.repeat(LIMITS.commentMax) })).status).toBe(201);
  });

  it('stores and returns direction marks unchanged [INPUT-15]', async () => {
    const content = '앞 \u202etxt.exe\u2066 뒤 \u200f끝';
    const { status, json } = await post({ content });
    expect([status, json.comment.content]).toEqual([201, content]);
  });

  it('ignores targetUrl and unknown fields [COMM-11, API-10]', async () => {
    const { status, json } = await post({
      content: '링크',
      targetUrl: 'https://evil.example/',
      id: 77,
      writerId: author.id,
      authorId: author.id,
      likeCount: 9,
      likes: 9,
      createdDate: '2020-01-01T00:00:00+09:00',
      isAuthor: false,
      deleted: true,
      position: 55,
      role: 'ADMIN',
    });
    expect(status).toBe(201);
    expect(JSON.stringify(json)).not.toContain('evil');
    const [row] = (await readThread(t, postId)).comments;
    expect(row).toMatchObject({
      authorId: student.id,
      likeCount: 0,
      position: 1,
      createdAt: t.clock.now(),
      deletedAt: null,
    });
    expect(row?.id).not.toBe(77);
  });

  it('refuses a second comment on any post within 1 s and accepts one after it [COMM-09]', async () => {
    const other = await createThread(t, author);
    expect((await post({ content: '하나' })).status).toBe(201);
    t.clock.advance(0.999);
    for (const id of [postId, other]) {
      const { status, json, headers } = await post({ content: '둘' }, student, id);
      expect([status, json.error]).toEqual([429, 'COMMENT_THROTTLED']);
      expect(headers['retry-after']).toBe('1');
    }
    expect((await post({ content: '남' }, author)).status).toBe(201);
    t.clock.advance(0.001);
    expect((await post({ content: '둘' })).status).toBe(201);
    expect((await readThread(t, postId)).post.commentCount).toBe(3);
  });

  it('does not count a refused comment', async () => {
    expect((await post({ content: 'a', parentId: 4_000_000_000 })).status).toBe(400);
    expect((await post({ content: 'a' })).status).toBe(201);
  });

  it('returns the first comment for a double submit within 1 s [RACE-18]', async () => {
    const first = await post({ content: '같은 말' });
    t.clock.advance(0.5);
    const again = await post({ content: ' 같은 말 ' });
    expect(again.status).toBe(201);
    expect(again.json).toEqual(first.json);
    expect((await post({ content: '다른 말' })).status).toBe(429);
    const top = await writeComment(t, author, postId);
    expect((await post({ content: '같은 말', parentId: top.id })).status).toBe(201);
    expect((await post({ content: '같은 말' })).status).toBe(429);
    expect((await readThread(t, postId)).post.commentCount).toBe(3);
  });

  it.each(['FREE', 'SECRET'] as const)(
    'stores a comment below a post on %s once per client id, also ten minutes later [RACE-16]',
    async (boardType) => {
      const id = await createThread(t, author, boardType);
      const body = { content: '한 번만', clientId: 'client-0001' };
      const both = await Promise.all([post(body, student, id), post(body, student, id)]);
      expect(both.map(({ status }) => status)).toEqual([201, 201]);
      t.clock.advance(600);
      const again = await post(body, student, id);
      expect([again.status, again.json]).toEqual([201, both[0].json]);
      expect(both[1].json).toEqual(both[0].json);
      t.clock.advance(1);
      expect((await post(body, author, id)).json.comment.id).not.toBe(again.json.comment.id);
      expect((await readThread(t, id)).post.commentCount).toBe(2);
      expect((await post({ ...body, clientId: 'short' }, student, id)).status).toBe(400);
    },
  );

  it('shows by no id whether a post exists that the author may not read', async () => {
    const lectureId = await createLectureRoom(t, { membersOnly: true });
    await markRoom(t, author, lectureId);
    const hidden = await createLecturePost(t, author, lectureId);
    const before = (await post({ content: '앞' })).json.comment.id;
    t.clock.advance(61);
    const refused = [hidden, 999_999].map((id) => post({ content: '없는 글' }, student, id));
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([404, 404]);
    expect((await post({ content: '뒤' })).json.comment.id).toBe(before + 1);
  });

  it('refuses the 31st comment of a minute [LIMIT-02]', async () => {
    const eager = await t.signIn('STUDENT');
    for (let n = 0; n < 30; n += 1) await writeComment(t, eager, postId, { content: `${n}` });
    t.clock.advance(1);
    const { status, json, headers } = await post({ content: '31' }, eager);
    expect([status, json.error]).toEqual([429, 'COMMENT_THROTTLED']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(20);
    t.clock.advance(30);
    expect((await post({ content: '31' }, eager)).status).toBe(201);
  });
});

describe('a comment', () => {
  /** Opens the pages of both, so that live events are part of the work, and ends other work. */
  async function listen() {
    for (const as of [author, student]) await t.call('GET', '/api/member/me', { as });
    await t.services.visits.settle();
    await t.services.notifications.sendNotifications();
  }

  /** Round trips of a written comment, without the session's own. */
  async function tripsOf(url: string, body: object = {}) {
    await listen();
    t.clock.advance(1);
    const { result, trips } = await recordRoundTrips(() =>
      t.call('POST', url, { as: student, body: { content: '말', ...body } }),
    );
    expect(result.status).toBe(201);
    const own = trips.filter(([first]) => first !== 'find_session');
    const committed = own.findIndex((trip) => trip.includes('commit'));
    return { own, committed };
  }

  const OPENING = ['begin', 'open_thread'];
  const STREAMS = ['hold_listeners_of_thread', 'lock_streams_of_thread'];

  it('is written in three round trips on an open board, also as a reply', async () => {
    const { own } = await tripsOf(`/api/post/${postId}/comments`);
    const ending = ['insert_events', 'commit'];
    expect(own).toEqual([OPENING, ['write_comments', ...STREAMS, 'list_new_notices'], ending]);
    const top = await writeComment(t, author, postId);
    const reply = await writeComment(t, author, postId, { parentId: top.id });
    const answer = { parentId: top.id, replyToId: reply.id, clientId: 'client-0002' };
    const written = ['lock_posts', 'write_replies', ...STREAMS, 'list_new_notices'];
    const { own: ofReply } = await tripsOf(`/api/post/${postId}/comments`, answer);
    expect(ofReply).toEqual([OPENING, written, ending]);
  });

  it('is written in six statements while nobody listens', async () => {
    const id = await createThread(t, await t.signIn('STUDENT'));
    const { own } = await tripsOf(`/api/post/${id}/comments`);
    expect(own).toEqual([OPENING, ['write_comments', ...STREAMS], ['commit']]);
  });

  it('is written in three round trips on an anonymous board, before its notification', async () => {
    const id = await createThread(t, author, 'SECRET');
    const { own, committed } = await tripsOf(`/api/post/${id}/comments`);
    expect(committed).toBe(2);
    const written = ['lock_posts', 'write_anonymous_comments', 'insert_pending'];
    expect(own.slice(0, 3)).toEqual([OPENING, written, ['commit']]);
    // Alerts that wait for their minute are listed with the dates of their comments.
    const later = own.slice(3).flat();
    expect(later.filter((one) => one.includes('comment') && !one.includes('alerts_due'))).toEqual(
      [],
    );
  });

  it('is written in three round trips in a lecture room', async () => {
    const lectureId = await createLectureRoom(t, { membersOnly: true });
    await Promise.all([author, student].map((member) => markRoom(t, member, lectureId)));
    const id = await createLecturePost(t, author, lectureId);
    expect((await tripsOf(`/api/lecture-room/${id}/comments`)).own).toHaveLength(3);
  });

  it('waits for the results before it commits', async () => {
    await listen();
    const { result, trips } = await recordRoundTrips(() => post({ content: 'a', parentId: 4e9 }));
    expect(result.status).toBe(400);
    expect(trips.at(-1)).toEqual(['rollback']);
    expect(trips.flat()).not.toContain('commit');
  });

  it.each(['FREE', 'SECRET'] as const)(
    'is answered with what its author reads of it on %s',
    async (boardType) => {
      const id = await createThread(t, author, boardType);
      const top = await writeComment(t, student, id);
      const own = await writeComment(t, author, id, { parentId: top.id });
      const reply = await writeComment(t, student, id, { parentId: top.id, replyToId: own.id });
      const again = await writeComment(t, author, id, { parentId: top.id, replyToId: reply.id });
      const read = async (as: SignedIn) => {
        const thread = await t.call('GET', `/api/post/${id}/comments`, { as });
        const replies = await t.call('GET', `/api/post/${top.id}/replies`, { as });
        return [...thread.json.comments, ...replies.json.replies];
      };
      const [readTop, , readReply] = await read(student);
      expect([{ ...top, countChildren: 3 }, reply]).toEqual([readTop, readReply]);
      const [, readOwn, , readAgain] = await read(author);
      expect([own, again]).toEqual([readOwn, readAgain]);
    },
  );
});
