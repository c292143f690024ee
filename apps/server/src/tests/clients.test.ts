import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePicture, uploadPicture } from '../features/uploads/pictures.fixture.ts';
import { TEST_PASSWORD } from '../testing/factories/members.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';
import { codeIn, createVisitor, emailsTo, lastCode } from '../testing/visitor.ts';

const SITE = 'http://127.0.0.1:3000';
const CLIENT = 'https://app.example.ac.kr';

let t: TestApp;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ env: { CORS_ORIGINS: CLIENT } });
});
beforeEach(async () => {
  student = await t.signIn('STUDENT');
});
afterAll(() => t.close());

const from = (origin: string) => ({ headers: { origin } });
const call = (method: string, url: string, headers: Record<string, string>, body?: object) =>
  t.call(method as 'GET', url, {
    headers: { ...student.headers, ...headers },
    ...(body && { body }),
  });

describe('a client that is served elsewhere', () => {
  it('may send and read what the own pages may, with credentials [API-17]', async () => {
    const asked = await t.call('OPTIONS' as 'GET', '/api/post/post-up', {
      headers: {
        origin: CLIENT,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': CLIENT,
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '7200',
      vary: 'Origin',
    });
    expect(asked.headers['access-control-allow-methods']).toContain('PUT');
    expect(asked.headers['access-control-allow-headers']).toContain('authorization');
    const read = await call('GET', '/api/member/me', { origin: CLIENT });
    const refused = await t.call('GET', '/api/member/me', from(CLIENT));
    expect([read.status, refused.status]).toEqual([200, 401]);
    for (const { headers } of [read, refused]) {
      expect(headers['access-control-allow-origin']).toBe(CLIENT);
      expect(headers['access-control-expose-headers']).toContain('retry-after');
    }
  });

  it.each([
    'https://evil.example',
    'http://app.example.ac.kr',
    'https://app.example.ac.kr:444',
    'https://app.example.ac.kr.evil.example',
    'null',
  ])('%s is another one and gets nothing [API-17]', async (origin) => {
    const read = await call('GET', '/api/member/me', { origin });
    expect(read.headers['access-control-allow-origin']).toBeUndefined();
    const refresh = await t.call('POST', '/api/auth/refresh', {
      headers: { origin },
      body: { refreshToken: 'x' },
    });
    expect(refresh.json.error).toBe('ORIGIN_DENIED');
  });

  it('refreshes and logs out like the own pages [API-17]', async () => {
    const body = { refreshToken: 'x' };
    const { json } = await t.call('POST', '/api/auth/refresh', { ...from(CLIENT), body });
    expect(json.error).toBe('REFRESH_INVALID');
    expect((await call('POST', '/api/member/logout', { origin: CLIENT })).status).toBe(200);
  });

  it('gets whole addresses of files, which its pages may show [API-18]', async () => {
    const presigned = '/api/aws/S3/presign?filename=a.png&contentType=image/png';
    const { uploadUrl, fileUrl } = (await call('GET', presigned, {})).json;
    expect([uploadUrl, fileUrl].every((url) => url.startsWith(`${SITE}/files/`))).toBe(true);
    const bytes = await makePicture('png');
    const type = { 'content-type': 'image/png' };
    await t.call('PUT', uploadUrl, { body: bytes, headers: type });
    const content = `<p>글</p><img src="${fileUrl}" alt="">`;
    const post = { boardType: 'FREE', title: '사진', content, imageUrls: fileUrl };
    const { json } = await call('POST', '/api/post/post-up', {}, post);
    const own = (await call('GET', `/api/post/${json.id}`, {})).json.dto;
    const theirs = (await call('GET', `/api/post/${json.id}`, { origin: CLIENT })).json.dto;
    const path = fileUrl.slice(SITE.length);
    expect([own.imageUrls, own.content.includes(`src="${path}"`)]).toEqual([path, true]);
    expect([theirs.imageUrls, theirs.content.includes(`src="${fileUrl}"`)]).toEqual([
      fileUrl,
      true,
    ]);
    const picture = await t.call('GET', path);
    expect(picture.headers['cross-origin-resource-policy']).toBe('cross-origin');
  });
});

it('gets texts that name a file as they were written [API-18]', async () => {
  const title = '"/files/a" 참고';
  const content = '<p>"/files/a.webp" &lt;img src="/files/b.webp"&gt;</p>';
  const { json } = await call(
    'POST',
    '/api/post/post-up',
    {},
    { boardType: 'FREE', title, content },
  );
  const { dto } = (await call('GET', `/api/post/${json.id}`, { origin: CLIENT })).json;
  expect([dto.title, dto.content]).toEqual([title, content]);
});

describe('the address of an own picture', () => {
  const pathOf = () => uploadPicture(t, student);

  it.each([
    ['the public address', SITE],
    ['the requested host', 'https://naru.test:8443'],
    ['a client that forwards files', CLIENT],
  ])('is known by %s, in the field and in the text [API-19]', async (_, origin) => {
    const [first, second] = [await pathOf(), await pathOf()];
    const content = `<p>글</p><img alt="a" src="${origin}${second}" style="width: 100%">`;
    const body = { boardType: 'FREE', title: '사진', content, imageUrls: `${origin}${first}` };
    const created = await call('POST', '/api/post/post-up', { host: 'naru.test:8443' }, body);
    expect(created.status, created.text).toBe(201);
    const { dto } = (await call('GET', `/api/post/${created.json.id}`, {})).json;
    expect([dto.imageUrls, dto.pictures]).toEqual([first, [second]]);
    expect(dto.content).toContain(`src="${second}"`);
  });

  it('is that of another site elsewhere, and a text is no picture [API-19]', async () => {
    const path = await pathOf();
    const foreign = { boardType: 'FREE', title: '사진', content: '<p>글</p>' };
    const imageUrls = `https://evil.example${path}`;
    expect((await call('POST', '/api/post/post-up', {}, { ...foreign, imageUrls })).status).toBe(
      400,
    );
    const content = `<p>${SITE}${path}</p>`;
    const { json } = await call('POST', '/api/post/post-up', {}, { ...foreign, content });
    const { dto } = (await call('GET', `/api/post/${json.id}`, {})).json;
    expect([dto.imageUrls, dto.content]).toEqual([null, content]);
  });
});

describe('the first screen of a reset and of a sign-up', () => {
  const reset = (visitor: ReturnType<typeof createVisitor>, username: string) =>
    visitor.post('/api/member/verify-id', { username });

  it('mails the code of a reset once a minute, which stays valid in this browser [CODE-138]', async () => {
    const visitor = createVisitor(t);
    const first = await reset(visitor, student.username);
    expect(first.json).toMatchObject({ success: true, resendSeconds: 60 });
    t.clock.advance(20);
    const again = await reset(visitor, student.username);
    expect(again.json).toMatchObject({ success: true, resendSeconds: 40 });
    const sent = (await emailsTo(t, student.email)).map(codeIn).filter(Boolean);
    expect(sent).toHaveLength(1);
    const { email } = again.json;
    const right = await visitor.post('/api/auth/verify-code', { email, code: sent[0] });
    expect(right.status).toBe(200);
    const body = { username: student.username, newPassword: '바다 등대 배 41' };
    expect((await visitor.post('/api/member/reset-password/no-login', body)).status).toBe(200);
  });

  it('lends no flow that somebody else put into the browser [CODE-138]', async () => {
    const attacker = createVisitor(t);
    await reset(attacker, student.username);
    const victim = createVisitor(t, { ...attacker.jar });
    const { json } = await reset(victim, student.username);
    const code = await lastCode(t, student.email);
    const proof = { email: json.email, code };
    expect((await victim.post('/api/auth/verify-code', proof)).status).toBe(200);
    const body = { username: student.username, newPassword: '바다 등대 배 41' };
    const stolen = await attacker.post('/api/member/reset-password/no-login', body);
    expect([stolen.status, stolen.json.error]).toEqual([403, 'VERIFICATION_REQUIRED']);
  });

  it('leaves a code usable when no other can be sent [CODE-138]', async () => {
    const visitor = createVisitor(t);
    const { email } = (await reset(visitor, student.username)).json;
    for (let sent = 1; sent < 5; sent += 1) {
      t.clock.advance(60);
      expect((await visitor.post('/api/auth/email-check', { email })).status).toBe(200);
    }
    t.clock.advance(60);
    expect((await reset(visitor, student.username)).json.error).toBe('CODE_THROTTLED');
    const code = await lastCode(t, student.email);
    expect((await visitor.post('/api/auth/verify-code', { email, code })).status).toBe(200);
  });

  it('names a code that another browser got, and none as sent [CODE-138]', async () => {
    const [first, second] = [createVisitor(t), createVisitor(t)];
    expect((await reset(first, student.username)).json.codeSent).toBe(true);
    const { json } = await reset(second, student.username);
    expect(json).toMatchObject({ success: true, resendSeconds: 60, codeSent: false });
    expect(json.message).toContain('60초 뒤');
    const values = { email: 'two-windows@g.kmou.ac.kr' };
    const check = async (visitor: ReturnType<typeof createVisitor>) =>
      (await visitor.post('/api/auth/check-duplicate', values)).json;
    expect([(await check(first)).codeSent, (await check(second)).codeSent]).toEqual([true, false]);
    expect(await check(first)).toMatchObject({
      codeSent: true,
      message: '사용할 수 있는 정보입니다.',
    });
  });

  it('mails the code of a sign-up when nothing is taken, and none otherwise [CODE-138]', async () => {
    const visitor = createVisitor(t);
    const values = { username: 'outside1', email: 'outside1@g.kmou.ac.kr', nickname: '바깥새' };
    const taken = { ...values, nickname: student.nickname };
    expect((await visitor.post('/api/auth/check-duplicate', taken)).json.error).toBe('DUPLICATE');
    expect(await emailsTo(t, values.email)).toEqual([]);
    for (const seconds of [60, 60]) {
      const { status, json } = await visitor.post('/api/auth/check-duplicate', values);
      expect([status, json.resendSeconds <= seconds]).toEqual([200, true]);
    }
    expect(await emailsTo(t, values.email)).toHaveLength(1);
    const code = await lastCode(t, values.email);
    const proof = { email: values.email, code };
    expect((await visitor.post('/api/auth/verify-code', proof)).status).toBe(200);
    const joined = {
      ...values,
      name: '김바깥',
      password: '바다 등대 배 42',
      verificationCode: code,
    };
    expect((await visitor.post('/api/member/join', joined)).status).toBe(201);
  });
});

describe('a code for another address while logged in', () => {
  const email = 'moved@g.kmou.ac.kr';
  const post = (path: string, body: object) => t.call('POST', path, { as: student, body });

  it('changes the address once the password was asked, and notifies the old one [CODE-139]', async () => {
    await post('/api/auth/email-check', { email });
    const code = await lastCode(t, email);
    const early = await post('/api/auth/verify-code', { email, code });
    expect([early.status, early.json.error]).toEqual([403, 'REAUTH_REQUIRED']);
    await post('/api/member/verify-password', { password: TEST_PASSWORD });
    expect((await post('/api/auth/verify-code', { email, code })).status).toBe(200);
    const { meDto } = (await t.call('GET', '/api/member/me', { as: student })).json;
    expect(meDto.email).toBe(email);
    const notified = await emailsTo(t, student.email);
    expect(notified.length).toBeGreaterThan(0);
    for (const body of [{ email, code }, { email }]) {
      expect((await post('/api/member/set-email', body)).status).toBe(200);
    }
    expect(await emailsTo(t, student.email)).toEqual(notified);
    t.clock.advance(600);
    const late = await post('/api/member/set-email', { email });
    expect([late.status, late.json.error]).toEqual([400, 'EMAIL_UNCHANGED']);
  });
});

describe('the calls of an existing client', () => {
  const get = async (as: SignedIn, url: string) => (await t.call('GET', url, { as })).json;
  const post = (as: SignedIn, url: string, body?: object) =>
    t.call('POST', url, { as, ...(body && { body }) });

  it('get the shapes that it reads [API-20]', async () => {
    const [admin, other] = [await t.signIn('ADMIN'), await t.signIn('STUDENT')];
    const item = { boardType: 'MARKET', title: '책', content: '<p>책</p>', imageUrls: null };
    const { id } = (await post(student, '/api/post/post-up', { ...item, price: 5_000 })).json;
    const edit = { as: student, body: { ...item, title: '새 책' } };
    expect((await t.call('PUT', `/api/post/post-up/${id}`, edit)).status).toBe(200);
    const { Posts } = await get(student, '/api/post/MARKET/summary?pageSize=12');
    expect(Posts[0]).toMatchObject({ id, title: '새 책', price: 5_000, imageUrls: null });
    const types = ['FREE', 'MARKET'];
    const multi = await post(student, '/api/post/summary-multi', { types, pageSize: 6 });
    expect(multi.json.Posts[0].id).toBe(id);
    const found = await get(student, `/api/friend/search?nickname=${other.nickname}`);
    expect(found).toMatchObject({ id: other.id, nickName: other.nickname });
    for (const url of ['today-posts', 'today-comments', 'search-users?username=']) {
      expect(Array.isArray(await get(admin, `/api/admin/${url}`)), url).toBe(true);
    }
    await post(student, '/api/inquiry', { title: '문의', content: '내용', category: 'GENERAL' });
    const inquiries = await get(admin, '/api/inquiries?page=0&size=10');
    expect(inquiries._embedded.inquiryDtoList).toEqual(inquiries.inquiryDtoList);
    const favorite = { boardName: '자유게시판', boardType: 'FREE' };
    expect((await post(student, '/api/board/favorites', favorite)).status).toBe(200);
    expect((await post(student, '/api/board/favorites')).status).toBe(400);
    await post(student, `/api/post/${id}/scrap`);
    const { scraps } = await get(student, '/api/post/scraps?page=0&size=5');
    expect(scraps[0].boardName).toBe('MARKET');
    const meals = await get(student, '/api/Menu/2026/11/20');
    expect([meals.studentCafeteria, meals.staffCafeteria]).toEqual([{}, {}]);
  });

  it('reach a lecture room and its posts [API-20]', async () => {
    const lecture = {
      ...{ title: '기계학습', grade: 3, semester: 2, intro: '', themeColor: '#3366cc' },
      lectureTimes: [{ day: 'MONDAY', start: 9, end: 11 }],
    };
    const { id } = (await post(student, '/api/lecture-room', lecture)).json;
    expect((await get(student, `/api/lecture-room/${id}`)).data).toMatchObject({ isMarked: false });
    expect((await post(student, `/api/lecture-room/mark?lectureRoomId=${id}`)).status).toBe(200);
    const { markedLecture } = await get(student, '/api/lecture-room/mark');
    expect(markedLecture.map((one: { id: number }) => one.id)).toEqual([id]);
    const question = { lectureId: id, boardType: 'LECTURE_Q', title: '질문', imageUrls: null };
    const written = await post(student, '/api/post/lecture-post-up', {
      ...question,
      content: 'a &lt;b&gt;<div>둘째</div>',
    });
    const list = await get(student, `/api/lecture-room/posts?lectureId=${id}&type=LECTURE_Q`);
    expect(list.data).toMatchObject([{ id: written.json.id, lectureRoomId: id }]);
    expect(list.data[0].content).toMatch(/^<p>a &lt;b&gt;/);
    const read = await get(student, `/api/post/${id}/${written.json.id}`);
    expect(read).toMatchObject({ title: '질문', lectureRoomId: id, imageUrls: null });
  });

  it('withdraws by the call that it knows [API-20]', async () => {
    const leaver = await t.signIn('STUDENT');
    expect((await post(leaver, '/api/member/withdraw')).json.error).toBe('REAUTH_REQUIRED');
    await post(leaver, '/api/member/verify-password', { password: TEST_PASSWORD });
    expect((await post(leaver, '/api/member/withdraw')).status).toBe(200);
    expect((await t.call('GET', '/api/member/me', { as: leaver })).status).toBe(401);
  });
});
