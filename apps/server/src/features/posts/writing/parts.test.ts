import { TEXTS } from '@naru/contract/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBlock } from '../../../testing/factories/friends.ts';
import { createHead, requireHeads, retireHead } from '../../../testing/factories/heads.ts';
import { createLecture, markLecture } from '../../../testing/factories/lectures.ts';
import { changePost, createPost, readPost } from '../../../testing/factories/posts.ts';
import { countWaiting } from '../../../testing/lock-waits.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';
import { recordStatements } from '../posts.fixture.ts';

let t: TestApp;
let student: SignedIn;
let reader: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  [student, reader] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.advance(60);
  await t.db.execute('delete from board_head_rules');
  [student, reader] = [await t.signInAs(student), await t.signInAs(reader)];
});

let counter = 0;
const bodyOf = (more: object = {}) => {
  counter += 1;
  return { boardType: 'FREE', title: `갈매기 ${counter}`, content: '<p>끼룩</p>', ...more };
};
const create = (body: object, as = student) => t.call('POST', '/api/post/post-up', { as, body });
const update = (id: number, body: object, as = student) =>
  t.call('PUT', `/api/post/post-up/${id}`, { as, body });
const list = (query: string, as = reader) => t.call('GET', `/api/post?${query}`, { as });
async function idsOf(query: string): Promise<number[]> {
  const { status, json, text } = await list(query);
  if (status !== 200) throw new Error(text);
  return json.pageResponse.posts.map(({ id }: { id: number }) => id);
}

/** The head of a post on its page, in the list of its board and on the main page. */
async function headsOf(id: number, as = reader) {
  const { dto } = (await t.call('GET', `/api/post/${id}`, { as })).json;
  const { posts } = (await list(`boardType=${dto.boardType}`, as)).json.pageResponse;
  const summary = (await t.call('GET', `/api/post/${dto.boardType}/summary`, { as })).json.Posts;
  const rows = [posts, summary].map((all) => all.find((row: typeof dto) => row.id === id));
  return [dto, ...rows].map((row) => row?.head);
}
async function write(values: Parameters<typeof createPost>[2]): Promise<number> {
  t.clock.advance(60);
  return createPost(t, student, values);
}

describe('the head of a post', () => {
  it.each([
    ['a retired one', async () => (await createHead(t, { isRetired: true })).id, TEXTS.headGone],
    [
      'one of another board',
      async () => (await createHead(t, { boardType: 'QNA' })).id,
      TEXTS.headGone,
    ],
    ['a missing one', async () => 999_999, TEXTS.headGone],
  ])('is not %s [POST-270, POST-271]', async (_what, make, message) => {
    const headId = await make();
    const { status, json } = await create(bodyOf({ headId }));
    expect([status, json.errors]).toEqual([400, [{ field: 'headId', message }]]);
    const id = await write({});
    expect((await update(id, bodyOf({ headId }))).json.errors[0].message).toBe(message);
    expect((await readPost(t, id)).headId).toBeNull();
  });

  it('is refused on boards without heads [POST-270]', async () => {
    const { id: headId } = await createHead(t);
    const item = bodyOf({ boardType: 'MARKET', price: 1000, headId });
    const { status, json } = await create(item);
    expect([status, json.errors[0].message]).toEqual([400, TEXTS.headBoard]);
    expect((await list('boardType=MARKET&headId=1')).status).toBe(400);
    expect((await list('boardType=POPULAR&headId=1')).status).toBe(400);
  });

  it('is shown before the title on the page, in lists and in searches [POST-272]', async () => {
    const head = await createHead(t);
    const body = bodyOf({ headId: head.id });
    const { status, json } = await create(body);
    expect(status).toBe(201);
    expect(await headsOf(json.id)).toEqual([head, head, head]);
    const found = await t.call('GET', `/api/search?query=${encodeURIComponent(body.title)}`, {
      as: reader,
    });
    expect(found.json.posts[0]).toMatchObject({ id: json.id, head });
  });

  it('stays when a change does not mention it, and can be replaced and removed [POST-270]', async () => {
    const [head, other] = [await createHead(t), await createHead(t)];
    const id = await write({ headId: head.id });
    await update(id, bodyOf());
    expect((await readPost(t, id)).headId).toBe(head.id);
    await update(id, bodyOf({ headId: other.id }));
    expect((await headsOf(id))[1]).toEqual(other);
    await update(id, bodyOf({ headId: null }));
    expect(await headsOf(id)).toEqual([undefined, undefined, undefined]);
  });

  it('stays on its posts when it is retired, which may keep it when they change [POST-271]', async () => {
    const [head, other] = [await createHead(t), await createHead(t)];
    const id = await write({ headId: head.id });
    await retireHead(t, head.id);
    expect((await update(id, bodyOf({ headId: head.id }))).status).toBe(200);
    expect(await headsOf(id)).toEqual([head, head, head]);
    await update(id, bodyOf({ headId: other.id }));
    expect((await update(id, bodyOf({ headId: head.id }))).status).toBe(400);
  });

  it('is needed where an ADMIN wants one, also by a change that would remove it [POST-270]', async () => {
    await requireHeads(t, 'REVIEW');
    const review = { boardType: 'REVIEW' as const };
    expect((await create(bodyOf(review))).status).toBe(201);
    const old = await write({ ...review, title: '말머리 전의 글' });
    const head = await createHead(t, review);
    const { status, json } = await create(bodyOf(review));
    expect([status, json.errors]).toEqual([400, [{ field: 'headId', message: TEXTS.headChoose }]]);
    const id = await write({ ...review, headId: head.id });
    expect((await update(id, bodyOf({ ...review, headId: null }))).status).toBe(400);
    expect((await update(old, bodyOf(review))).status).toBe(200);
  });

  it('is hidden with a blinded post and from members who block the author [POST-272]', async () => {
    const head = await createHead(t);
    const id = await write({ headId: head.id });
    const blocker = await t.signIn('STUDENT');
    await createBlock(t.db, blocker, student);
    expect(await headsOf(id, blocker)).toEqual([undefined, undefined, undefined]);
    await changePost(t, id, { blindedAt: t.clock.now() });
    expect((await headsOf(id, await t.signIn('STUDENT')))[1]).toBeUndefined();
  });

  it('waits for an ADMIN who retires it, and is refused then [POST-271]', async () => {
    const head = await createHead(t);
    const { response } = await t.db.transaction(async (tx) => {
      await tx.execute(`update board_heads set place = null where id = ${head.id}`);
      const response = create(bodyOf({ headId: head.id }));
      await expect.poll(() => countWaiting(t)).toBe(1);
      return { response };
    });
    const { status, json } = await response;
    expect([status, json.errors[0].message]).toEqual([400, TEXTS.headGone]);
  });

  it('is the same for all who write on the secret board, and distinguishes nobody [POST-274]', async () => {
    const head = await createHead(t, { boardType: 'SECRET' });
    const manager = await t.signIn('MANAGER');
    const secret = bodyOf({ boardType: 'SECRET', headId: head.id });
    const ids = [await create(secret), await create(secret, manager)].map(({ json }) => json.id);
    const shown = await Promise.all(
      ids.map(async (id) => (await t.call('GET', `/api/post/${id}`, { as: reader })).json.dto),
    );
    const [first, second] = shown.map(({ id: _, ...rest }) => rest);
    expect(first).toEqual(second);
    expect(first.head).toEqual(head);
  });
});

