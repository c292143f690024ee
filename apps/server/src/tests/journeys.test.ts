import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@naru/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeFiles, uploadFile } from '../features/uploads/attachments.fixture.ts';
import { makePicture, uploadPicture } from '../features/uploads/pictures.fixture.ts';
import { findLink } from '../testing/factories/inquiries.ts';
import { lectureForm } from '../testing/factories/lectures.ts';
import { createMember, type TestMember } from '../testing/factories/members.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { runCli } from '../testing/started-program.ts';
import { createTestApp, type SignedIn, TEST_SECRET, type TestApp } from '../testing/test-app.ts';
import { createVisitor, proveEmail } from '../testing/visitor.ts';

const START = new Date('2026-11-20T14:00:00+09:00');
const DAY = 24 * 60 * 60;
const DOMAIN = 'cs.hanbit.ac.kr';
const IDENTITY = {
  siteName: '한빛마루',
  shortName: '',
  universityName: '한빛대학교',
  departmentName: '컴퓨터공학과',
  officeName: '컴퓨터공학과 행정실',
  color: '#7a1f3d',
  logoUrl: '',
};
const PAGE =
  '<!doctype html><html lang="ko"><head><title>나루</title><meta name="description" content="-" /></head>' +
  '<body><p id="splash-name">나루</p></body></html>';
/** Names of the demo's school and department, and of a site that nobody has named. */
const SCHOOL = /kmou|해양|인공지능/i;
const UNNAMED = /나루/;
/** As Excel and HWP put it on the clipboard. */
const PASTED_TABLE =
  '<table border=0 cellpadding=0 style="border-collapse:collapse"><colgroup><col width=72></colgroup>' +
  '<tr height=22 style="height:16.5pt"><td class=xl65 width=72>구분</td><td class=xl65>일정</td></tr>' +
  '<tr><td>1차</td><td>12.1</td></tr><tr><td>2차</td><td>2.12.8</td></tr></table>';
const CLEAN_TABLE =
  '<table><colgroup><col width="72" /></colgroup>' +
  '<tr><td>구분</td><td>일정</td></tr><tr><td>1차</td><td>12.1</td></tr>' +
  '<tr><td>2차</td><td>2.12.8</td></tr></table>';

let t: TestApp;
let webRoot: string;
let admin: SignedIn;
const newcomer = {
  username: '20260001',
  password: 'harbour-light-29',
  email: `first@${DOMAIN}`,
  nickname: '첫가입자',
  name: '김처음',
};

// One installation without the demo: its first member becomes ADMIN and names it.
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'naru-journeys-'));
  await writeFile(join(webRoot, 'index.html'), PAGE);
  const env = { DEMO: 'off', STUDENT_EMAIL_DOMAINS: DOMAIN, PUBLIC_URL: `https://${DOMAIN}` };
  t = await createTestApp({ env, webRoot, asServer: true });
  t.clock.set(START);
  const visitor = createVisitor(t);
  await proveEmail(t, visitor, newcomer.email);
  const joined = await visitor.post('/api/member/join', newcomer);
  const granted = await runCli('admin-cli', [newcomer.username], {
    DATABASE_URL: t.database.url,
    TOKEN_SECRET: TEST_SECRET,
  });
  const { username, password } = newcomer;
  const { json } = await visitor.post('/api/member/login', { username, password });
  const headers = { authorization: `Bearer ${json.accessToken}` };
  const { meDto: me } = (await t.call('GET', '/api/member/me', { headers })).json;
  admin = await t.signInAs({ ...newcomer, id: me.id, roles: me.roles });
  const named = await t.call('PUT', '/api/admin/identity', { as: admin, body: IDENTITY });
  expect([joined.status, granted.code, me.roles, me.isNew, named.status]).toEqual([
    201,
    0,
    ['USER', 'STUDENT', 'ADMIN'],
    true,
    200,
  ]);
});
afterAll(async () => {
  await t.close();
  await rm(webRoot, { recursive: true, force: true });
});
beforeEach(() => moveTo(START));

/** Moves the clock; the tokens of everybody have expired then. */
async function moveTo(time: Date) {
  t.clock.set(time);
  admin = await t.signInAs(admin);
}
const after = (seconds: number) => new Date(t.clock.now().getTime() + seconds * 1000);

let counter = 0;
async function signUp(role: Role = 'STUDENT', studyYear?: number): Promise<SignedIn> {
  counter += 1;
  const email = `member${counter}@${DOMAIN}`;
  const member = await t.signInAs(await createMember(t.db, role, { email }));
  if (studyYear !== undefined) {
    await ok('PUT', '/api/member/study-year', member, { studyYear });
  }
  return member;
}

