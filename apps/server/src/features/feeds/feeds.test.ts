import { FEED_KINDS, FEEDS } from '@naru/contract/feeds';
import { ROLES } from '@naru/contract/roles';
import { parseAtomFeed } from 'feedsmith';
import ICAL from 'ical.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeMember } from '../../testing/factories/comments.ts';
import { makeFeed } from '../../testing/factories/feeds.ts';
import { createLecture, markLecture } from '../../testing/factories/lectures.ts';
import { createMemberList } from '../../testing/factories/member-lists.ts';
import { TEST_PASSWORD } from '../../testing/factories/members.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { changePost, createPost } from '../../testing/factories/posts.ts';
import { createAcademicDate } from '../../testing/factories/school.ts';
import { CORPUS } from '../../testing/injection/corpus.ts';
import { findInTables } from '../../testing/matrix/snapshot.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { createVisitor, lastCode } from '../../testing/visitor.ts';
import { prove } from '../account/account.fixture.ts';

const RATES = { links: 8 };
const OWN = '/api/member/feeds';

let t: TestApp;
let manager: SignedIn;
let admin: SignedIn;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ env: { PUBLIC_URL: 'https://naru.test:8443' }, rates: RATES });
  [manager, admin] = [await t.signIn('MANAGER'), await t.signIn('ADMIN')];
});
afterAll(() => t.close());
beforeEach(async () => {
  student = await t.signIn('STUDENT');
  // Another test may have set the clock on, after which tokens end.
  manager = await t.signInAs(manager);
});
afterEach(() => t.services.siteStatus.endReadOnly(null));

const get = (url: string, headers: Record<string, string> = {}) => t.call('GET', url, { headers });
const list = async (as: SignedIn) => (await t.call('GET', OWN, { as })).json.feeds;
const end = (as: SignedIn, kind: string) => t.call('DELETE', `${OWN}/${kind}`, { as });
const notice = (title: string, more: object = {}) =>
  createPost(t, manager, { boardType: 'NOTICE', title, content: '<p>본문</p>', ...more });
/** What is the same for each request that is refused alike. */
const shapeOf = ({ status, json, headers }: Awaited<ReturnType<typeof get>>) => {
  const { requestId: _, ...body } = json;
  const { date: _date, ...same } = headers;
  return { status, body, headers: same };
};
const entriesOf = async (url: string) => parseAtomFeed((await get(url)).text).entries ?? [];
const titlesOf = async (url: string) => (await entriesOf(url)).map(({ title }) => title?.value);
const eventsOf = async (url: string) => {
  const { text } = await get(url);
  expect(afterComponents(text)).toEqual([]);
  return new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event));
};
/** Properties of the calendar behind its first component, where RFC 5545 (3.6) allows none. */
function afterComponents(text: string): string[] {
  const found: string[] = [];
  let [depth, isBehind] = [0, false];
  for (const line of text.trim().split('\r\n')) {
    if (line.startsWith('BEGIN:')) depth += 1;
    else if (line.startsWith('END:')) depth -= 1;
    else if (depth === 1 && isBehind) found.push(line);
    isBehind ||= depth === 2;
  }
  return found;
}

/** Resets the password by a code. */
async function reset(): Promise<void> {
  const { username, email: to } = student;
  const visitor = createVisitor(t);
  const { json } = await visitor.post('/api/member/verify-id', { username });
  await visitor.post('/api/auth/email-check', { email: json.email });
  const code = await lastCode(t, to);
  await visitor.post('/api/auth/verify-code', { email: json.email, code });
  const body = { username, newPassword: '부두의 밧줄 매듭 7' };
  const { status } = await visitor.post('/api/member/reset-password/no-login', body);
  expect(status).toBe(200);
}
async function byAdmin(act: 'correct' | 'suspend', body: object): Promise<void> {
  const path = `/api/admin/members/${student.id}/${act}`;
  expect((await t.call('POST', path, { as: await t.signIn('ADMIN'), body })).status).toBe(200);
}

