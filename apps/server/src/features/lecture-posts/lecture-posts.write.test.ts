import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPicture } from '../../testing/factories/files.ts';
import {
  answerQuestion,
  createLecturePost,
  readAnswer,
} from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { countPosts, readPost, readPostAudit } from '../../testing/factories/posts.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';
import { uploadPicture } from '../uploads/pictures.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('writing', () => {
  let professor: SignedIn;
  let stranger: SignedIn;
  let asker: SignedIn;
  let staff: SignedIn;
  let room: number;
  beforeAll(async () => {
    [professor, stranger, asker, staff] = await Promise.all([
      t.signIn('PROFESSOR'),
      t.signIn('PROFESSOR'),
      t.signIn('STUDENT'),
      t.signIn('MANAGER'),
    ]);
  });

  beforeEach(async () => {
    room = await createLectureRoom(t, { professorId: professor.id });
    t.clock.advance(10);
  });

  const bodyOf = (values: object = {}) => ({
    lectureId: room,
    boardType: 'LECTURE_Q',
    title: '조류 계산',
    content: '<p>어떻게 하나요?</p>',
    imageUrls: null,
    ...values,
  });

  const create = (as: SignedIn, values?: object) =>
    t.call('POST', '/api/post/lecture-post-up', { as, body: bodyOf(values) });
  const update = (as: SignedIn, id: number, values?: object) =>
    t.call('PUT', `/api/post/lecture-post-up/${id}`, { as, body: bodyOf(values) });
  const answer = (as: SignedIn, id: number, content = '<p>표를 보세요.</p>', lectureId = room) =>
    t.call('PUT', `/api/lecture-room/${lectureId}/posts/${id}/answer`, { as, body: { content } });
  const takeAnswer = (as: SignedIn, id: number) =>
    t.call('DELETE', `/api/lecture-room/${room}/posts/${id}/answer`, { as });
  describe('POST /api/post/lecture-post-up', () => {
    it('refuses a USER on every board', async () => {
      const { status, json } = await create(await t.signIn('USER'));
      expect([status, json.message]).toEqual([403, '글쓰기 권한이 없습니다.']);
    });

    it('refuses boards outside rooms, and post-up refuses boards of rooms [ROLE-12]', async () => {
      for (const boardType of ['notice', 'FREE', 'POPULAR', 'LECTURE_X', '']) {
        const { status, json } = await create(asker, { boardType });
        expect([status, json.message]).toEqual([400, '올바르지 않은 게시판 카테고리입니다.']);
      }
      for (const boardType of ['LECTURE_Q', 'LECTURE_R', 'LECTURE_REF', 'LECTURE_N']) {
        const { status } = await t.call('POST', '/api/post/post-up', {
          as: staff,
          body: bodyOf({ boardType }),
        });
        expect(status).toBe(400);
      }
    });

    it('responds with the required message for a missing category, title or content [ROOM-07]', async () => {
      const required = '카테고리, 제목, 내용을 모두 입력해 주세요.';
      const cases = [
        { boardType: undefined },
        { title: ' ' },
        { title: undefined },
        { content: '' },
        { content: '<p> &nbsp;</p>' },
      ];
      for (const values of cases) {
        const { status, json } = await create(asker, values);
        expect([status, json.message]).toEqual([400, required]);
      }
    });

    it('lets the professor of the room, the council and above write notices [ROLE-14]', async () => {
      const boardType = 'LECTURE_N';
      expect((await create(asker, { boardType })).status).toBe(403);
      expect((await create(stranger, { boardType })).status).toBe(403);
      expect((await create(professor, { boardType })).status).toBe(201);
      for (const role of ['STUDENT_COUNCIL', 'MANAGER', 'ADMIN', 'SYSTEM'] as const) {
        expect((await create(await t.signIn(role), { boardType })).status).toBe(201);
      }
    });

    it('accepts anonymous posts on the question board only and stores no link to the author [ROOM-02]', async () => {
      for (const boardType of ['LECTURE_R', 'LECTURE_REF', 'LECTURE_N']) {
        expect((await create(staff, { boardType, anonymous: true })).status).toBe(400);
      }
      const { json } = await create(asker, { anonymous: true });
      const row = await readPost(t, json.id);
      expect(row).toMatchObject({ anonymous: true, authorId: null, lectureId: room });
      expect(row.authorSeal?.equals(t.seal.seal(asker.id))).toBe(true);
      expect(row.createdAt.getTime() % 60_000).toBe(0);
      expect(row.id).toBeGreaterThanOrEqual(2 ** 40);
    });

    it('ignores an answer, writer or counter in the body [API-11]', async () => {
      const { json } = await create(asker, {
        answer: '<p>내 답</p>',
        writerId: professor.id,
        likeCount: 99,
        lecturePostType: 'SECRET',
        answered: true,
      });
      expect(await readAnswer(t, json.id)).toBeNull();
      expect(await readPost(t, json.id)).toMatchObject({ authorId: asker.id, likeCount: 0 });
    });

    it('sanitises hostile HTML [HTML-02]', async () => {
      const content =
        '<p onclick="x()">글<script>alert(1)</script><img src="https://evil.example/a.png"></p>';
      const { json } = await create(asker, { content, title: '<img src=x onerror=alert(1)>' });
      const { json: dto } = await t.call('GET', `/api/post/${room}/${json.id}`, { as: asker });
      expect(dto).toMatchObject({ content: '<p>글</p>', title: '<img src=x onerror=alert(1)>' });
    });

    it('stores a double submit once, but the same post in another room again [RACE-18]', async () => {
      const before = await countPosts(t);
      const values = { title: '두 번', content: '<p>누름</p>' };
      const sent = await Promise.all(Array.from({ length: 20 }, () => create(asker, values)));
      expect(new Set(sent.map(({ json }) => json.id)).size).toBe(1);
      const other = await createLectureRoom(t);
      await create(asker, { ...values, lectureId: other });
      expect(await countPosts(t)).toBe(before + 2);
    });

    it('responds 404 for a missing room', async () => {
      const { status, json } = await create(asker, { lectureId: 987_654_321 });
      expect([status, json.error]).toEqual([404, 'LECTURE_NOT_FOUND']);
    });
  });

  describe('PUT /api/post/lecture-post-up/:postId', () => {
    it('changes the text, never the room, the board or the anonymity [ROOM-06]', async () => {
      const other = await createLectureRoom(t);
      const id = await createLecturePost(t, asker, room, { anonymous: true });
      expect((await update(asker, id, { lectureId: other })).status).toBe(404);
      expect((await update(asker, id, { boardType: 'LECTURE_R' })).status).toBe(400);
      const { status, json } = await update(asker, id, { title: '고친 제목', anonymous: false });
      expect([status, json]).toMatchObject([200, { id, lectureId: room }]);
      expect(await readPost(t, id)).toMatchObject({
        title: '고친 제목',
        anonymous: true,
        authorId: null,
        lectureId: room,
      });
    });

    it('refuses every member but the author, with one message [ROLE-22, ANON-13]', async () => {
      const open = await createLecturePost(t, asker, room);
      const secret = await createLecturePost(t, asker, room, { anonymous: true });
      for (const as of [await t.signIn('STUDENT'), professor, staff, await t.signIn('ADMIN')]) {
        for (const id of [open, secret]) {
          const { status, json } = await update(as, id);
          expect([status, json.error]).toEqual([403, 'PERMISSION_DENIED']);
        }
      }
    });
  });

  describe('DELETE /api/post/:id of a lecture post', () => {
    const remove = (as: SignedIn, id: number) =>
      t.call('DELETE', `/api/post/${id}?reason=spam`, { as });

    it('allows the author, and staff and the professor of the room with an audit entry', async () => {
      const ids = await Promise.all(
        [1, 2, 3, 4].map((n) => createLecturePost(t, asker, room, { title: `지울 글 ${n}` })),
      );
      const [own = 0, byProfessor = 0, byStaff = 0, left = 0] = ids;
      for (const as of [await t.signIn('STUDENT'), stranger]) {
        expect((await remove(as, left)).status).toBe(403);
      }
      expect((await remove(asker, own)).status).toBe(200);
      expect((await remove(professor, byProfessor)).status).toBe(200);
      expect((await remove(staff, byStaff)).status).toBe(200);
      expect(await readPostAudit(t, own)).toEqual([]);
      expect(await readPostAudit(t, byProfessor)).toEqual([
        expect.objectContaining({
          actorId: professor.id,
          action: 'post.delete',
          detail: { boardType: 'LECTURE_Q', lectureId: room },
        }),
      ]);
      expect(await readPostAudit(t, byStaff)).toHaveLength(1);
      expect((await remove(staff, byStaff)).status).toBe(404);
    });

    it('stores no name when the author deletes an anonymous question [ANON-27]', async () => {
      const id = await createLecturePost(t, asker, room, { anonymous: true });
      expect((await remove(asker, id)).status).toBe(200);
      expect(await readPost(t, id)).toMatchObject({ deletedBy: null, authorId: null });
      expect(await readPostAudit(t, id)).toEqual([]);
    });
  });

  describe('the answer of the professor [ROOM-04]', () => {
    it('is written only by the professor of the room and staff', async () => {
      const id = await createLecturePost(t, asker, room);
      for (const as of [
        asker,
        await t.signIn('USER'),
        stranger,
        await t.signIn('STUDENT_COUNCIL'),
      ]) {
        const { status, json } = await answer(as, id);
        expect([status, json.error]).toEqual([403, 'PERMISSION_DENIED']);
        expect((await takeAnswer(as, id)).status).toBe(403);
      }
      const { status, json } = await answer(professor, id);
      expect(status).toBe(200);
      expect(json.dto).toMatchObject({
        answer: '<p>표를 보세요.</p>',
        answered: true,
        answerWriter: { id: professor.id, nickname: professor.nickname },
      });
      expect((await answer(staff, id, '<p>고친 답</p>')).json.dto).toMatchObject({
        answer: '<p>고친 답</p>',
        answerWriter: { id: professor.id },
        answerUpdatedDate: expect.stringContaining('+09:00'),
      });
    });

    it('responds 404 for another room and a missing post, 400 for a post that is not a question', async () => {
      const other = await createLectureRoom(t, { professorId: professor.id });
      const id = await createLecturePost(t, asker, room);
      const review = await createLecturePost(t, asker, room, { boardType: 'LECTURE_R' });
      expect((await answer(professor, id, '<p>답</p>', other)).status).toBe(404);
      expect((await answer(professor, 987_654_321)).status).toBe(404);
      expect((await answer(professor, review)).status).toBe(400);
      expect((await answer(professor, id, '<p> </p>')).json.message).toBe(
        '답변 내용을 입력해 주세요.',
      );
      expect((await takeAnswer(professor, id)).json.error).toBe('ANSWER_NOT_FOUND');
    });

    it('is stored once when sent concurrently', async () => {
      const id = await createLecturePost(t, asker, room);
      const sent = await Promise.all(
        Array.from({ length: 20 }, (_, n) => answer(n % 2 ? staff : professor, id, `<p>${n}</p>`)),
      );
      expect(sent.every(({ status }) => status === 200)).toBe(true);
      expect(await readAnswer(t, id)).not.toBeNull();
    });

    it('is deleted, with an audit entry when another member wrote it', async () => {
      const id = await createLecturePost(t, asker, room);
      await answerQuestion(t, professor, { lectureId: room, postId: id });
      expect((await takeAnswer(professor, id)).status).toBe(200);
      expect(await readPostAudit(t, id)).toEqual([]);
      await answerQuestion(t, professor, { lectureId: room, postId: id });
      expect((await takeAnswer(staff, id)).status).toBe(200);
      expect(await readPostAudit(t, id)).toMatchObject([
        { action: 'answer.delete', actorId: staff.id },
      ]);
      expect(await readAnswer(t, id)).toBeNull();
    });

    it('keeps its pictures when the question is changed and releases them when it is deleted', async () => {
      const asked = await uploadPicture(t, asker);
      const answerPicture = await uploadPicture(t, professor);
      const id = await createLecturePost(t, asker, room, { imageUrls: [asked] });
      await answer(professor, id, `<p>그림</p><img src="${answerPicture}" alt="">`);
      expect((await update(asker, id, { imageUrls: [asked] })).status).toBe(200);
      t.clock.advance(25 * 60 * 60);
      await t.services.uploads.pictures.sweep();
      const isThere = async (url: string) => (await t.call('GET', url)).status === 200;
      expect([await isThere(asked), await isThere(answerPicture)]).toEqual([true, true]);
      const again = await t.signInAs(professor);
      await takeAnswer(again, id);
      t.clock.advance(25 * 60 * 60);
      await t.services.uploads.pictures.sweep();
      expect([await isThere(asked), await isThere(answerPicture)]).toEqual([true, false]);
      for (const one of [professor, stranger, asker, staff]) {
        one.headers = (await t.signInAs(one)).headers;
      }
    });
  });

  describe('comments and likes of lecture posts', () => {
    it('show aliases for every member on an anonymous question, the professor included, with replies from the shared call [COMM-10]', async () => {
      const id = await createLecturePost(t, asker, room, { anonymous: true });
      const say = async (as: SignedIn, content: string, parentId?: number) => {
        t.clock.advance(1);
        const body = { content, ...(parentId !== undefined && { parentId }) };
        const { status, json } = await t.call('POST', `/api/lecture-room/${id}/comments`, {
          as,
          body,
        });
        expect(status).toBe(201);
        return json.comment;
      };
      const top = await say(professor, '교수의 말');
      await say(asker, '물은 이의 답글', top.id);
      await say(staff, '조교의 답글', top.id);
      const { json } = await t.call('GET', `/api/post/lecture/${id}/comments`, { as: staff });
      expect(json.comments).toEqual([
        expect.objectContaining({
          writerNickname: '익명1',
          writerId: null,
          boardType: 'LECTURE_Q',
        }),
      ]);
      const { replies } = (await t.call('GET', `/api/post/${top.id}/replies`, { as: staff })).json;
      expect(replies.map((one: { writerNickname: string }) => one.writerNickname)).toEqual([
        '글쓴이',
        '익명2',
      ]);
      expect(
        (await t.call('GET', '/api/post/my-comments', { as: asker })).json.posts[0],
      ).toMatchObject({
        postId: id,
        boardType: 'LECTURE_Q',
        lectureRoomId: room,
      });
    });

    it('use the likes and scraps of board posts [REACT-03]', async () => {
      const id = await createLecturePost(t, asker, room, { boardType: 'LECTURE_R' });
      expect((await t.call('POST', `/api/post/${id}/like`, { as: staff })).json).toEqual({
        currentCount: 1,
        liked: true,
      });
      await t.call('POST', `/api/post/${id}/scrap`, { as: staff });
      const { json: dto } = await t.call('GET', `/api/post/${room}/${id}`, { as: staff });
      expect(dto).toMatchObject({ isLike: true, isScrapped: true, likeCount: 1 });
      const { scraps } = (await t.call('GET', '/api/post/scraps', { as: staff })).json;
      expect(scraps[0]).toMatchObject({
        boardType: 'LECTURE_R',
        boardName: 'LECTURE_R',
        lectureRoomId: room,
      });
    });
  });
});

