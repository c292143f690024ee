import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPost, readPost } from '../../../testing/factories/posts.ts';
import { readAuditOf } from '../../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';
import { uploadFile } from '../../uploads/attachments.fixture.ts';

let t: TestApp;
let admin: SignedIn;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('ADMIN');
  student = await t.signIn('STUDENT');
});
afterAll(() => t.close());

let counter = 0;
const notice = (more: object = {}) => {
  counter += 1;
  return {
    boardType: 'NOTICE_UNIV',
    title: `학사 일정 안내 ${counter}`,
    content: '<p>신청은 <strong>금요일</strong>까지입니다.</p><script>alert(1)</script>',
    targetUrl: `https://www.example.ac.kr/notice/${counter}`,
    ...more,
  };
};
const paste = (body: unknown, as = admin) => t.call('POST', '/api/admin/notices', { as, body });
const get = async (url: string) => (await t.call('GET', url, { as: student })).json;

describe('POST /api/admin/notices', () => {
  it('stores a notice as written by its source, with the ADMIN in the audit log only [POST-22]', async () => {
    const body = notice();
    const { status, json } = await paste(body);
    expect([status, json.message]).toEqual([201, '게시글을 등록했습니다.']);
    const { dto } = await get(`/api/post/${json.id}`);
    expect(dto).toMatchObject({
      title: body.title,
      content: '<p>신청은 <strong>금요일</strong>까지입니다.</p>',
      targetUrl: body.targetUrl,
      boardType: 'NOTICE_UNIV',
      writerId: null,
      writerNickname: '학교 홈페이지',
      writerRoles: [],
      writerProfileThumbnails: null,
    });
    const list = await get('/api/post?boardType=NOTICE_UNIV');
    expect(list.pageResponse.posts[0]).toMatchObject({
      id: json.id,
      writerId: null,
      writerNickname: '학교 홈페이지',
    });
    expect(await readPost(t, json.id)).toMatchObject({ authorId: null, authorSeal: null });
    expect((await readAuditOf(t, 'post.paste')).at(-1)).toMatchObject({
      actorId: admin.id,
      targetId: json.id,
      detail: { boardType: 'NOTICE_UNIV', title: body.title, targetUrl: body.targetUrl },
    });
  });

  it('notifies all members, and keeps comments, scraps and deletion working [POST-22]', async () => {
    const body = notice({ boardType: 'notice_dept' });
    const { id } = (await paste(body)).json;
    await t.services.notifications.sendNotifications();
    const { notices } = await get('/api/member/my-notices');
    expect(notices[0].content).toBe(`학과 공지 '${body.title}' 글이 올라왔습니다.`);
    const comment = await t.call('POST', `/api/post/${id}/comments`, {
      as: student,
      body: { content: '고맙습니다.' },
    });
    expect(comment.status).toBeLessThan(300);
    await t.call('POST', `/api/post/${id}/scrap`, { as: student });
    expect((await get('/api/post/scraps')).scraps[0].writerNickname).toBe('학과 홈페이지');
    const today = await t.call('GET', '/api/admin/today-posts', { as: admin });
    expect(today.json).toContainEqual(
      expect.objectContaining({ id, writerNickname: '학과 홈페이지' }),
    );
    const removed = await t.call('DELETE', `/api/post/${id}?reason=x`, { as: admin });
    expect(removed.status).toBe(200);
  });

  it('keeps one notice per address, also in parallel [POST-22]', async () => {
    const body = notice();
    const same = await Promise.all([paste(body), paste(body)]);
    expect(same.map(({ status }) => status)).toEqual([201, 201]);
    expect(same[0]?.json.id).toBe(same[1]?.json.id);
    const other = await paste({ ...body, title: '다른 제목' });
    expect([other.status, other.json.message]).toEqual([
      409,
      '같은 주소의 공지가 이미 있습니다. 그 공지를 수정해 주세요.',
    ]);
  });

  it.each([
    [{ targetUrl: '' }, '원문 주소를 입력해 주세요.'],
    [
      { targetUrl: 'javascript:alert(1)' },
      'http:// 또는 https://로 시작하는 주소를 입력해 주세요.',
    ],
    [{ targetUrl: 'www.example.ac.kr' }, 'http:// 또는 https://로 시작하는 주소를 입력해 주세요.'],
    [{ boardType: 'FREE' }, '이 게시판에는 글을 쓸 수 없습니다. 다른 게시판을 선택해 주세요.'],
    [{ title: ' ' }, '게시판, 제목, 내용을 모두 입력해 주세요.'],
    [{ content: '<p> </p>' }, '게시판, 제목, 내용을 모두 입력해 주세요.'],
  ])('refuses %j and stores nothing [POST-22]', async (more, message) => {
    const before = (await get('/api/post?boardType=NOTICE_UNIV')).pageResponse.totalCount;
    const { status, json } = await paste(notice(more));
    expect([status, json.errors?.[0]?.message]).toEqual([400, message]);
    expect((await get('/api/post?boardType=NOTICE_UNIV')).pageResponse.totalCount).toBe(before);
  });

  it('is for ADMIN only, and other boards show their writers [POST-22]', async () => {
    const manager = await t.signIn('MANAGER');
    expect((await paste(notice(), manager)).status).toBe(403);
    const id = await createPost(t, manager, { boardType: 'NOTICE' });
    expect((await get(`/api/post/${id}`)).dto.writerNickname).toBe(manager.nickname);
  });
});