describe('an address', () => {
  it('is made once for each kind, shown once and stored as a hash [FEED-01]', async () => {
    for (const kind of FEED_KINDS) {
      const { status, json } = await t.call('PUT', `${OWN}/${kind}`, { as: student });
      expect([status, json.message]).toEqual([200, '구독 주소를 만들었습니다.']);
      expect(json.url).toMatch(
        new RegExp(`^https://naru\\.test:8443/feeds/[\\w-]{43}/${FEEDS[kind].file}$`),
      );
      const [, secret = ''] = /feeds\/([\w-]+)/.exec(json.url) ?? [];
      expect(await findInTables(t, secret)).toEqual([]);
      expect(json.feed).toEqual({ kind, madeAt: expect.any(String), lastUsedAt: null });
    }
    const own = await list(student);
    expect(own.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(
      [...FEED_KINDS].toSorted(),
    );
    expect(JSON.stringify(own)).not.toContain('feeds/');
    expect(await list(await t.signIn('STUDENT'))).toEqual([]);
  });

  it('is of a known kind only, and needs a login to be made [FEED-01]', async () => {
    for (const kind of ['BANNERS', 'notices', '..%2f']) {
      expect((await t.call('PUT', `${OWN}/${kind}`, { as: student })).status).toBe(400);
    }
    expect((await t.call('PUT', `${OWN}/NOTICES`)).status).toBe(401);
    expect((await t.call('DELETE', `${OWN}/NOTICES`)).status).toBe(401);
  });

  it('that was replaced, ended, never made or belongs to another file is not found alike [FEED-02]', async () => {
    const former = await makeFeed(t, student, 'NOTICES');
    const { url } = await makeFeed(t, student, 'NOTICES');
    expect((await get(url)).status).toBe(200);
    const other = await makeFeed(t, await t.signIn('STUDENT'), 'ACADEMIC');
    const unknown = shapeOf(await get(`/feeds/${'a'.repeat(43)}/notices.atom`));
    expect(unknown).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } });
    await end(student, 'NOTICES');
    expect((await end(student, 'NOTICES')).status).toBe(200);
    const others = [
      ...[former.url, url, url.replace('notices.atom', 'academic.ics'), `${url}x`],
      ...[other.url.replace('academic.ics', 'notices.atom'), '/feeds/x/y'],
    ];
    for (const one of others) expect(shapeOf(await get(one)), one).toEqual(unknown);
    expect((await get(other.url)).status).toBe(200);
  });

  it.each(ROLES)(
    'of a %s shows what is its own, whoever asks, and ends for all [FEED-02]',
    async (role) => {
      const [self, other] = [await t.signIn(role), await t.signIn('SYSTEM')];
      for (const kind of FEED_KINDS) {
        const { url } = await makeFeed(t, self, kind);
        const bare = await get(url);
        expect(bare.status).toBe(200);
        expect((await t.call('GET', url, { as: other })).text).toBe(bare.text);
        await end(other, kind);
        expect((await get(url)).status).toBe(200);
        await end(self, kind);
        for (const as of [self, other]) {
          expect((await t.call('GET', url, { as })).status).toBe(404);
        }
      }
    },
  );

  it('shows nothing while its member is suspended, and is gone with the account [FEED-02]', async () => {
    const { url } = await makeFeed(t, student, 'TIMETABLE');
    const unknown = shapeOf(await get(`/feeds/${'b'.repeat(43)}/timetable.ics`));
    const until = new Date(t.clock.now().getTime() + 86_400_000);
    await changeMember(t, student.id, { suspendedUntil: until });
    expect(shapeOf(await get(url))).toEqual(unknown);
    await changeMember(t, student.id, { suspendedUntil: null });
    expect((await get(url)).status).toBe(200);
    await prove(t, student);
    expect((await t.call('DELETE', '/api/member/me', { as: student })).status).toBe(200);
    expect(shapeOf(await get(url))).toEqual(unknown);
  });

  it('works once of two that are made at once, and not at all when one end follows [FEED-01]', async () => {
    const make = () => makeFeed(t, student, 'NOTICES');
    const made = await Promise.all([make(), make(), make()]);
    const statuses = await Promise.all(made.map(async ({ url }) => (await get(url)).status));
    expect(statuses.toSorted()).toEqual([200, 404, 404]);
    await Promise.all([end(student, 'NOTICES'), end(student, 'NOTICES')]);
    for (const { url } of made) expect((await get(url)).status).toBe(404);
    expect(await list(student)).toEqual([]);
  });

  it('notifies its member when it is made [FEED-08]', async () => {
    await makeFeed(t, student, 'TIMETABLE');
    expect(await readNotifications(t, student)).toMatchObject([
      {
        subType: 'feed',
        targetUrl: '/mypage/account#feeds',
        content:
          '‘내 시간표’ 구독 주소를 만들었습니다. 본인이 아니라면 그만 쓰고 비밀번호를 바꿔 주세요.',
      },
    ]);
  });

  it('outlives a new password and ends with all other sessions [FEED-08]', async () => {
    const { url } = await makeFeed(t, student, 'ACADEMIC');
    const { url: others } = await makeFeed(t, manager, 'ACADEMIC');
    const body = { currentPassword: TEST_PASSWORD, newPassword: '부두의 밧줄 매듭 7' };
    const changed = await t.call('POST', '/api/member/reset-password', { as: student, body });
    expect([changed.status, (await get(url)).status]).toEqual([200, 200]);
    const self = await t.signInAs(student);
    const refused = await t.call('DELETE', '/api/member/sessions', { as: self });
    expect([refused.status, (await get(url)).status]).toEqual([403, 200]);
    await prove(t, self, body.newPassword);
    expect((await t.call('DELETE', '/api/member/sessions', { as: self })).status).toBe(200);
    expect([(await get(url)).status, (await get(others)).status]).toEqual([404, 200]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['its member resets the password', reset],
    [
      'an ADMIN corrects the e-mail address',
      () => byAdmin('correct', { email: 'other.one@kmou.ac.kr', reason: '메일 분실' }),
    ],
    [
      'its member is suspended, also after the suspension',
      async () => {
        await byAdmin('suspend', { until: '2030-05-12', reason: '도배' });
        await changeMember(t, student.id, { suspendedUntil: null });
      },
    ],
  ])('ends when %s [FEED-08]', async (_, act) => {
    const { url } = await makeFeed(t, student, 'ACADEMIC');
    const { url: others } = await makeFeed(t, manager, 'ACADEMIC');
    await act();
    expect([(await get(url)).status, (await get(others)).status]).toEqual([404, 200]);
  });

  it('is not made by a session that ends at the same time [FEED-08]', async () => {
    const [, token = ''] = student.headers.authorization.split(' ');
    const { sessionId } = await t.services.sessions.authenticate(token);
    const actor = { memberId: student.id, sessionId, roles: student.roles };
    let making: Promise<unknown> = Promise.resolve();
    await t.db.transaction(async (tx) => {
      await t.services.sessions.lockMember(tx, student.id);
      making = t.services.feeds.make(actor, 'NOTICES');
      making.catch(() => undefined);
      await t.services.sessions.endAll(tx, student.id);
    });
    await expect(making).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
    expect(await list(await t.signInAs(student))).toEqual([]);
  });

  it('that is replaced gives its member no further reads [FEED-09]', async () => {
    const statuses: number[] = [];
    for (let n = 0; n <= RATES.links; n += 1) {
      const { url } = await makeFeed(t, student, 'ACADEMIC');
      statuses.push((await get(url)).status);
    }
    expect(statuses).toEqual([...Array(RATES.links).fill(200), 429]);
  });

  it('is read at most so often in a minute, each for itself [FEED-09]', async () => {
    const [{ url }, { url: other }] = [
      await makeFeed(t, student, 'ACADEMIC'),
      await makeFeed(t, student, 'TIMETABLE'),
    ];
    const statuses: number[] = [];
    for (let n = 0; n <= RATES.links; n += 1) statuses.push((await get(url)).status);
    expect(statuses.at(-2)).toBe(200);
    expect(statuses.at(-1)).toBe(429);
    expect((await get(other)).status).toBe(200);
  });

  it('says when it was last used, to the hour, and not while the site is read-only [FEED-07]', async () => {
    t.clock.set(new Date('2027-01-04T03:25:00Z'));
    student = await t.signIn('STUDENT');
    const { url } = await makeFeed(t, student, 'ACADEMIC');
    const used = async () => (await list(student))[0].lastUsedAt;
    await get(url);
    expect(await used()).toBe('2027-01-04T12:00:00+09:00');
    t.clock.advance(60 * 60);
    student = await t.signInAs(student);
    await t.services.siteStatus.startReadOnly(null, { reason: '점검 중입니다', until: null });
    expect((await get(url)).status).toBe(200);
    expect(await used()).toBe('2027-01-04T12:00:00+09:00');
    await t.services.siteStatus.endReadOnly(null);
    await get(url);
    expect(await used()).toBe('2027-01-04T13:00:00+09:00');
  });

  it('comes for those who may keep it alone, without a cookie, a referrer or a line with it in the log [FEED-06]', async () => {
    const { url } = await makeFeed(t, student, 'ACADEMIC');
    const [, secret = ''] = /feeds\/([\w-]+)/.exec(url) ?? [];
    for (const address of [url, `${url}?a=1`, url.replace('.ics', '.txt')]) {
      const { headers, cookies } = await get(address, { cookie: 'naru_session=x' });
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-robots-tag']).toContain('noindex');
      expect([cookies, headers.location]).toEqual([[], undefined]);
    }
    expect(t.logs.join('')).toContain('/feeds/:secret/:file');
    expect(t.logs.join('')).not.toContain(secret);
  });

  it('is not sent again while nothing has changed, also where something was removed [FEED-06]', async () => {
    const id = await createAcademicDate(t, { title: '사라질 날', startsOn: '2027-01-20' });
    const { url } = await makeFeed(t, student, 'ACADEMIC');
    const { headers, text } = await get(url);
    expect(text).toContain('사라질 날');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(Date.parse(String(headers['last-modified']))).not.toBeNaN();
    const etag = String(headers.etag);
    for (const known of [etag, `"x", ${etag}`, etag.replace('W/', '')]) {
      const again = await get(url, { 'if-none-match': known });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await get(url, { 'if-none-match': '"x"' })).status).toBe(200);
    await t.call('DELETE', `/api/admin/academic-dates/${id}`, { as: manager });
    const since = { 'if-modified-since': String(headers['last-modified']) };
    expect((await get(url, since)).text).not.toContain('사라질 날');
    expect((await get(url, { 'if-none-match': etag })).status).toBe(200);
  });

  it('responds to HEAD as to GET, without a body [FEED-06, HEAD-10]', async () => {
    const { url } = await makeFeed(t, student, 'TIMETABLE');
    const [whole, head] = [await get(url), await t.call('HEAD', url)];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'last-modified']) {
      expect(head.headers[name]).toBe(whole.headers[name]);
    }
  });
});

