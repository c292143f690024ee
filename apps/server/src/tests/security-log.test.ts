import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createVisitor, emailsTo, lastCode, wrongCode } from '../testing/visitor.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const events = () =>
  t.logs
    .map((line) => JSON.parse(line) as { event?: string; msg: string })
    .filter((line) => line.msg === 'security event')
    .map((line) => line.event);

it('the whole life cycle of an account logs events, but no secret and no name [AUDIT-03, AUDIT-05, CODE-13, PRIV-13, SESS-22]', async () => {
  const visitor = createVisitor(t, {}, '203.0.113.77');
  const person = {
    username: 'canary2026',
    password: '노을빛-비밀-first',
    email: 'canary.bird@g.kmou.ac.kr',
    nickname: '카나리아',
    name: '카나리',
  };
  const { username, password, email } = person;
  const login = (given: string) => visitor.post('/api/member/login', { username, password: given });

  await visitor.post('/api/auth/email-check', { email });
  const code = await lastCode(t, email);
  await visitor.post('/api/auth/verify-code', { email, code: wrongCode(code) });
  await visitor.post('/api/auth/verify-code', { email, code });
  expect((await visitor.post('/api/member/join', { ...person, password: 'x' })).status).toBe(400);
  await visitor.post('/api/member/join', person);
  await login('노을빛-비밀-wrong');
  const { json } = await login(password);
  const device = visitor.jar.naru_device ?? '';
  const next = await visitor.post('/api/auth/refresh', { refreshToken: json.refreshToken });
  t.clock.advance(60);
  await visitor.post('/api/auth/refresh', { refreshToken: json.refreshToken });
  const found = await visitor.post('/api/member/verify-id', { username });
  const flow = visitor.jar.naru_flow ?? '';
  await visitor.post('/api/auth/email-check', { email: found.json.email });
  const resetCode = await lastCode(t, email);
  await visitor.post('/api/auth/verify-code', { email: found.json.email, code: resetCode });
  const weak = await visitor.post('/api/member/reset-password/no-login', {
    username,
    newPassword: '카나리아-비밀-second',
  });
  expect(weak.json.error).toBe('PASSWORD_WEAK');
  const done = await visitor.post('/api/member/reset-password/no-login', {
    username,
    newPassword: '노란 깃털 열두 장',
  });
  expect(done.status).toBe(200);

  expect(events()).toEqual([
    'code failed',
    'joined',
    'login failed',
    'login ok',
    'refresh reused',
    'password reset',
  ]);
  const logs = t.logs.join('\n');
  const secrets = [
    ...Object.values(person),
    '비밀',
    '깃털',
    code,
    resetCode,
    json.accessToken,
    json.refreshToken,
    next.json.refreshToken,
    device,
    flow,
    '203.0.113',
  ];
  for (const secret of secrets) {
    expect(secret).not.toBe('');
    expect(logs).not.toContain(secret);
  }
  const mails = (await emailsTo(t, email)).map((mail) => mail.subject + mail.text).join('\n');
  for (const typed of [username, person.nickname, person.name, '비밀-']) {
    expect(mails, '[CODE-15]').not.toContain(typed);
  }
});

it('requests log nothing of what was written, nor an address, at the most talkative level [PRIV-13]', async () => {
  const writer = await t.signIn('STUDENT');
  const visitor = createVisitor(t, {}, '203.0.113.78');
  const post = (body: object, token?: string) =>
    visitor.post('/api/post/post-up', body, { ...(token && { token }) });
  const body = {
    title: '카나리아의 제목',
    content: '<p>카나리아의 글</p>',
    boardType: 'FREE',
    imageUrls: [],
  };
  const token = writer.headers.authorization.slice('Bearer '.length);
  const responses = [
    await post(body, token),
    await post(body),
    await post({ ...body, title: '' }, token),
  ];
  expect(responses.map(({ status }) => status)).toEqual([201, 401, 400]);
  const logs = t.logs.join('\n');
  expect(logs).toContain('/api/post/post-up');
  expect(logs).not.toMatch(/카나리아|203\.0\.113/);
});

it('a failing database logs no address, code or password [AUDIT-05]', async () => {
  const broken = await createTestApp();
  try {
    const visitor = createVisitor(broken);
    const email = 'canary.storm@g.kmou.ac.kr';
    await broken.db.execute(sql`alter table email_queue rename column subject to gone`);
    await broken.db.execute(sql`alter table members rename column username to gone`);
    const sent = await visitor.post('/api/auth/email-check', { email });
    const login = { username: 'canarystorm', password: '노을빛-비밀-third' };
    const tried = await visitor.post('/api/member/login', login);
    expect([sent.status, tried.status]).toEqual([500, 500]);
    expect(Object.keys(tried.json).sort()).toEqual(['error', 'message', 'requestId']);
    const logs = broken.logs.join('\n');
    expect(logs).toContain('Failed query');
    expect(logs).not.toMatch(/canary|비밀|인증 코드: \d/);
  } finally {
    await broken.close();
  }
});