describe('a question that is changed and answered concurrently', () => {
  type Executor = Pick<TestApp['db'], 'execute'>;
  let professor: SignedIn;
  let asker: SignedIn;
  let room: number;
  beforeAll(async () => {
    [professor, asker] = await Promise.all([t.signIn('PROFESSOR'), t.signIn('STUDENT')]);
  });

  beforeEach(async () => {
    room = await createLectureRoom(t, { professorId: professor.id });
  });

  const answer = (postId: number, picture: string) =>
    t.call('PUT', `/api/lecture-room/${room}/posts/${postId}/answer`, {
      as: professor,
      body: { content: `<p>그림</p><img src="${picture}" alt="">` },
    });
  const takeAnswer = (postId: number) =>
    t.call('DELETE', `/api/lecture-room/${room}/posts/${postId}/answer`, { as: professor });
  const update = (postId: number, imageUrls: string[]) =>
    t.call('PUT', `/api/post/lecture-post-up/${postId}`, {
      as: asker,
      body: { lectureId: room, boardType: 'LECTURE_Q', title: '고침', content: '고침', imageUrls },
    });
  /** Starts `late` while the post is locked, runs `early` first and returns the result of `late`. */
  async function overtake<T>(
    postId: number,
    early: (tx: Executor) => Promise<void>,
    late: () => Promise<T>,
  ): Promise<T | undefined> {
    let running: Promise<T> | undefined;
    await t.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from posts where id = ${postId} for no key update`);
      running = late();
      await expect.poll(() => countWaiting(t)).toBeGreaterThan(0);
      await early(tx);
    });
    return running;
  }

  /** Id of the post that the picture is attached to; null when the next cleanup deletes the picture. */
  async function ownerOf(picture: string): Promise<number | null> {
    const { rows } = await t.db.execute<{ postId: number | null }>(sql`
    select post_id as "postId" from uploads where ${picture} like '%' || key || '%'`);
    return rows[0]?.postId ?? null;
  }

  it('keeps the picture that was added to the question meanwhile', async () => {
    const [asked, answerPicture] = [
      await createPicture(t.db, asker),
      await createPicture(t.db, professor),
    ];
    const postId = await createLecturePost(t, asker, room);
    const early = async (tx: Executor) => {
      await tx.execute(sql`update posts set image_urls = array[${asked}] where id = ${postId}`);
      await tx.execute(sql`update uploads set post_id = ${postId}
        where ${asked} like '%' || key || '%'`);
    };
    const answered = await overtake(postId, early, () => answer(postId, answerPicture));
    expect(answered?.status).toBe(200);
    expect([await ownerOf(asked), await ownerOf(answerPicture)]).toEqual([postId, postId]);
  });

  it('keeps the picture of the answer that was written meanwhile', async () => {
    const [asked, answerPicture] = [
      await createPicture(t.db, asker),
      await createPicture(t.db, professor),
    ];
    const postId = await createLecturePost(t, asker, room);
    const early = async (tx: Executor) => {
      await tx.execute(sql`insert into lecture_answers (post_id, author_id, content)
        values (${postId}, ${professor.id}, ${`<img src="${answerPicture}" alt="">`})`);
      await tx.execute(sql`update uploads set post_id = ${postId}
        where ${answerPicture} like '%' || key || '%'`);
    };
    const changed = await overtake(postId, early, () => update(postId, [asked]));
    expect(changed?.status).toBe(200);
    expect([await ownerOf(asked), await ownerOf(answerPicture)]).toEqual([postId, postId]);
  });

  it('survives concurrent changes, answers and removals without deadlock and keeps the pictures', async () => {
    const [asked, answerPicture] = [
      await createPicture(t.db, asker),
      await createPicture(t.db, professor),
    ];
    const postId = await createLecturePost(t, asker, room, { imageUrls: [asked] });
    await answerQuestion(t, professor, { lectureId: room, postId });
    const calls = Array.from({ length: 12 }, () => [
      untilServed(() => answer(postId, answerPicture)),
      untilServed(() => takeAnswer(postId)),
      untilServed(() => update(postId, [asked])),
    ]);
    const statuses = (await Promise.all(calls.flat())).map(({ status }) => status);
    // The next answer can use the picture of a deleted one.
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect((await answer(postId, answerPicture)).status).toBe(200);
    expect([await ownerOf(asked), await ownerOf(answerPicture)]).toEqual([postId, postId]);
  });
});