describe('the feed of notices', () => {
  it('is Atom with the newest of all notice boards, whose ids and links stay [FEED-04]', async () => {
    const { url } = await makeFeed(t, student, 'NOTICES');
    const ids: number[] = [];
    const times: string[] = [];
    for (const [at, boardType] of (['NOTICE', 'NOTICE_SC', 'FREE'] as const).entries()) {
      t.clock.advance(60);
      times.push(t.clock.now().toISOString());
      ids.push(await createPost(t, admin, { boardType, title: `소식 ${at}` }));
    }
    const { headers, text } = await get(url);
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const feed = parseAtomFeed(text);
    expect(feed).toMatchObject({
      id: 'tag:naru.test,2026:notices',
      title: { value: '나루 공지사항' },
      authors: [{ name: '나루' }],
      links: [{ rel: 'alternate', href: 'https://naru.test:8443/main' }],
    });
    const [second, first] = feed.entries ?? [];
    expect(feed.updated).toBe(second?.updated);
    expect(second).toMatchObject({
      id: `tag:naru.test,2026:post/${ids[1]}`,
      title: { value: '소식 1' },
      published: times[1],
      links: [{ href: `https://naru.test:8443/main/community/notice_sc/post/${ids[1]}` }],
      categories: [{ term: '학생회 공지' }],
    });
    expect(first?.title?.value).toBe('&#60;전학년&#62; 소식 0');
    expect(text).not.toContain('소식 2');
    expect(text).not.toContain('/feeds/');
    t.clock.advance(60);
    await t.services.posts.update(
      { memberId: admin.id, sessionId: '', roles: admin.roles },
      ids[1] ?? 0,
      {
        ...{ boardType: 'NOTICE_SC', title: '고친 소식', content: '<p>새 본문</p>' },
        ...{ imageUrls: [], attachments: [], price: null },
      },
    );
    const [changed] = await entriesOf(url);
    expect(changed).toMatchObject({ id: second?.id, published: second?.published });
    expect(Date.parse(changed?.updated ?? '')).toBeGreaterThan(Date.parse(second?.updated ?? ''));
  });

  it('has fifty, of pinned ones too, and a short text of each [FEED-04]', async () => {
    const { url } = await makeFeed(t, student, 'NOTICES');
    const long = await notice('긴 글', { content: `<p>${'가나다 '.repeat(200)}</p><p>끝</p>` });
    await changePost(t, long, { pinned: true });
    const [{ summary } = {}] = await entriesOf(url);
    expect(summary?.value).toMatch(/^가나다 .{150,200}…$/);
    for (let n = 0; n < 51; n += 1) {
      t.clock.advance(1);
      await notice(`많은 소식 ${n}`);
    }
    const titles = await titlesOf(url);
    expect(titles).toHaveLength(50);
    expect(titles[0]).toContain('많은 소식 50');
    expect(titles.at(-1)).toContain('많은 소식 1');
  });

  it('has those for its member at each read, as the bell does, and none that is hidden [FEED-03]', async () => {
    const other = await t.signIn('STUDENT');
    const [{ url }, { url: urlOfOther }] = [
      await makeFeed(t, student, 'NOTICES'),
      await makeFeed(t, other, 'NOTICES'),
    ];
    await changeMember(t, student.id, { studyYear: 3, studyYearOf: 2026 });
    const listId = await createMemberList(t, manager, '장학생', [student]);
    const ids = {
      third: await notice('<3학년> 실습'),
      first: await notice('<1학년> 예비'),
      listed: await notice('장학금'),
      blinded: await notice('가릴 글'),
      deleted: await notice('지울 글'),
    };
    await changePost(t, ids.third, { audienceYears: [3] });
    await changePost(t, ids.first, { audienceYears: [1] });
    await changePost(t, ids.listed, { audienceGroups: [`LIST:${listId}`] });
    const shown = async (address: string) => {
      const found = new Set(
        (await entriesOf(address)).map(({ id }) => Number(id?.split('/').at(-1))),
      );
      return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, found.has(id)]));
    };
    const all = { third: true, first: true, listed: true, blinded: true, deleted: true };
    expect(await shown(url)).toEqual({ ...all, first: false });
    // Who stated no year gets those of every year.
    expect(await shown(urlOfOther)).toEqual({ ...all, listed: false });
    await changePost(t, ids.blinded, { blindedAt: t.clock.now() });
    await t.call('DELETE', `/api/post/${ids.deleted}?reason=spam`, { as: manager });
    await changeMember(t, student.id, { studyYear: 1 });
    const hidden = { blinded: false, deleted: false };
    expect(await shown(url)).toEqual({ ...all, third: false, ...hidden });
    // Notices reach those who block their author.
    await t.call('POST', '/api/friend/block', { as: student, body: { id: manager.id } });
    expect(await shown(url)).toEqual({ ...all, third: false, ...hidden });
  });

  it('stays whole whatever titles and texts are [FEED-04, INPUT-23]', async () => {
    const { url } = await makeFeed(t, student, 'NOTICES');
    const odd = [...CORPUS, ']]>', '&lt;b&gt;', 'a\u0000b\u0008\u{fffe}c', '\ud800x'];
    for (const [at, text] of odd.slice(-50).entries()) {
      t.clock.advance(1);
      const id = await notice(`소식 ${at}`);
      await changePost(t, id, {
        title: text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, ''),
        contentText: text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, ''),
      });
    }
    const { text } = await get(url);
    expect(text).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    const entries = parseAtomFeed(text).entries ?? [];
    expect(entries).toHaveLength(50);
    for (const { title, summary, links } of entries) {
      expect([title?.type, summary?.type ?? 'html', links?.length]).toEqual(['html', 'html', 1]);
      expect(`${title?.value}${summary?.value ?? ''}`).not.toMatch(/[<>]/);
    }
    // What a reader shows is the title as it was written.
    const shown = entries.map(({ title }) =>
      title?.value?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
    );
    const written = odd.slice(-50).filter((one) => /^[\x20-\x7e]+$/.test(one));
    expect(written.filter((one) => /[<&]/.test(one)).length).toBeGreaterThan(2);
    expect(shown).toEqual(expect.arrayContaining(written.map((one) => one.trim())));
  });
});

