import { LIMITS } from '@naru/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kstDay } from '../../platform/clock.ts';
import { writeComment } from '../../testing/factories/comments.ts';
import { readAudit, readInquiry } from '../../testing/factories/inquiries.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const SITE = 'https://naru.example.ac.kr';
const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const REPORT = {
  place: '자유게시판의 첫 글',
  reason: '제 이름과 사진이 허락 없이 올라와 있습니다.',
  email: 'victim@example.com',
  name: '홍길동',
  agreed: true,
};

let t: TestApp;
let admin: SignedIn;
let manager: SignedIn;
let author: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ env: { PUBLIC_URL: SITE, TRUST_PROXY: '127.0.0.1' } });
});
beforeEach(async () => {
  await t.db.execute('delete from inquiries');
  await t.db.execute('delete from throttles');
  [admin, manager] = [await t.signIn('ADMIN'), await t.signIn('MANAGER')];
  author = await t.signIn('STUDENT');
});
afterAll(() => t.close());

const report = (change: object = {}, ip = '203.0.113.7') =>
  t.call('POST', '/api/report', {
    body: { ...REPORT, ...change },
    headers: { 'x-forwarded-for': ip },
  });
/** What others have sent before. */
const useUp = (key: string, count: number) =>
  t.db.execute(sql`insert into throttles (key, count, window_ends_at)
    values (${key}, ${count}, ${new Date(t.clock.now().getTime() + HOUR * 1000)})
    on conflict (key) do update set count = excluded.count`);
const list = async () => (await t.call('GET', '/api/inquiries', { as: admin })).json.inquiryDtoList;
const newest = async () => (await list())[0];
const detail = async (id: number, as = admin) =>
  (await t.call('GET', `/api/inquiries/${id}`, { as })).json;
const answer = (id: number) =>
  t.call('POST', `/api/inquiry/${id}/complete`, {
    as: admin,
    body: { answer: '지웠습니다.\n끝.' },
  });
const countOf = async (email: string) =>
  Number(
    (await t.db.execute(`select count(*) as n from outside_reporters where email = '${email}'`))
      .rows[0]?.n,
  );
const mailsTo = async (email: string) => (await t.mails()).filter(({ to }) => to === email);