/** The JSON of a call that must succeed. */
async function ok(method: string, url: string, as?: SignedIn, body?: unknown) {
  const { status, json, text } = await t.call(method, url, { ...(as && { as }), body });
  if (status >= 300) throw new Error(`${method} ${url}: ${status} ${text}`);
  return json;
}

/** Texts of the bell of a member who signs in again. */
async function bell(member: TestMember) {
  await t.services.events.drain();
  await t.services.notifications.sendNotifications();
  const { notices } = await ok('GET', '/api/member/my-notices', await t.signInAs(member));
  return notices as { content: string; excerpt: string | null; targetUrl: string }[];
}

/** What readers see of a post, without the counts that reading changes. */
async function readDto(id: number, member: TestMember) {
  const { dto } = await ok('GET', `/api/post/${id}`, await t.signInAs(member));
  const { viewCount: _, isAuthor: _own, ...rest } = dto;
  return rest;
}

const statusOf = async (url: string, as: TestMember) =>
  (await t.call('GET', url, { as: await t.signInAs(as) })).status;

describe('a notice for 3rd-years, prepared by an assistant on the day before', () => {
  const publishAt = new Date('2026-11-23T09:00:00+09:00');
  const friday = '2026-11-27';

  it('is invisible before its time, then arrives whole where it belongs, and its pin ends [POST-65, POST-21]', async () => {
    const manager = await signUp('MANAGER');
    const [third, second] = [await signUp('STUDENT', 3), await signUp('STUDENT', 2)];
    const hwp = (await makeFiles()).hwp;
    const key = await uploadFile(t, manager, '졸업논문_신청서.hwp', hwp);
    const title = '졸업논문 신청 안내';
    const post = {
      boardType: 'NOTICE',
      title,
      content: `<p>일정을 확인하세요.</p>${PASTED_TABLE}`,
      years: [3],
      attachments: [key],
    };
    const body = { post, publishAt: publishAt.toISOString(), pinUntil: friday };
    await ok('POST', '/api/admin/scheduled-notices', manager, body);

    const list = async (as: TestMember) =>
      (await ok('GET', '/api/post?boardType=NOTICE', await t.signInAs(as))).pageResponse.posts;
    await moveTo(new Date(publishAt.getTime() - 1000));
    expect(await t.services.jobs.notices.run()).toEqual({ published: 0 });
    await t.services.jobs.files.run();
    for (const reader of [third, admin]) expect(await list(reader)).toEqual([]);
    expect(await bell(third)).toEqual([]);

    await moveTo(publishAt);
    expect(await t.services.jobs.notices.run()).toEqual({ published: 1 });
    const later = await createNotice(manager, '나중에 쓴 공지');
    const [first, next] = await list(third);
    expect(first).toMatchObject({ title: `<3학년> ${title}`, pinned: true });
    expect(next).toMatchObject({ id: later, pinned: false });
    const dto = await readDto(first.id, third);
    expect(dto).toMatchObject({
      content: `<p>일정을 확인하세요.</p>${CLEAN_TABLE}`,
      writerNickname: manager.nickname,
      years: [3],
      pinnedUntil: '2026-11-28T00:00:00+09:00',
      attachments: [{ name: '졸업논문_신청서.hwp', bytes: hwp.length }],
    });
    const file = await t.call('GET', dto.attachments[0].url, { as: await t.signInAs(third) });
    expect(file.headers['content-disposition']).toContain(
      encodeURIComponent('졸업논문_신청서.hwp'),
    );
    expect(file.headers['content-length']).toBe(String(hwp.length));
    expect(await found('2차 2.12.8', third)).toEqual([first.id]);
    const removals = (texts: { content: string }[]) =>
      texts.filter(({ content }) => content.includes(`<3학년> ${title}`)).length;
    expect([
      removals(await bell(third)),
      removals(await bell(second)),
      removals(await bell(manager)),
    ]).toEqual([1, 0, 0]);

    await moveTo(new Date(`${friday}T23:59:00+09:00`));
    await t.services.jobs.pins.run();
    expect((await list(third))[0].id).toBe(first.id);
    await moveTo(after(60));
    await t.services.jobs.pins.run();
    expect((await list(third)).map((one: { id: number }) => one.id)).toEqual([later, first.id]);
    expect(await readDto(first.id, third)).toMatchObject({ pinned: false, pinnedUntil: null });
  });

  const createNotice = async (as: TestMember, title: string) => {
    const post = { boardType: 'NOTICE', title, content: '<p>본문</p>' };
    return (await ok('POST', '/api/post/post-up', await t.signInAs(as), post)).id;
  };
  const found = async (words: string, as: TestMember) => {
    const query = new URLSearchParams({ boardType: 'NOTICE', filter: 'content', query: words });
    const { pageResponse } = await ok('GET', `/api/post?${query}`, await t.signInAs(as));
    return pageResponse.posts.map((one: { id: number }) => one.id);
  };
});