describe('the calendars', () => {
  it('have the academic dates around today, whole days with the day after as end [FEED-05]', async () => {
    t.clock.set(new Date('2026-11-20T05:00:30Z'));
    student = await t.signIn('STUDENT');
    const { url } = await makeFeed(t, student, 'ACADEMIC');
    const range = { startsOn: '2026-12-14', endsOn: '2026-12-18' };
    const id = await createAcademicDate(t, {
      title: '기말고사; 1, 2교시',
      note: '줄\n바꿈',
      ...range,
    });
    await createAcademicDate(t, { title: '옛날', startsOn: '2026-03-02' });
    await createAcademicDate(t, { title: '먼 날', startsOn: '2028-03-02' });
    const { headers, text } = await get(url);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(text.split('\r\n')).toEqual(
      expect.arrayContaining([
        ...['X-WR-CALNAME:나루 학사일정', 'REFRESH-INTERVAL;VALUE=DURATION:PT6H'],
        ...['X-PUBLISHED-TTL:PT6H', 'DTSTART;VALUE=DATE:20261214', 'DTEND;VALUE=DATE:20261219'],
      ]),
    );
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const events = await eventsOf(url);
    const found = events.find(({ uid }) => uid === `date-${id}@naru.test`);
    expect([found?.summary, found?.description]).toEqual(['기말고사; 1, 2교시', '줄\n바꿈']);
    expect([found?.startDate.toString(), found?.endDate.toString()]).toEqual([
      ...['2026-12-14', '2026-12-19'],
    ]);
    const names = events.map(({ summary }) => summary);
    expect(names).not.toContain('옛날');
    expect(names).not.toContain('먼 날');
  });

  it('have the own timetable of this term and of the planned one, each entry once [FEED-05, FEED-03]', async () => {
    t.clock.set(new Date('2027-02-20T05:00:30Z'));
    const professor = await t.signIn('PROFESSOR');
    student = await t.signIn('STUDENT');
    const { url } = await makeFeed(t, student, 'TIMETABLE');
    const { url: taught } = await makeFeed(t, professor, 'TIMETABLE');
    const term = (year: number, semester: 1 | 2) => ({ year, semester });
    for (const [title, when] of [
      ['지난 강의', term(2026, 1)],
      ['이번 강의', term(2026, 2)],
      ['다음 강의', term(2027, 1)],
    ] as const) {
      const as = await t.signIn('STUDENT');
      await markLecture(t, student, await createLecture(t, as, { title, ...when }));
    }
    const ownLecture = await createLecture(t, professor, { title: '맡은 강의', ...term(2027, 1) });
    const times = [{ day: 'SUNDAY', start: 9, end: 10 }];
    const entry = { title: '동아리', place: '', themeColor: '#ffd9e3', ...term(2027, 1), times };
    await t.call('POST', '/api/timetable/entries', { as: student, body: entry });
    const names = async (address: string) => (await eventsOf(address)).map((one) => one.summary);
    expect((await names(url)).toSorted()).toEqual(['다음 강의', '동아리', '이번 강의']);
    expect(new Set((await eventsOf(url)).map(({ uid }) => uid)).size).toBe(3);
    // Nobody else's, and no longer than the role that brought it.
    expect(await names(taught)).toEqual(['맡은 강의']);
    expect(ownLecture).toBeGreaterThan(0);
    await t.db.execute(`delete from member_roles where member_id = ${professor.id}`);
    expect(await names(taught)).toEqual([]);
    t.clock.set(new Date('2027-09-20T05:00:30Z'));
    expect(await names(url)).toEqual([]);
  });
});
