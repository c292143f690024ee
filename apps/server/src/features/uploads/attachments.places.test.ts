import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addSeconds } from '../../platform/clock.ts';
import { createLecturePost, readAttachment } from '../../testing/factories/lecture-posts.ts';
import { changeRoom, createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { setRoles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { prove } from '../account/account.fixture.ts';
import { makePdf, presignFile, uploadFile } from './attachments.fixture.ts';
import { makePicture } from './pictures.fixture.ts';

let t: TestApp;
let start: Date;
let author: SignedIn;
let reader: SignedIn;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ env: { ATTACHMENT_TYPES: '.pdf, csv', ATTACHMENT_MAX_MB: '30' } });
  start = t.clock.now();
  author = await t.signIn('STUDENT');
  reader = await t.signIn('STUDENT');
  admin = await t.signIn('ADMIN');
});
beforeEach(() => t.clock.set(start));
afterAll(() => t.close());

const download = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers });
const statusOf = async (url: string) => (await download(url)).statusCode;
const filesOf = async (as: SignedIn, path: string) => {
  const { json } = await t.call('GET', path, { as });
  return (json.dto ?? json).attachments as { key: string; name: string; url: string }[];
};
const urlOf = async (as: SignedIn, path: string) => (await filesOf(as, path))[0]?.url ?? '';
const suspend = ({ id }: SignedIn, suspendedUntil: Date | null) =>
  t.db.execute(
    sql`update members set suspended_until = ${suspendedUntil?.toISOString() ?? null} where id = ${id}`,
  );
const write = (body: object, as = author) =>
  t.call('POST', '/api/post/post-up', {
    as,
    body: { boardType: 'FREE', title: '글', content: '<p>글</p>', ...body },
  });

describe('files of a post on a board', () => {
  it('are stored with the post, changed with it and served under their Korean name [UPLOAD-44]', async () => {
    const keys = [await uploadFile(t, author, '회의록 (1차).pdf'), await uploadFile(t, author)];
    const { status, json } = await write({ title: '파일 둘', attachments: keys });
    expect(status).toBe(201);
    const path = `/api/post/${json.id}`;
    expect((await filesOf(reader, path)).map(({ name }) => name)).toEqual([
      '회의록 (1차).pdf',
      '조류표.pdf',
    ]);
    const response = await download(await urlOf(reader, path));
    expect(response.headers['content-type']).toBe('application/octet-stream');
    expect(String(response.headers['content-disposition'])).toMatch(
      /^attachment; .*filename\*=UTF-8''%ED%9A%8C/,
    );
    await t.call('PUT', `/api/post/post-up/${json.id}`, {
      as: author,
      body: { boardType: 'FREE', title: '하나', content: '<p>글</p>', attachments: [keys[1]] },
    });
    expect((await filesOf(reader, path)).map(({ key }) => key)).toEqual([keys[1]]);
    expect(await readAttachment(t, keys[0] ?? '')).toMatchObject({ postId: null });
  });

  it('mark their post in the list of its board, its search and the main page [UPLOAD-58]', async () => {
    const marked = await write({ title: '명단 있음', attachments: [await uploadFile(t, author)] });
    const plain = await write({ title: '명단 없음' });
    const list = await t.call('GET', '/api/post?boardType=FREE', { as: reader });
    const found = await t.call('GET', `/api/post?boardType=FREE&query=${encodeURI('명단')}`, {
      as: reader,
    });
    const home = await t.call('GET', '/api/post/FREE/summary', { as: reader });
    const lists = [list.json.pageResponse.posts, found.json.pageResponse.posts, home.json.Posts];
    for (const posts of lists) {
      const hasFiles = new Map(
        posts.map((post: { id: number; hasFiles: boolean }) => [post.id, post.hasFiles]),
      );
      expect([hasFiles.get(marked.json.id), hasFiles.get(plain.json.id)]).toEqual([true, false]);
    }
  });

  it('are refused on anonymous boards, with anonymous questions and market items [UPLOAD-45]', async () => {
    const key = await uploadFile(t, author);
    const secret = await write({ boardType: 'SECRET', attachments: [key] });
    expect([secret.status, secret.json.errors[0].field]).toEqual([400, 'attachments']);
    expect(secret.json.message).toContain('익명 글에는 파일을 첨부할 수 없습니다.');
    const item = { boardType: 'MARKET', price: 1000, attachments: [key] };
    expect((await write(item)).json.message).toBe('물품에는 파일을 첨부할 수 없습니다.');
    const room = await createLectureRoom(t);
    const ask = (anonymous: boolean) =>
      createLecturePost(t, author, room, { anonymous, attachments: [key] });
    await expect(ask(true)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await readAttachment(t, key)).toMatchObject({ postId: null });
    expect(await ask(false)).toBeGreaterThan(0);
  });

  it('are never pictures, which belong into the text [UPLOAD-44]', async () => {
    const key = await uploadFile(t, author, '사진.png', await makePicture('png'));
    expect((await write({ title: '사진', attachments: [key] })).json.error).toBe(
      'ATTACHMENT_NOT_READY',
    );
  });

  it('can be downloaded only while the member of the address may read the post [UPLOAD-46, PRIV-18]', async () => {
    const room = await createLectureRoom(t);
    const inRoom = await createLecturePost(t, author, room, {
      attachments: [await uploadFile(t, author)],
    });
    const inRoomUrl = await urlOf(reader, `/api/post/${room}/${inRoom}`);
    expect(await statusOf(inRoomUrl)).toBe(200);
    await changeRoom(t, room, { membersOnly: true });
    expect(await statusOf(inRoomUrl)).toBe(404);
    const staff = await t.signIn('MANAGER');
    expect(await statusOf(await urlOf(staff, `/api/post/${room}/${inRoom}`))).toBe(200);

    const key = await uploadFile(t, author);
    const id = await createPost(t, author, { attachments: [key] });
    const url = await urlOf(reader, `/api/post/${id}`);
    const [sealed = ''] = url.split('/').at(-1)?.split('.') ?? [];
    expect(Buffer.from(sealed, 'base64url').toString()).not.toContain(key);
    await suspend(reader, addSeconds(t.clock.now(), 600));
    expect(await statusOf(url)).toBe(404);
    await suspend(reader, null);
    expect(await statusOf(url)).toBe(200);
    await t.call('DELETE', `/api/post/${id}?reason=x`, { as: admin });
    expect(await statusOf(url)).toBe(404);
  });

  it.each([
    [{}, 200, undefined],
    [{ range: 'bytes=0-4' }, 206, '%PDF-'],
    [{ range: 'bytes=-6' }, 206, '%%EOF\n'],
    [{ range: 'bytes=999999-' }, 416, ''],
    [{ range: 'bytes=0-4,6-7' }, 200, undefined],
    [{ range: 'bytes=0-4', 'if-range': '"other"' }, 200, undefined],
  ])('return for %j the status %i [UPLOAD-42]', async (headers, status, text) => {
    const id = await createPost(t, author, { attachments: [await uploadFile(t, author)] });
    const response = await download(await urlOf(reader, `/api/post/${id}`), headers);
    expect(response.statusCode).toBe(status);
    expect(response.headers['accept-ranges']).toBe('bytes');
    expect(response.payload).toBe(text ?? makePdf().toString());
  });
});