describe('a post that staff removed by mistake', () => {
  const reason = '광고로 보입니다';

  /** A post with a picture and a file, of whose removal its author was notified. */
  async function removePost(author: SignedIn, manager: SignedIn, title: string) {
    const picture = await uploadPicture(t, author, await makePicture('png'));
    const { id } = await ok('POST', '/api/post/post-up', author, {
      boardType: 'FREE',
      title,
      content: `<p>빌려 드려요</p><img src="${picture}" alt="책">${PASTED_TABLE}`,
      imageUrls: [picture],
      attachments: [await uploadFile(t, author)],
    });
    const comment = { content: '저요!' };
    await ok('POST', `/api/post/${id}/comments`, manager, comment);
    const before = await readDto(id, author);
    await ok('DELETE', `/api/post/${id}?reason=${encodeURIComponent(reason)}`, manager);
    return { id, before, picture };
  }

  /** Whole again for its author and for others, with its files and comments. */
  async function expectWhole(
    { id, before, picture }: Awaited<ReturnType<typeof removePost>>,
    author: TestMember,
  ) {
    const reader = await signUp();
    for (const member of [author, reader]) {
      const { attachments, ...dto } = await readDto(id, member);
      const { attachments: files, ...rest } = before;
      expect(dto).toEqual(rest);
      expect(attachments).toMatchObject([{ key: files[0].key, name: files[0].name }]);
      const as = await t.signInAs(member);
      expect((await t.call('GET', attachments[0].url, { as })).status).toBe(200);
      expect((await t.call('GET', picture, { as })).status).toBe(200);
      const { comments } = await ok('GET', `/api/post/${id}/comments`, as);
      expect(comments).toMatchObject([{ content: '저요!' }]);
    }
  }

  const objections = async () =>
    (await ok('GET', '/api/inquiries?category=OBJECTION&state=PROCESSING', admin)).inquiryDtoList;
  const restore = (id: number, as: SignedIn) =>
    ok('POST', `/api/admin/removed/POST/${id}/restore`, as, { reason: '광고가 아니었습니다' });

  it('is explained, objected to and restored whole, days later [MOD-34]', async () => {
    const [author, manager] = [await signUp(), await signUp('MANAGER')];
    const post = await removePost(author, manager, '전공책 빌려 드립니다');
    const path = `/mypage/handled/post/${post.id}`;
    expect((await bell(author))[0]).toMatchObject({
      content:
        "'전공책 빌려 드립니다' 글이 삭제되었습니다. 사유를 확인하고 이의를 제기할 수 있습니다.",
      targetUrl: path,
    });
    expect(await statusOf(`/api/post/${post.id}`, await signUp())).toBe(404);
    const own = await ok('GET', `/api/member/my-handled/POST/${post.id}`, author);
    expect(own).toMatchObject({ reason, office: 'MANAGER', content: post.before.content });
    const url = `/api/member/my-handled/POST/${post.id}/objection`;
    const { inquiryId } = await ok('POST', url, author, { content: '그냥 빌려 드리는 책입니다.' });

    // Long after the sweep of unused files.
    await moveTo(after(5 * DAY));
    await t.services.jobs.files.run();
    const inquiry = await ok('GET', `/api/inquiries/${inquiryId}`, admin);
    expect(JSON.stringify(inquiry)).toContain('그냥 빌려 드리는 책입니다.');
    expect((await objections()).map((one: { id: number }) => one.id)).toEqual([inquiryId]);
    await restore(post.id, await t.signInAs(manager));
    const answer = { answer: '확인하고 되돌렸습니다.' };
    await ok('POST', `/api/inquiry/${inquiryId}/complete`, admin, answer);

    await expectWhole(post, author);
    const texts = (await bell(author)).map(({ content }) => content);
    expect(texts.some((text) => /'전공책 빌려 드립니다' 글이 (다시|복원)/.test(text))).toBe(true);
    expect(await objections()).toEqual([]);
  });

  it('comes back for a suspended author too, who objects by the link of the e-mail [MOD-34, MOD-37]', async () => {
    const [author, manager] = [await signUp(), await signUp('MANAGER')];
    const post = await removePost(author, manager, '공학용 계산기 나눔');
    const suspension = { until: '2026-12-31', reason };
    await ok('POST', `/api/admin/members/${author.id}/suspend`, admin, suspension);
    expect((await t.call('GET', '/api/member/me', { as: author })).status).toBe(401);
    const email = (await t.mails()).find(({ to }) => to === author.email);
    expect(email?.text).toContain('이의가 있다면 로그인하지 않고');
    const token = await findLink(t, author);
    expect(await ok('POST', '/api/suspension/read', undefined, { token })).toMatchObject({
      reason,
    });
    const objection = { token, content: '나눔 글이었습니다.' };
    await ok('POST', '/api/suspension/objection', undefined, objection);

    await moveTo(after(2 * DAY));
    await t.services.jobs.files.run();
    const [inquiry] = await objections();
    expect(inquiry).toMatchObject({ targetType: 'MEMBER', targetId: author.id });
    await restore(post.id, admin);
    await ok('POST', `/api/admin/members/${author.id}/lift`, admin);
    const answer = { answer: '정지를 해제했습니다.' };
    await ok('POST', `/api/inquiry/${inquiry.id}/complete`, admin, answer);
    const sent = (await t.mails()).filter(({ to }) => to === author.email);
    expect(sent.map(({ subject }) => subject)).toContain('[한빛마루] 이용 정지가 해제되었습니다');
    await expectWhole(post, author);
  });
});

