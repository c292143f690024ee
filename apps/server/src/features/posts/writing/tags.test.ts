import { TEXTS } from '@naru/contract/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLecture, markLecture } from '../../../testing/factories/lectures.ts';
import { changePost, createPost, readPost } from '../../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let student: SignedIn;
let lectureId: number;
let title: string;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.advance(60);
  student = await t.signIn('STUDENT');
  title = `항해학개론 ${student.id}`;
  lectureId = await createLecture(t, student, { title, professorName: '윤슬' });
});

const review = { boardType: 'REVIEW', title: '한 학기 후기', content: '<p>내용</p>' };
const create = (body: object, as = student) => t.call('POST', '/api/post/post-up', { as, body });
const update = (id: number, body: object) =>
  t.call('PUT', `/api/post/post-up/${id}`, { as: student, body });
const remove = (id: number) => t.call('DELETE', `/api/lecture-room/${id}`, { as: student });

/** The tag on the page of a post, on its board and on the main page. */
async function tagsOf(id: number, as: SignedIn = student) {
  const detail = (await t.call('GET', `/api/post/${id}`, { as })).json.dto;
  const board = (await t.call('GET', '/api/post?boardType=REVIEW', { as })).json.pageResponse.posts;
  const summary = (await t.call('GET', '/api/post/REVIEW/summary', { as })).json;
  return [
    detail,
    ...[board, summary].map((rows) => rows.find((row: typeof detail) => row.id === id)),
  ].map(({ lectureTag }) => lectureTag);
}
const idsAbout = async (query: string) =>
  (await t.call('GET', `/api/post?${query}`, { as: student })).json.pageResponse.posts.map(
    ({ id }: { id: number }) => id,
  );

describe('the lecture of a review', () => {
  it('is stored with the post and shown on its page and in lists [BOARD-07]', async () => {
    const { status, json } = await create({ ...review, lectureTagId: lectureId });
    expect(status).toBe(201);
    const tag = {
      id: lectureId,
      title,
      professorName: '윤슬',
      year: 2026,
      semester: 2,
      canRead: true,
    };
    expect(await tagsOf(json.id)).toEqual([tag, tag, tag]);
  });

  it('stays when a change does not mention it, and can be replaced and removed [BOARD-32]', async () => {
    const id = await createPost(t, student, { boardType: 'REVIEW', lectureTagId: lectureId });
    await update(id, { ...review, title: '고친 후기' });
    expect(await readPost(t, id)).toMatchObject({ title: '고친 후기', lectureTagId: lectureId });
    const other = await createLecture(t, student);
    await update(id, { ...review, lectureTagId: other });
    expect((await readPost(t, id)).lectureTagId).toBe(other);
    await update(id, { ...review, lectureTagId: null });
    expect((await readPost(t, id)).lectureTagId).toBeNull();
    expect(await tagsOf(id)).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['a missing lecture', () => ({ lectureTagId: 999_999 }), TEXTS.lectureTagUnknown],
    [
      'a removed lecture',
      async () => {
        await remove(lectureId);
        return { lectureTagId: lectureId };
      },
      TEXTS.lectureTagUnknown,
    ],
    [
      'another board',
      () => ({ lectureTagId: lectureId, boardType: 'FREE' }),
      TEXTS.lectureTagBoard,
    ],
    ['an id that is no number', () => ({ lectureTagId: '7' }), expect.any(String)],
  ])(
    'is refused for %s, on writing and on editing, and nothing changes [BOARD-32]',
    async (_name, given, message) => {
      const id = await createPost(t, student, {
        boardType: 'REVIEW',
        title: '그대로',
      });
      const body = { ...review, ...(await given()) };
      const before = await idsAbout('boardType=REVIEW&size=50');
      for (const response of [
        await create(body),
        await update(id, { ...body, title: '바뀐 제목' }),
      ]) {
        expect([response.status, response.json.error]).toEqual([400, 'VALIDATION_FAILED']);
        if (body.boardType === 'REVIEW') {
          expect(response.json.errors).toEqual([{ field: 'lectureTagId', message }]);
        }
      }
      expect(await idsAbout('boardType=REVIEW&size=50')).toEqual(before);
      expect(await readPost(t, id)).toMatchObject({ title: '그대로', lectureTagId: null });
    },
  );

  it('vanishes with the lecture, and the post stays [BOARD-32]', async () => {
    const id = await createPost(t, student, { boardType: 'REVIEW', lectureTagId: lectureId });
    await remove(lectureId);
    expect(await tagsOf(id)).toEqual([undefined, undefined, undefined]);
    expect(await idsAbout('boardType=REVIEW')).toContain(id);
  });

  it('says so to readers who may not enter a members-only room [BOARD-33]', async () => {
    const professor = await t.signIn('PROFESSOR');
    const closed = await createLecture(t, professor, { membersOnly: true, entryCode: '바다1234' });
    const { json } = await create({ ...review, lectureTagId: closed });
    const member = await t.signIn('USER');
    await markLecture(t, member, closed, '바다1234');
    const canRead = async (as: SignedIn) => (await tagsOf(json.id, as)).map((tag) => tag.canRead);
    expect(await canRead(student)).toEqual([false, false, false]);
    expect(await canRead(member)).toEqual([true, true, true]);
    expect(await canRead(professor)).toEqual([true, true, true]);
  });
});

describe('GET /api/post?lectureTagId', () => {
  it('lists the reviews of a lecture, newest first, paged and searched [BOARD-34]', async () => {
    const about = { boardType: 'REVIEW', lectureTagId: lectureId } as const;
    const first = await createPost(t, student, { ...about, title: '첫 후기' });
    await createPost(t, student, { boardType: 'REVIEW' });
    t.clock.advance(60);
    const second = await createPost(t, student, { ...about, title: '둘째 후기' });
    const query = `boardType=REVIEW&lectureTagId=${lectureId}`;
    expect(await idsAbout(query)).toEqual([second, first]);
    expect(await idsAbout(`${query}&page=1&size=1`)).toEqual([first]);
    expect(await idsAbout(`${query}&query=${encodeURIComponent('둘째')}`)).toEqual([second]);
    expect(await idsAbout(`boardType=FREE&lectureTagId=${lectureId}`)).toEqual([]);
    await changePost(t, second, { blindedAt: t.clock.now() });
    await t.call('DELETE', `/api/post/${first}`, { as: student });
    expect(await idsAbout(query)).toEqual([]);
  });

  it.each(['0', '-1', '1.5', 'x', '99999999999999999999'])('refuses the id %s', async (id) => {
    const { status } = await t.call('GET', `/api/post?boardType=REVIEW&lectureTagId=${id}`, {
      as: student,
    });
    expect(status).toBe(400);
  });
});
