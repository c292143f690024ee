import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPost, readPost } from '../../testing/factories/posts.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

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
    expect(today.json.posts).toContainEqual(
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
    expect([other.status, other.json.message]).toEqual([409, '같은 주소의 공지가 이미 있습니다.']);
  });

  it.each([
    [{ targetUrl: '' }, '원문 주소를 입력해 주세요.'],
    [
      { targetUrl: 'javascript:alert(1)' },
      'http:// 또는 https://로 시작하는 주소를 입력해 주세요.',
    ],
    [{ targetUrl: 'www.example.ac.kr' }, 'http:// 또는 https://로 시작하는 주소를 입력해 주세요.'],
    [{ boardType: 'FREE' }, '이 게시판에는 글을 쓸 수 없습니다.'],
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