describe('a list by head', () => {
  it('has its posts only, newest first, with pages and totals, also retired ones [POST-273]', async () => {
    const [head, other] = [await createHead(t), await createHead(t)];
    const title = '부두 소식';
    const first = await write({ headId: head.id, title });
    await write({ headId: other.id, title });
    const pinned = await write({ headId: head.id });
    await changePost(t, pinned, { pinned: true });
    const last = await write({ headId: head.id });
    const deleted = await write({ headId: head.id });
    await changePost(t, deleted, { deletedAt: t.clock.now() });
    const query = `boardType=FREE&headId=${head.id}`;
    expect(await idsOf(query)).toEqual([last, pinned, first]);
    const page = (await list(`${query}&size=2&page=1`)).json.pageResponse;
    expect(page).toMatchObject({ totalCount: 3, totalPages: 2, posts: [{ id: first }] });
    expect(await idsOf(`${query}&query=${encodeURIComponent(title)}`)).toEqual([first]);
    await changePost(t, first, { likeCount: 3 });
    expect(await idsOf(`${query}&sortBy=likes`)).toEqual([first, last, pinned]);
    await retireHead(t, head.id);
    expect(await idsOf(query)).toEqual([last, pinned, first]);
    expect(await idsOf(`boardType=QNA&headId=${head.id}`)).toEqual([]);
  });

  it('takes two statements, and the head none in a list, on a page and in a search [POST-273]', async () => {
    const head = await createHead(t);
    const id = await write({ headId: head.id });
    const count = async (path: string) =>
      (await recordStatements(() => t.call('GET', path, { as: reader }))).length;
    expect(await count(`/api/post?boardType=FREE&headId=${head.id}`)).toBe(2);
    expect(await count('/api/post?boardType=FREE&page=3&size=50')).toBe(1);
    expect(await count(`/api/post/${id}`)).toBe(1);
  });
});

let lectureId: number;
let title: string;
async function createReviewedLecture() {
  student = await t.signIn('STUDENT');
  title = `항해학개론 ${student.id}`;
  lectureId = await createLecture(t, student, { title, professorName: '윤슬' });
}

const review = { boardType: 'REVIEW', title: '한 학기 후기', content: '<p>내용</p>' };
const remove = (id: number) => t.call('DELETE', `/api/lecture-room/${id}`, { as: student });

/** The tag on the page of a post, on its board and on the main page. */
async function tagsOf(id: number, as: SignedIn = student) {
  const detail = (await t.call('GET', `/api/post/${id}`, { as })).json.dto;
  const board = (await t.call('GET', '/api/post?boardType=REVIEW', { as })).json.pageResponse.posts;
  const summary = (await t.call('GET', '/api/post/REVIEW/summary', { as })).json.Posts;
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
  beforeEach(createReviewedLecture);

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
  beforeEach(createReviewedLecture);

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