describe('the room of a professor', () => {
  it('is moderated by its professor, who names the reason to the authors [ROOM-67, MOD-34]', async () => {
    const [professor, other] = [await signUp('PROFESSOR'), await signUp('PROFESSOR')];
    const [asking, rude] = [await signUp(), await signUp()];
    const lecture = await ok('POST', '/api/lecture-room', professor, lectureForm());
    const lectureId = lecture.data?.id ?? lecture.id;
    const write = (as: SignedIn, title: string) =>
      ok('POST', '/api/post/lecture-post-up', as, {
        lectureId,
        boardType: 'LECTURE_Q',
        title,
        content: '<p>내용</p>',
        imageUrls: [],
      });
    const { id: question } = await write(asking, '과제 제출은 어디로 하나요?');
    const { id: spam } = await write(rude, '과외 모집');
    const { comment } = await ok('POST', `/api/lecture-room/${question}/comments`, rude, {
      content: '그것도 모르나',
    });
    const why = `reason=${encodeURIComponent('강의와 무관합니다')}`;
    for (const as of [other, asking]) {
      expect((await t.call('DELETE', `/api/comment/${comment.id}?${why}`, { as })).status).toBe(
        403,
      );
      expect((await t.call('DELETE', `/api/post/${spam}?${why}`, { as })).status).toBe(403);
    }
    const silent = await t.call('DELETE', `/api/comment/${comment.id}`, { as: professor });
    expect(silent.status).toBe(400);
    await ok('DELETE', `/api/comment/${comment.id}?${why}`, professor);
    await ok('DELETE', `/api/post/${spam}?${why}`, professor);

    const { comments } = await ok('GET', `/api/post/lecture/${question}/comments`, asking);
    expect(comments).toEqual([]);
    expect(await statusOf(`/api/post/${lectureId}/${spam}`, asking)).toBe(404);
    const { items } = await ok('GET', '/api/member/my-handled', rude);
    expect(items).toMatchObject([
      { type: 'POST', id: spam, office: 'PROFESSOR', reason: '강의와 무관합니다' },
      { type: 'COMMENT', id: comment.id, office: 'PROFESSOR' },
    ]);
    expect(await bell(rude)).toHaveLength(2);
    const { entries } = await ok('GET', `/api/admin/audit?actor=${professor.nickname}`, admin);
    expect(entries).toMatchObject([
      { action: 'post.delete', targetId: spam, reason: '강의와 무관합니다' },
      { action: 'comment.delete', targetId: comment.id },
    ]);
    // What a professor removes, staff can restore.
    const restored = { reason: '과외가 아니라 스터디였습니다' };
    await ok('POST', `/api/admin/removed/POST/${spam}/restore`, admin, restored);
    expect(await statusOf(`/api/post/${lectureId}/${spam}`, asking)).toBe(200);
  });
});

