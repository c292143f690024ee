import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  changeMember,
  createThread,
  readAudit,
  readThread,
  writeComment,
} from '../../testing/factories/comments.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let author: SignedIn;
let one: SignedIn;
let two: SignedIn;
let admin: SignedIn;
let postId: number;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  t.clock.set(new Date(Math.ceil((t.clock.now().getTime() + 60_000) / 60_000) * 60_000));
  [author, one, two] = [await t.signIn(), await t.signIn(), await t.signIn('PROFESSOR')];
  admin = await t.signIn('ADMIN');
  postId = await createThread(t, author, 'SECRET');
});
afterAll(() => t.close());

const list = (as: SignedIn, id = postId, query = '') =>
  t.call('GET', `/api/post/${id}/comments${query}`, { as });
const names = (json: { comments: { writerNickname: string }[] }) =>
  json.comments.map((row) => row.writerNickname);

describe('comments below a secret post', () => {
  it('numbers writers by their first comment, calls the author 글쓴이 and reveals no identity [ANON-02, ANON-08]', async () => {
    await changeMember(t, one.id, { profileImageUrl: '/files/face.webp' });
    await writeComment(t, two, postId);
    await writeComment(t, author, postId);
    await writeComment(t, one, postId);
    await writeComment(t, two, postId);
    for (const as of [author, one, two, admin]) {
      const { json, text } = await list(as);
      expect(names(json)).toEqual(['익명1', '글쓴이', '익명2', '익명1']);
      for (const comment of json.comments) {
        expect(comment).toMatchObject({
          writerId: null,
          writerProfileThumbnails: null,
          writerRoles: [],
        });
      }
      for (const member of [author, one, two]) expect(text).not.toContain(member.nickname);
      expect(text).not.toContain('/files/face.webp');
    }
    const { json } = await list(one);
    expect(json.comments.map((row: { isAuthor: boolean }) => row.isAuthor)).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it('restarts the numbers in every thread [ANON-08]', async () => {
    await writeComment(t, two, postId);
    await writeComment(t, one, postId);
    const other = await createThread(t, author, 'SECRET');
    await writeComment(t, one, other);
    expect(names((await list(admin)).json)).toEqual(['익명1', '익명2']);
    expect(names((await list(admin, other)).json)).toEqual(['익명1']);
  });

  it('shows only aliases on replies and their targets [ANON-03]', async () => {
    const top = await writeComment(t, one, postId);
    const reply = await writeComment(t, two, postId, { parentId: top.id });
    await writeComment(t, author, postId, { parentId: top.id, replyToId: reply.id });
    const last = await writeComment(t, one, postId, { parentId: top.id, replyToId: reply.id });
    expect(last.targetNickname).toBe('익명2');
    const response = await t.call('GET', `/api/post/${top.id}/replies`, { as: admin });
    expect(
      response.json.replies.map(
        (row: { writerNickname: string; targetNickname: string | null }) => [
          row.writerNickname,
          row.targetNickname,
        ],
      ),
    ).toEqual([
      ['익명2', null],
      ['글쓴이', '익명2'],
      ['익명1', '익명2'],
    ]);
    for (const member of [author, one, two]) expect(response.text).not.toContain(member.nickname);
  });

  it('never reuses a number, not even after a deletion', async () => {
    const mine = await writeComment(t, one, postId);
    await t.call('DELETE', `/api/comment/${mine.id}`, { as: one });
    await writeComment(t, two, postId);
    await writeComment(t, one, postId);
    expect(names((await list(admin)).json)).toEqual(['익명2', '익명1']);
  });

  it('assigns no number to a refused first comment', async () => {
    await t.call('POST', `/api/post/${postId}/comments`, {
      as: one,
      body: { content: 'a', parentId: 4_000_000_000 },
    });
    await writeComment(t, two, postId);
    expect(names((await list(admin)).json)).toEqual(['익명1']);
  });

  it('numbers 50 members who comment at once from 1 to 50 without gaps', async () => {
    const crowd = await Promise.all(Array.from({ length: 50 }, () => t.signIn('STUDENT')));
    const responses = await Promise.all(
      crowd.map((as, n) =>
        t.call('POST', `/api/post/${postId}/comments`, { as, body: { content: `${n}` } }),
      ),
    );
    expect(responses.every(({ status }) => status === 201)).toBe(true);
    const { aliases: numbers } = await readThread(t, postId);
    expect(numbers.map((row) => row.number)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
    expect(names((await list(admin)).json)).toEqual(numbers.map((row) => `익명${row.number}`));
  });

  it('uses random ids and times truncated to the minute, and keeps the order of writing [ANON-09]', async () => {
    const written: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const comment = await writeComment(t, n % 2 === 0 ? one : two, postId, { content: `${n}` });
      written.push(comment.id);
    }
    const { json } = await list(admin);
    expect(json.comments.map((row: { id: number }) => row.id)).toEqual(written);
    expect(written.every((id) => id >= 2 ** 40 && id < 2 ** 47)).toBe(true);
    expect(written).not.toEqual(written.toSorted((a, b) => a - b));
    for (const { createdDate } of json.comments) expect(createdDate).toMatch(/:00\+09:00$/);
    const newest = await list(admin, postId, '?sort=newest');
    expect(newest.json.comments.map((row: { id: number }) => row.id)).toEqual(written.toReversed());
  });

  it('responds alike after a new nickname, a new picture and a withdrawal [ANON-10, ANON-11]', async () => {
    const leaving = await t.signIn('STUDENT');
    const top = await writeComment(t, leaving, postId);
    await writeComment(t, one, postId, { parentId: top.id });
    const before = (await list(admin)).text;
    await changeMember(t, leaving.id, { nickname: '새이름', profileImageUrl: '/files/new.webp' });
    expect((await list(admin)).text).toBe(before);
    await changeMember(t, leaving.id, { withdrawnAt: t.clock.now() });
    expect((await list(admin)).text).toBe(before);
  });

  it('refuses changes and deletions by other members alike on every comment [ANON-13]', async () => {
    const ids = [
      (await writeComment(t, author, postId)).id,
      (await writeComment(t, one, postId)).id,
    ];
    const responses = await Promise.all(
      ids.flatMap((id) => [
        t.call('PUT', `/api/comment/${id}`, { as: two, body: { content: '바꿈' } }),
        t.call('DELETE', `/api/comment/${id}`, { as: two }),
      ]),
    );
    for (const { status, json } of responses) {
      expect(status).toBe(403);
      expect({ ...json, requestId: '' }).toEqual({
        error: 'PERMISSION_DENIED',
        message: '권한이 없습니다.',
        requestId: '',
      });
    }
  });

  it('lets the writer change a comment, which keeps its number', async () => {
    await writeComment(t, two, postId);
    const mine = await writeComment(t, one, postId);
    const { status, json } = await t.call('PUT', `/api/comment/${mine.id}`, {
      as: one,
      body: { content: '고친 비밀' },
    });
    expect(status).toBe(200);
    expect(json.comment).toMatchObject({ writerNickname: '익명2', edited: true, isAuthor: true });
    const editedAt = (await readThread(t, postId)).comments[1]?.editedAt;
    expect(editedAt?.getUTCSeconds()).toBe(0);
  });

  it.each([
    ['another member', () => one],
    ['the author of the post', () => author],
  ])('names %s above replies to a deleted comment 익명 without a number', async (_who, member) => {
    const writer = member();
    await changeMember(t, writer.id, { profileImageUrl: '/files/face.webp' });
    const top = await writeComment(t, writer, postId);
    await writeComment(t, two, postId, { parentId: top.id });
    await t.call('POST', `/api/comment/${top.id}/like`, { as: writer });
    const before = (await list(writer)).json.comments[0];
    expect(before).toMatchObject({ isAuthor: true, isPostAuthor: writer === author, liked: true });
    await t.call('DELETE', `/api/comment/${top.id}`, { as: writer });
    const { json } = await list(writer);
    expect(json.comments).toEqual([
      expect.objectContaining({
        deleted: true,
        content: '',
        writerId: null,
        writerNickname: '익명',
        writerProfileThumbnails: null,
        isAuthor: false,
        isPostAuthor: false,
        liked: false,
        likes: 0,
      }),
    ]);
  });

  it('stores no member id in the comment, its deletion or a counter [ANON-27]', async () => {
    const mine = await writeComment(t, one, postId);
    await t.call('DELETE', `/api/comment/${mine.id}`, { as: one });
    const [row] = (await readThread(t, postId)).comments;
    expect(row).toMatchObject({ authorId: null, deletedBy: null });
    expect(row?.authorSeal?.equals(t.seal.seal(one.id))).toBe(true);
    expect(await readAudit(t, mine.id)).toEqual([]);
    const counters = await t.db.execute<{ key: string }>(
      sql`select key from throttles where key like 'comment %'`,
    );
    const plain = counters.rows.filter(({ key }) => new RegExp(`\\b${one.id}$`).test(key));
    expect(plain).toEqual([]);
    const lines = t.logs.filter((line) => line.includes('/comments'));
    expect(lines.join('\n')).not.toContain(String(postId));
  });

  it('records a deletion by staff with its reason in the audit log', async () => {
    const mine = await writeComment(t, one, postId);
    await t.call('DELETE', `/api/comment/${mine.id}?reason=%EC%9A%95%EC%84%A4`, { as: admin });
    expect((await readThread(t, postId)).comments[0]?.deletedBy).toBe(admin.id);
    expect(await readAudit(t, mine.id)).toEqual([
      expect.objectContaining({ actorId: admin.id, reason: '욕설' }),
    ]);
  });

  it('throttles and handles double submits as on open boards', async () => {
    const send = (content: string) =>
      t.call('POST', `/api/post/${postId}/comments`, { as: one, body: { content } });
    t.clock.advance(59.5);
    const first = await send('같은 말');
    expect(first.status).toBe(201);
    t.clock.advance(0.9);
    expect((await send('같은 말')).json).toEqual(first.json);
    expect((await send('다른 말')).status).toBe(429);
    t.clock.advance(0.1);
    expect((await send('다른 말')).status).toBe(201);
  });
});

describe('throttle below a secret post', () => {
  it('limits the author of the post like other members, with the same message [ANON-14]', async () => {
    const quick = async (as: SignedIn) => {
      t.clock.advance(5);
      await t.call('POST', `/api/post/${postId}/comments`, { as, body: { content: '하나' } });
      const { status, json, headers } = await t.call('POST', `/api/post/${postId}/comments`, {
        as,
        body: { content: '둘' },
      });
      return [status, { ...json, requestId: '' }, headers['retry-after']];
    };
    const first = await quick(author);
    expect(first[0]).toBe(429);
    expect(await quick(one)).toEqual(first);
  });
});