describe('what an installation accepts', () => {
  it('is a setting that the pages know and refusals name [UPLOAD-41]', async () => {
    const { json } = await t.call('GET', '/api/config');
    expect(json.attachments).toEqual({ endings: ['pdf', 'csv'], maxBytes: 30 * 1_048_576 });
    const refused = await presignFile(t, author, '한글.hwp');
    expect([refused.status, refused.json.message]).toEqual([
      415,
      '올릴 수 없는 형식입니다. PDF, CSV 파일을 올릴 수 있습니다.',
    ]);
    const large = await presignFile(t, author, 'a.pdf', { size: 30 * 1_048_576 + 1 });
    expect(large.json.message).toBe('30MB 이하의 파일만 올릴 수 있습니다.');
  });
});

describe('files of an inquiry', () => {
  const ask = (as: SignedIn, attachments: string[]) =>
    t.call('POST', '/api/inquiry', {
      as,
      body: {
        ...{ title: '학생 권한', content: '학생증을 보냅니다.', category: 'ROLE_REQUEST' },
        ...{ targetRole: 'STUDENT', attachments },
      },
    });

  it('are a proof that the asker and ADMIN download, and nobody else [UPLOAD-47, UPLOAD-26]', async () => {
    const user = await t.signIn('USER');
    const photo = await uploadFile(t, user, '학생증.PNG', await makePicture('png'));
    const { json, status } = await ask(user, [photo, await uploadFile(t, user, '재학.pdf')]);
    expect(status).toBe(201);
    const path = `/api/inquiries/${json.inquiry.id}`;
    expect((await filesOf(user, path)).map(({ name }) => name)).toEqual(['학생증.PNG', '재학.pdf']);
    const second = await t.signIn('ADMIN');
    const url = await urlOf(second, path);
    const response = await download(url);
    expect(response.headers['content-type']).toBe('application/octet-stream');
    expect(await statusOf(await urlOf(user, path))).toBe(200);
    expect((await t.call('GET', path, { as: reader })).status).toBe(404);
    await setRoles(t, second.id, ['USER']);
    expect(await statusOf(url)).toBe(404);
  });

  it("are the asker's own, checked and not in use; else nothing is stored [UPLOAD-12]", async () => {
    const user = await t.signIn('USER');
    const used = await uploadFile(t, author);
    await createPost(t, author, { attachments: [used] });
    const pending = (await presignFile(t, user, 'a.pdf')).json.key;
    for (const key of [used, pending, await uploadFile(t, author)]) {
      expect((await ask(user, [key])).json.error).toBe('ATTACHMENT_NOT_READY');
    }
    const mine = await t.call('GET', '/api/inquiries/my', { as: user });
    expect(mine.json.inquiryDtoList).toEqual([]);
    const sent = await uploadFile(t, user);
    expect((await ask(user, [sent])).status).toBe(201);
    expect((await ask(user, [sent])).json.error).toBe('ATTACHMENT_NOT_READY');
    expect((await write({ title: '되쓰기', attachments: [sent] }, author)).status).toBe(400);
  });

  it('stay for the answer, and are erased with a withdrawn asker [UPLOAD-16, UPLOAD-20]', async () => {
    const user = await t.signIn('USER');
    const key = await uploadFile(t, user);
    await ask(user, [key]);
    t.clock.advance(25 * 60 * 60);
    await t.services.jobs.files.run();
    expect(await readAttachment(t, key)).toMatchObject({ status: 'ready' });
    const back = await t.signInAs(user);
    await prove(t, back);
    expect((await t.call('DELETE', '/api/member/me', { as: back })).status).toBe(200);
    await t.services.jobs.files.run();
    expect(await readAttachment(t, key)).toBeNull();
  });
});