describe('a notice of the school', () => {
  it('is copied by an ADMIN with its address; the log has the ADMIN, the page the school [POST-22]', async () => {
    const student = await signUp();
    const notice = {
      boardType: 'NOTICE_UNIV',
      title: '2026-2학기 성적 이의 신청',
      content: `<p>기간 안에 신청하세요.</p>${PASTED_TABLE}<p><a href="https://www.hanbit.ac.kr/a">안내</a></p>`,
      targetUrl: 'https://www.hanbit.ac.kr/notice?id=77&page=1',
    };
    const manager = await signUp('MANAGER');
    const refused = await t.call('POST', '/api/admin/notices', { as: manager, body: notice });
    expect(refused.status).toBe(403);
    const attachments = [await uploadFile(t, admin, '성적 이의 신청서.pdf')];
    const { id } = await ok('POST', '/api/admin/notices', admin, { ...notice, attachments });

    const dto = await readDto(id, student);
    expect(dto).toMatchObject({
      writerId: null,
      writerNickname: '학교 홈페이지',
      writerRoles: [],
      targetUrl: notice.targetUrl,
      attachments: [{ name: '성적 이의 신청서.pdf' }],
    });
    expect(dto.content).toContain(CLEAN_TABLE);
    expect(JSON.stringify(dto)).not.toContain(admin.nickname);
    const { pageResponse } = await ok('GET', '/api/post?boardType=NOTICE_UNIV', student);
    expect(pageResponse.posts[0]).toMatchObject({ id, writerNickname: '학교 홈페이지' });
    expect((await bell(student))[0]?.content).toContain(notice.title);
    const { entries } = await ok('GET', '/api/admin/audit?action=post.paste', admin);
    expect(entries[0]).toMatchObject({
      action: 'post.paste',
      actorId: admin.id,
      actorNickname: newcomer.nickname,
      targetId: id,
    });
  });
});

describe('an installation of another department, without the demo', () => {
  it('shows its own name in pages, terms and e-mails, and nothing of the demo [UI-27, MEMB-03, BOARD-08]', async () => {
    const page = await t.call('GET', '/login');
    expect(page.text).toContain('<title>한빛마루</title>');
    expect(page.text).toContain('content="한빛마루: 한빛대학교 컴퓨터공학과 커뮤니티"');
    for (const document of ['terms', 'privacy']) {
      const { text } = await t.call('GET', `/api/documents/${document}`);
      expect(text).toContain('한빛마루');
      expect(text).toContain('컴퓨터공학과');
    }
    const config = await ok('GET', '/api/config');
    expect(config).toMatchObject({ ...IDENTITY, demo: false });
    expect(config.studentEmailDomains).toEqual([DOMAIN]);

    const demo = { username: 'admin01', password: 'naru-demo-1' };
    expect((await t.call('POST', '/api/member/login', { body: demo })).status).toBe(401);
    for (const nickname of [
      '한빛마루',
      '한빛마루1',
      '한빛대학교님',
      '컴퓨터공학과행정실',
      '행정실',
    ]) {
      const { status, json } = await createVisitor(t).post('/api/auth/check-duplicate', {
        nickname,
      });
      expect([nickname, status, json.errors?.[0]?.message]).toEqual([
        nickname,
        409,
        '사용할 수 없는 닉네임입니다.',
      ]);
    }
  });

  it('names no other school or site in any list, page or e-mail [UI-27]', async () => {
    const lists = [...contractCalls().keys()].filter(
      (call) => /^GET /.test(call) && !/:|\/events$|\/export$|outbox$/.test(call),
    );
    expect(lists.length).toBeGreaterThan(50);
    const urls = lists.map((call) => call.slice('GET '.length));
    const texts = new Map<string, string>();
    for (const url of [...urls, '/main', '/api/post?boardType=free', '/api/documents/privacy']) {
      texts.set(url, (await t.call('GET', url, { as: admin })).text);
    }
    await createVisitor(t).post('/api/auth/email-check', { email: `other@${DOMAIN}` });
    await createVisitor(t).post('/api/member/verify-id', { username: newcomer.username });
    const mails = await t.mails();
    for (const { subject, text } of mails) texts.set(`${subject}\n${text}`, text);
    const naming = (pattern: RegExp) =>
      [...texts].filter((entry) => entry.some((text) => pattern.test(text))).map(([from]) => from);
    expect(naming(SCHOOL)).toEqual([]);
    // The first code was mailed before the site had a name, and the audit log keeps the former one.
    expect(naming(UNNAMED).filter((from) => !from.startsWith('/api/admin/audit'))).toEqual([
      expect.stringMatching(/^\[나루\] 회원가입 인증 코드/),
    ]);
    expect(mails[0]?.subject).toMatch(/^\[한빛마루\]/);
  });
});