describe('PUT /api/admin/notices/:id', () => {
  const change = (id: number, body: unknown, as = admin) =>
    t.call('PUT', `/api/admin/notices/${id}`, { as, body });

  it('changes text, files and address; the source stays the author [POST-32]', async () => {
    const body = notice();
    const [first, second] = [await uploadFile(t, admin), await uploadFile(t, admin, '일정.pdf')];
    const { id } = (await paste({ ...body, attachments: [first] })).json;
    const other = await t.signIn('ADMIN');
    const after = { ...body, title: '고친 제목', targetUrl: 'https://www.example.ac.kr/moved' };
    const { status, json } = await change(id, { ...after, attachments: [first] }, other);
    expect([status, json]).toEqual([200, { id, message: '게시글을 수정했습니다.' }]);
    const { dto } = await get(`/api/post/${id}`);
    expect(dto).toMatchObject({
      title: '고친 제목',
      targetUrl: 'https://www.example.ac.kr/moved',
      writerId: null,
      writerNickname: '학교 홈페이지',
      updatedDate: expect.any(String),
    });
    expect((await readAuditOf(t, 'post.paste-edit')).at(-1)).toMatchObject({
      actorId: other.id,
      targetId: id,
      detail: {
        before: `${body.title} (${body.targetUrl})`,
        after: '고친 제목 (https://www.example.ac.kr/moved)',
      },
    });
    await change(id, { ...after, attachments: [second] });
    const { attachments } = (await get(`/api/post/${id}`)).dto;
    expect(attachments.map(({ name }: { name: string }) => name)).toEqual(['일정.pdf']);
  });

  it('refuses the address of another notice and posts that nobody pasted [POST-32]', async () => {
    const [one, two] = [notice(), notice()];
    const { id } = (await paste(one)).json;
    await paste(two);
    expect((await change(id, { ...one, targetUrl: two.targetUrl })).json.error).toBe(
      'NOTICE_PASTED',
    );
    expect((await get(`/api/post/${id}`)).dto.targetUrl).toBe(one.targetUrl);
    const dept = { ...one, boardType: 'NOTICE_DEPT', targetUrl: 'https://www.example.ac.kr/d' };
    expect((await change(id, dept)).status).toBe(404);
    const system = await t.signIn('SYSTEM');
    const written = await createPost(t, system, { boardType: 'NOTICE_UNIV' });
    expect((await change(written, notice())).status).toBe(404);
    expect((await change(id, one, await t.signIn('MANAGER'))).status).toBe(403);
  });
});
