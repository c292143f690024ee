import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerQuestion } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { readPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { uploadFile } from './attachments.fixture.ts';
import { uploadPicture } from './pictures.fixture.ts';

let t: TestApp;
let author: SignedIn;
let room: number;
beforeAll(async () => {
  t = await createTestApp();
  author = await t.signIn('STUDENT');
  room = await createLectureRoom(t);
});
beforeEach(async () => {
  t.clock.advance(60);
  author = await t.signInAs(author);
});
afterAll(() => t.close());

const showing = (url: string) => `<p>포스터</p><p><img src="${url}" alt="포스터" /></p>`;

async function write(values: object, as = author) {
  t.clock.advance(15);
  const isLecture = 'lectureId' in values;
  const path = isLecture ? '/api/post/lecture-post-up' : '/api/post/post-up';
  const body = { boardType: 'FREE', title: '글', content: '<p>내용</p>', ...values };
  const { status, json } = await t.call('POST', path, { as, body });
  return { status, error: json.error, id: json.id as number };
}

const picturesOf = async (id: number) => (await readPost(t, id)).imageUrls;
const statusOf = async (url: string) => (await t.app.inject({ method: 'GET', url })).statusCode;
async function rowsOf(id: number, table: 'uploads' | 'attachments' = 'uploads') {
  const { rows } = await t.db.execute(
    sql`select * from ${sql.identifier(table)} where post_id = ${id}`,
  );
  return rows;
}

/** Deletes the post, and what the sweep finds a day later. */
async function erase(id: number) {
  await t.call('DELETE', `/api/post/${id}`, { as: author });
  t.clock.advance(26 * 60 * 60);
  await t.services.jobs.files.run();
  author = await t.signInAs(author);
}

it.each([
  ['the same board', {}],
  ['an anonymous board', { boardType: 'SECRET' }],
  ['a market item', { boardType: 'MARKET', price: 0 }],
  ['a lecture room', { boardType: 'LECTURE_R', lecture: true }],
  ['an anonymous question', { boardType: 'LECTURE_Q', lecture: true, anonymous: true }],
])(
  'a picture of an own post is copied to %s, and each outlives the other [UPLOAD-124]',
  async (_where, { lecture, ...values }: Record<string, unknown>) => {
    const place = lecture === true ? { ...values, lectureId: room } : values;
    for (const erased of [0, 1]) {
      const url = await uploadPicture(t, author);
      const first = await write({ title: `원본 ${erased}`, content: showing(url) });
      const second = await write({
        ...place,
        title: `사본 ${erased}`,
        content: showing(url),
        imageUrls: [url],
      });
      expect([first.status, second.status, second.error]).toEqual([201, 201, undefined]);
      const copies = await picturesOf(second.id);
      expect(copies).toHaveLength(1);
      expect(copies).not.toEqual([url]);
      expect((await readPost(t, second.id)).content).toContain(copies[0]);
      expect(await picturesOf(first.id)).toEqual([url]);
      const ids = [first.id, second.id];
      const left = [url, copies[0] ?? ''][1 - erased] ?? '';
      await erase(ids[erased] ?? 0);
      expect(await statusOf(left)).toBe(200);
      expect(await statusOf([url, copies[0] ?? ''][erased] ?? '')).toBe(404);
    }
  },
);

it('nothing of a copy in an anonymous post names the member or the original [UPLOAD-124]', async () => {
  const url = await uploadPicture(t, author);
  await write({ title: '공개', content: showing(url) });
  const secret = await write({ title: '비밀', boardType: 'SECRET', content: showing(url) });
  const [row] = await rowsOf(secret.id);
  expect(row).toMatchObject({
    owner_id: null,
    bytes: 0,
    width: null,
    height: null,
    copied_from: null,
  });
  expect(String(row?.created_at)).toContain(' 00:00:00');
});

it('a picture of an own anonymous post is copied, and one of somebody else refused [UPLOAD-124, UPLOAD-12]', async () => {
  const url = await uploadPicture(t, author);
  const secret = await write({ title: '비밀 글', boardType: 'SECRET', content: showing(url) });
  const open = await write({ title: '공개 글', content: showing(url) });
  expect([secret.status, open.status]).toEqual([201, 201]);
  expect(await picturesOf(open.id)).not.toEqual(await picturesOf(secret.id));
  const other = await write({ title: '남의 글', content: showing(url) }, await t.signIn('STUDENT'));
  expect([other.status, other.error]).toEqual([400, 'IMAGE_NOT_READY']);
});

it('the same text with a copied picture does not stand with and without a name [UPLOAD-124]', async () => {
  const boards = { anonymousBoards: ['QNA'] };
  const admin = await t.signIn('ADMIN');
  const { json } = await t.call('GET', '/api/admin/settings', { as: admin });
  const settings = { ...json.settings, ...boards };
  await t.call('PUT', '/api/admin/settings', { as: admin, body: settings });
  const url = await uploadPicture(t, author);
  const text = { boardType: 'QNA', title: '같은 글', content: showing(url) };
  expect((await write(text)).status).toBe(201);
  expect((await write({ ...text, anonymous: true })).status).not.toBe(201);
});

it('a file of an own post is copied, and each outlives the other [UPLOAD-124]', async () => {
  for (const erased of [0, 1]) {
    const key = await uploadFile(t, author, '안내.pdf');
    const first = await write({ title: `파일 ${erased}`, attachments: [key] });
    const second = await write({ title: `다시 ${erased}`, attachments: [key] });
    expect([first.status, second.status]).toEqual([201, 201]);
    const ids = [first.id, second.id];
    await erase(ids[erased] ?? 0);
    const left = ids[1 - erased] ?? 0;
    const { dto } = (await t.call('GET', `/api/post/${left}`, { as: author })).json;
    expect(dto.attachments).toMatchObject([{ name: '안내.pdf' }]);
    expect((await t.app.inject({ method: 'GET', url: dto.attachments[0].url })).statusCode).toBe(
      200,
    );
    expect(await rowsOf(ids[erased] ?? 0, 'attachments')).toEqual([]);
  }
});

it('pictures of an answer, and of a change, are copied too [UPLOAD-124]', async () => {
  const professor = await t.signIn('PROFESSOR');
  const lectureId = await createLectureRoom(t, { professorId: professor.id });
  const url = await uploadPicture(t, author);
  await write({ title: '처음', content: showing(url) });
  const second = await write({ title: '나중' });
  const body = { boardType: 'FREE', title: '나중', content: showing(url) };
  const { status } = await t.call('PUT', `/api/post/post-up/${second.id}`, { as: author, body });
  expect(status).toBe(200);
  const [copy] = await picturesOf(second.id);
  await t.call('PUT', `/api/post/post-up/${second.id}`, {
    as: author,
    body: { ...body, content: showing(copy ?? '') },
  });
  expect(await picturesOf(second.id)).toEqual([copy]);
  const own = await uploadPicture(t, professor);
  await write({ title: '교수', content: showing(own) }, professor);
  const question = await write({ title: '질문', boardType: 'LECTURE_Q', lectureId });
  await answerQuestion(t, professor, { lectureId, postId: question.id }, showing(own));
  expect(await rowsOf(question.id)).toHaveLength(1);
});

describe('a post with a copy that is sent twice', () => {
  const send = (body: object) => t.call('POST', '/api/post/post-up', { as: author, body });

  it.each([
    ['an upload of its own', false],
    ['a picture of an earlier post', true],
  ])('is stored once, with %s [UPLOAD-124]', async (_what, isUsed) => {
    const url = await uploadPicture(t, author);
    if (isUsed) await write({ title: '먼저', content: showing(url) });
    const body = { boardType: 'FREE', title: `두 번 ${isUsed}`, content: showing(url) };
    const [first, second] = [await send(body), await send(body)];
    expect([second.status, second.json.id]).toEqual([first.status, first.json.id]);
    const other = { ...body, content: showing(await uploadPicture(t, author)) };
    expect((await send(other)).json.id).not.toBe(first.json.id);
  });

  it('that is refused leaves no copy [UPLOAD-124]', async () => {
    const url = await uploadPicture(t, author);
    await write({ title: '원본', content: showing(url) });
    const count = async () => (await t.db.execute('select from uploads')).rows.length;
    const before = await count();
    const body = { boardType: 'REVIEW', title: '거절', content: showing(url) };
    expect((await send({ ...body, lectureTagId: 999_999 })).status).toBe(400);
    expect(await count()).toBe(before);
  });
});

it('copies count as uploads [UPLOAD-124]', async () => {
  const member = await t.signIn('STUDENT');
  const url = await uploadPicture(t, member);
  await write({ title: '원본', content: showing(url) }, member);
  await t.db.execute(sql`update throttles set count = 100000 where key like 'upload hour %'`);
  const again = await write({ title: '사본', content: showing(url) }, member);
  expect(again.error).toBe('UPLOAD_QUOTA');
});