describe('POST /report', () => {
  it('refuses bad input with a Korean sentence for the field, and stores nothing [PRIV-14]', async () => {
    const refused: [object, string, string][] = [
      [{ place: ' ' }, 'place', '신고할 게시물의 주소나 위치를 입력해 주세요.'],
      [{ place: '가'.repeat(501) }, 'place', '게시물의 주소나 위치는 500자 이하로 입력해 주세요.'],
      [{ reason: '\n' }, 'reason', '신고하는 이유를 입력해 주세요.'],
      [{ reason: '가'.repeat(2001) }, 'reason', '신고하는 이유는 2,000자 이하로 입력해 주세요.'],
      [{ email: 'victim' }, 'email', '올바른 이메일 형식을 입력해주세요.'],
      [{ email: `${'a'.repeat(65)}@example.com` }, 'email', '올바른 이메일 형식을 입력해주세요.'],
      [{ email: 'a@b.com, c@d.com' }, 'email', '올바른 이메일 형식을 입력해주세요.'],
      [{ name: '가'.repeat(31) }, 'name', '이름은 30자 이하로 입력해 주세요.'],
      [{ agreed: false }, 'agreed', '개인정보 수집에 동의해야 신고를 보낼 수 있습니다.'],
      [{ agreed: undefined }, 'agreed', '개인정보 수집에 동의해야 신고를 보낼 수 있습니다.'],
    ];
    for (const [change, field, message] of refused) {
      const { status, json } = await report(change);
      expect([status, json.errors?.[0]]).toEqual([400, { field, message }]);
    }
    expect(await list()).toEqual([]);
  });

  it('becomes a report of nobody, whose reporter only ADMIN sees in it [PRIV-14]', async () => {
    const { status, json } = await report({ name: undefined, email: 'Victim@Example.com' });
    expect([status, json]).toEqual([201, { message: '신고를 받았습니다.' }]);
    const row = await newest();
    expect(row).toMatchObject({
      title: REPORT.place,
      content: `신고한 곳: ${REPORT.place}\n\n${REPORT.reason}`,
      category: 'REPORT',
      state: 'PROCESSING',
      userId: null,
      userName: '비회원',
      targetType: null,
    });
    expect(JSON.stringify(row)).not.toContain('victim');
    expect(await detail(row.id)).toMatchObject({
      asker: null,
      outsideReporter: { name: '', email: 'victim@example.com' },
      target: null,
    });
    expect(await readAudit(t, row.id)).toMatchObject([{ action: 'inquiry.read' }]);
    for (const as of [manager, author]) {
      expect((await t.call('GET', `/api/inquiries/${row.id}`, { as })).status).toBe(404);
      const mine = await t.call('GET', '/api/inquiries/my', { as });
      expect(mine.json.inquiryDtoList).toEqual([]);
    }
    const found = await t.call('GET', '/api/inquiries?category=REPORT&query=%EC%9E%90%EC%9C%A0', {
      as: admin,
    });
    expect(found.json.page.totalElements).toBe(1);
    expect((await readNotifications(t, admin)).at(-1)?.type).toBe('other');
    expect(await readNotifications(t, manager)).toEqual([]);
  });

  it('leads staff to the post or comment of a link, and MANAGER never to who reported [PRIV-14]', async () => {
    const postId = await createPost(t, author, { title: '폭로합니다' });
    const { id: commentId } = await writeComment(t, author, postId);
    const post = `${SITE}/main/community/free/post/${postId}`;
    const links: [string, object][] = [
      [post, { targetType: 'POST', targetId: postId }],
      [
        `이 글(${post.replace('https://', '')}?page=2)입니다`,
        { targetType: 'POST', targetId: postId },
      ],
      [`${post}#comment-${commentId} 댓글`, { targetType: 'COMMENT', targetId: commentId }],
    ];
    for (const [place, target] of links) {
      await report({ place });
      expect(await newest(), place).toMatchObject(target);
    }
    const { json } = await t.call('GET', '/api/admin/reports', { as: manager });
    expect(json.reports).toHaveLength(3);
    expect(json.reports[0]).toMatchObject({
      reporterId: null,
      reporterNickname: null,
      outside: false,
      target: { title: '폭로합니다', writerId: author.id },
    });
    expect(JSON.stringify(json)).not.toMatch(/victim|홍길동/);
    const forAdmin = await t.call('GET', '/api/admin/reports', { as: admin });
    expect(forAdmin.json.reports[0]).toMatchObject({
      reporterId: null,
      reporterNickname: '비회원',
      outside: true,
    });
  });

  it('says the same of what does not exist, and has no target then [PRIV-14]', async () => {
    const postId = await createPost(t, author);
    const gone = await createPost(t, author);
    await t.call('DELETE', `/api/post/${gone}`, { as: author });
    const { id: commentId } = await writeComment(t, author, postId);
    const real = await report({ place: `${SITE}/main/community/free/post/${postId}` });
    for (const place of [
      `${SITE}/main/community/free/post/${gone}#comment-${commentId}`,
      `${SITE}/main/community/free/post/987654321`,
      `${SITE}/main/community/free/post/${'9'.repeat(40)}`,
      `https://evil.example/main/community/free/post/${postId}`,
      `https://not${SITE.slice(8)}/main/community/free/post/${postId}`,
      `${SITE}/mypage`,
    ]) {
      await t.db.execute('delete from throttles');
      const response = await report({ place });
      expect([response.status, response.json]).toEqual([real.status, real.json]);
      expect(await newest(), place).toMatchObject({ targetType: null, targetId: null });
    }
  });

  it('names nobody of anonymous content, and hides none however often it comes [PRIV-14, ANON-51]', async () => {
    const secret = await createPost(t, author, { boardType: 'SECRET' });
    const place = `${SITE}/main/community/secret/post/${secret}`;
    for (let n = 0; n < 6; n += 1) await report({ place }, `203.0.113.${n}`);
    const { id } = await newest();
    expect((await detail(id)).target).toMatchObject({
      type: 'POST',
      id: secret,
      writerId: null,
      writerNickname: '익명',
      blinded: false,
    });
    const history = await t.call('GET', `/api/admin/reports/${id}/history`, { as: admin });
    expect(history.json).toMatchObject({ of: 'CONTENT', reports: 5 });
  });

  it('stores one that is sent again once, also in parallel [PRIV-14, RACE-16]', async () => {
    const body = { clientId: 'report-0001' };
    const sent = await Promise.all(Array.from({ length: 8 }, () => report(body)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await list()).toHaveLength(1);
    await report({ ...body, email: 'right@example.com' });
    const { id } = await newest();
    t.clock.advance(60 * 60 + 1);
    admin = await t.signInAs(admin);
    expect((await report({ ...body, email: 'late@example.com' })).status).toBe(201);
    expect((await detail(id)).outsideReporter.email).toBe('right@example.com');
    await report({ clientId: 'report-0002' });
    expect(await list()).toHaveLength(2);
  });

  it('takes 5 an hour from an address and 50 from its wide network [PRIV-14]', async () => {
    const sent = await Promise.all(Array.from({ length: 7 }, () => report()));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([
      201, 201, 201, 201, 201, 429, 429,
    ]);
    const refused = await report();
    expect(refused.json.error).toBe('REPORT_THROTTLED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect((await report({}, '203.0.113.8')).status).toBe(201);
    await useUp('outside-report near 203.0.113', 50);
    const neighbour = await report({}, '203.0.113.9');
    expect([neighbour.status, neighbour.json.error]).toEqual([429, 'REPORT_THROTTLED']);
    expect(Number(neighbour.headers['retry-after'])).toBeLessThanOrEqual(HOUR);
    t.clock.advance(HOUR);
    expect((await report({}, '203.0.113.9')).status).toBe(201);
  });

  it.each([
    ['2,000 of everybody', 'outside-reports', 2_000],
    ['20 of its network', 'outside-report calls near 203.0.113', 20],
    ['10 with its e-mail address', 'outside-report of victim@example.com', 10],
  ])(
    'waits behind the others and calls nobody after %s on a day [PRIV-14, LIMIT-74]',
    async (_, key, max) => {
      const mailed = async () => {
        await t.services.jobs.work.run();
        return (await mailsTo(admin.email)).length;
      };
      const as = { as: admin };
      await t.call('PUT', '/api/member/work-emails', { ...as, body: { emails: 'NOW' } });
      await report({}, '198.51.100.1');
      await t.db.execute('delete from throttles');
      await report({ email: 'other@example.com' }, '198.51.100.1');
      expect(await mailed()).toBe(1);
      await useUp(key, max - 1);
      const notifications = await readNotifications(t, admin);
      await report({ place: '그날의 마지막' });
      expect(await readNotifications(t, admin)).not.toEqual(notifications);
      expect(await mailed()).toBe(2);
      const before = await readNotifications(t, admin);
      expect(await report({ place: '그다음' })).toMatchObject({
        status: 201,
        json: { message: '신고를 받았습니다.' },
      });
      expect([await readNotifications(t, admin), await mailed()]).toEqual([before, 2]);
      await t.db.execute('delete from throttles');
      t.clock.advance(1);
      await report({ place: '다음 날의 것' });
      const { reports } = (await t.call('GET', '/api/admin/reports', as)).json;
      const places = reports.map(({ content }: { content: string }) => content.split('\n')[0]);
      expect(places.slice(-3)).toEqual(
        ['그날의 마지막', '다음 날의 것', '그다음'].map((place) => `신고한 곳: ${place}`),
      );
      const { items } = (await t.call('GET', '/api/admin/work', as)).json;
      expect(items[0]).toMatchObject({ kind: 'REPORTS', count: 5 });
    },
  );

  it('takes at most 100 KB, so 5 MB an hour from a network [PRIV-14]', async () => {
    const widest = '\u{1f468}\u{1f3fd}\u200d\u{1f469}\u{1f3fd}\u200d\u{1f467}';
    const reason = widest.repeat(2_000);
    await report({ place: widest.repeat(500), reason, name: widest.repeat(30) });
    const { rows } = await t.db.execute(`select octet_length(title) + octet_length(content)
      + octet_length(name) + octet_length(email) as bytes
      from inquiries join outside_reporters on inquiry_id = id`);
    expect(rows).toHaveLength(1);
    expect(Number(rows[0]?.bytes)).toBeLessThanOrEqual(100 * 1024);
  });

  it('keeps the address of a report when too many name the new one [PRIV-14]', async () => {
    await report({ email: 'other@example.com', clientId: 'other-0001' });
    await useUp('outside-report of flooded@example.com', LIMITS.outsideReportsPerEmail);
    const changed = await report({ email: 'Flooded@example.com', clientId: 'other-0001' });
    expect([changed.status, changed.json]).toEqual([201, { message: '신고를 받았습니다.' }]);
    expect([await countOf('other@example.com'), await countOf('flooded@example.com')]).toEqual([
      1, 0,
    ]);
  });
});

describe('the answer to a report without an account', () => {
  it('goes by e-mail with its whole text and not a word of the report [PRIV-14]', async () => {
    await report({ place: '광고: https://evil.example' });
    const { id } = await newest();
    expect((await answer(id)).status).toBe(200);
    const more = { as: admin, body: { content: '한 가지 더 알려 드립니다.' } };
    expect((await t.call('POST', `/api/inquiry/${id}/follow-up`, more)).status).toBe(201);
    const mails = await mailsTo(REPORT.email);
    const texts = mails.map(({ text }) => text).join('\n');
    expect(mails).toHaveLength(2);
    expect(mails[0]?.subject).toContain('신고에 답변드립니다');
    expect(texts).toContain('지웠습니다.\n끝.');
    expect(texts).toContain('한 가지 더 알려 드립니다.');
    expect(texts).not.toMatch(/evil|홍길동|\/inquiry\//);
  });

  it('comes of the decision about the content too [PRIV-14, INQ-35]', async () => {
    const postId = await createPost(t, author);
    await report({
      email: 'decided@example.com',
      place: `${SITE}/main/community/free/post/${postId}`,
    });
    const { id } = await newest();
    const body = { decision: 'REMOVE', reason: '명예 훼손' };
    const decided = await t.call('POST', `/api/admin/reports/${id}/decide`, { as: manager, body });
    expect(decided.json.closed).toBe(1);
    expect((await readInquiry(t, id)).state).toBe('COMPLETED');
    const [mail] = await mailsTo('decided@example.com');
    expect(mail?.text).toContain('삭제했습니다');
  });

  it('comes once to an address that many reports name [PRIV-14]', async () => {
    const postId = await createPost(t, author);
    const place = `${SITE}/main/community/free/post/${postId}`;
    const email = 'many@example.com';
    const days = [kstDay(t.clock.now())];
    for (const n of [1, 2, 3]) await report({ email, place }, `203.0.113.${n}`);
    t.clock.advance(DAY);
    days.push(kstDay(t.clock.now()));
    manager = await t.signInAs(manager);
    await report({ email, place }, '203.0.113.4');
    await report({ email: 'single@example.com', place }, '203.0.113.5');
    const { reports } = (await t.call('GET', '/api/admin/reports', { as: manager })).json;
    const url = `/api/admin/reports/${reports[0].inquiryId}/decide`;
    const body = { decision: 'KEEP', reason: '문제 없음' };
    const decided = await t.call('POST', url, { as: manager, body });
    expect(decided.json.closed).toBe(5);
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`${days.join(', ')}에 보내신 신고에 답변드립니다.`);
    expect(await mailsTo('single@example.com')).toHaveLength(1);
  });
});

describe('the erasure of reports without an account', () => {
  const left = async () => {
    const { rows } = await t.db.execute('select email from outside_reporters order by 1');
    return rows.map(({ email }) => email);
  };

  it('comes a year after the answer, or after the report without one [PRIV-14]', async () => {
    await report({ email: 'answered@example.com' });
    const answered = await newest();
    await report({ email: 'open@example.com' });
    await t.db.execute(`insert into inquiries (member_id, title, content, category, created_at)
      values (${author.id}, '문의', '문의', 'REPORT', '2001-01-01')`);
    t.clock.advance(100 * DAY);
    admin = await t.signInAs(admin);
    await answer(answered.id);
    t.clock.advance(265 * DAY + 1);
    expect(await t.services.jobs.content.run()).toMatchObject({ outsideReports: 1 });
    expect(await left()).toEqual(['answered@example.com']);
    t.clock.advance(100 * DAY);
    expect(await t.services.jobs.content.run()).toMatchObject({ outsideReports: 1 });
    admin = await t.signInAs(admin);
    expect((await list()).map(({ title }: { title: string }) => title)).toEqual(['문의']);
  });
});
