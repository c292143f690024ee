import { BUILT_IN_VERSION, findMissingHeadings } from '@naru/contract/document-names';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, kstDay } from '../../platform/clock.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { recordStatements } from '../posts/posts.fixture.ts';
import { DEFAULT_IDENTITY, DEFAULT_SETTINGS } from '../site/site.config.ts';
import { builtInText } from './documents.defaults.ts';

let t: TestApp;
let start: Date;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  start = t.clock.now();
  admin = await t.signIn('ADMIN');
});
beforeEach(async () => {
  t.clock.set(start);
  for (const table of ['settings', 'site_documents', 'member_consents', 'posts']) {
    await t.db.execute(`delete from ${table}`);
  }
});
afterAll(() => t.close());

const read = (document: string, query = '') => t.call('GET', `/api/documents/${document}${query}`);
/** A correction that holds at once, unless the body says otherwise, based on what is stored. */
async function publish(document: string, body: object, as = admin) {
  const basedOn = (await read(document)).json.revision;
  const change = { change: 'MINOR', effectiveOn: null, asksConsent: false, basedOn };
  return t.call('POST', `/api/admin/documents/${document}`, { as, body: { ...change, ...body } });
}
const withdraw = async (document: string, basedOn?: string) =>
  t.call(
    'DELETE',
    `/api/admin/documents/${document}/upcoming?basedOn=${basedOn ?? (await read(document)).json.revision}`,
    { as: admin },
  );
const pending = async (as: SignedIn) =>
  (await t.call('GET', '/api/member/consents', { as })).json.pending;
const agree = (as: SignedIn, body: object) => t.call('POST', '/api/member/consents', { as, body });

const TEXT = { content: '새 약관', note: '이용 제한을 정했습니다.' };
const dayAfter = (days: number, from = t.clock.now()) => addDays(kstDay(from), days);
const advance = (days: number) => t.clock.advance(days * 24 * 3600);
const normal = (days: number) => ({ change: 'NORMAL', effectiveOn: dayAfter(days) });
const config = async () => (await t.call('GET', '/api/config')).json.documentVersions;
/** Oldest first. */
async function notices() {
  const { rows } = await t.db.execute<{ id: number; title: string; pinnedUntil: unknown }>(
    sql`select id, title, pinned_until as "pinnedUntil" from posts where board_type = 'NOTICE' order by id`,
  );
  return rows;
}

describe('terms and privacy policy', () => {
  it('have texts with the names of the installation and all headings of the law [PRIV-19]', async () => {
    await t.call('PUT', '/api/admin/identity', {
      as: admin,
      body: {
        siteName: '누리터',
        shortName: '',
        universityName: '한빛대학교',
        departmentName: '컴퓨터공학과',
        officeName: '학과사무실',
        color: '',
        logoUrl: '',
      },
    });
    for (const document of ['terms', 'privacy']) {
      const { status, json } = await read(document);
      expect([status, json.version]).toEqual([200, BUILT_IN_VERSION]);
      expect(json.content).toContain('한빛대학교 컴퓨터공학과');
      expect(json.content).toMatch(/누리터(는|를)/);
      expect(json.content).not.toMatch(/나루|[{}]|\(는\)|\(를\)/);
    }
    const { json } = await read('privacy');
    expect(findMissingHeadings(json.content)).toEqual([]);
    const items = json.content
      .split('## ')
      .find((part: string) => part.startsWith('처리하는 항목'));
    const named = [
      '이름',
      '이메일',
      '프로필 사진',
      '소개',
      '학년',
      '증명 파일',
      '강의 평가',
      '투표',
    ];
    for (const item of [...named, '개인 일정']) expect(items).toContain(item);
    expect(json.content).toContain('- 신고된 글과 댓글, 강의 평가, 프로필은');
  });

  it('state after how long an unused account is erased, unless it never is [PRIV-12]', async () => {
    const { json } = await read('privacy');
    expect(json.content).toContain('- 24개월 동안 이용하지 않은 회원의 계정은 30일 전과 7일 전에');
    const owner = { identity: DEFAULT_IDENTITY, footer: DEFAULT_SETTINGS.footer };
    const unlimited = builtInText('privacy', { ...owner, unusedMonths: 0 });
    expect(unlimited).not.toMatch(/개월|[{}]/);
    expect(unlimited).toContain('바로 지웁니다.\n- 지운 글과');
  });

  it('get versions, of which the former stay readable, and a line in the audit log [PRIV-19]', async () => {
    const student = await t.signIn();
    const basedOn = (await read('terms')).json.revision;
    const body = { content: '첫 약관', note: '처음 정함', basedOn };
    expect((await publish('terms', body, student)).status).toBe(403);
    expect((await publish('terms', { ...body, note: ' ' })).status).toBe(400);
    const { status, json } = await publish('terms', body);
    expect([status, json.version, json.content]).toEqual([200, '2026-11-20', '첫 약관']);
    const late = await publish('terms', { ...body, content: '다른 약관' });
    expect(late.status).toBe(409);
    expect(late.json).toMatchObject({
      error: 'EDIT_CONFLICT',
      message: '다른 사람이 먼저 저장했습니다. 새로 고쳐서 최신 내용을 확인해 주세요.',
    });
    const next = { content: '둘째 약관', note: '오탈자' };
    expect((await publish('terms', next)).json.version).toBe('2026-11-20-2');
    const { history, content } = (await read('terms')).json;
    expect(content).toBe('둘째 약관');
    expect(history.map(({ version }: { version: string }) => version)).toEqual([
      '2026-11-20-2',
      '2026-11-20',
      BUILT_IN_VERSION,
    ]);
    expect((await read('terms', '?version=2026-11-20')).json.content).toBe('첫 약관');
    expect((await read('terms', '?version=2020-01-01')).status).toBe(404);
    expect((await t.call('GET', '/api/config')).json.documentVersions).toEqual({
      terms: '2026-11-20-2',
      privacy: BUILT_IN_VERSION,
    });
    expect((await readAuditOf(t, 'setting.update')).at(-1)).toMatchObject({
      detail: { setting: 'terms', before: '2026-11-20', after: '2026-11-20-2' },
    });
  });

  it('are not read as a whole for the configuration of a page [PRIV-19]', async () => {
    const statements = await recordStatements(async () => {
      expect((await t.call('GET', '/api/config')).status).toBe(200);
    });
    const asked = statements.filter(({ text }) => text.includes('"site_documents"'));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ text }) => text.includes('"content"'))).toEqual([]);
  });

  it('refuses a privacy policy without a required heading and names it [PRIV-19]', async () => {
    const { json: before } = await read('privacy');
    const content = before.content.replace(/^## .*위탁.*$/m, '## 맡기는 일');
    const body = { content, note: '고침' };
    const { status, json } = await publish('privacy', body);
    expect(status).toBe(400);
    expect(json.errors).toEqual([
      { field: 'content', message: '개인정보 처리방침에 다음 제목이 필요합니다: 위탁' },
    ]);
    expect((await read('privacy')).json).toEqual(before);
  });

  it('asks members again for a version that needs consent from the day on which it holds, once [PRIV-20, PRIV-192]', async () => {
    const early = await t.signIn();
    expect(await pending(early)).toEqual([]);
    const { json } = await read('privacy');
    const body = { content: json.content, note: '위탁 업체가 생겼습니다.', ...normal(7) };
    await publish('privacy', { ...body, asksConsent: true });
    const [version] = [dayAfter(7)];
    expect(await pending(early)).toEqual([]);
    expect((await agree(early, { privacy: version })).json.pending).toEqual([]);
    advance(7);
    // Their sessions have ended.
    const [one, other] = [await t.signIn(), await t.signIn()];
    const later = await t.signIn('ADMIN');
    const asked = { document: 'privacy', version, note: body.note };
    expect(await pending(one)).toEqual([asked]);
    expect((await agree(one, { privacy: json.version })).json.pending).toEqual([asked]);
    expect((await agree(one, { privacy: version })).json.pending).toEqual([]);
    await agree(one, { privacy: version });
    await publish('privacy', { content: json.content, note: '오탈자' }, later);
    expect(await pending(one)).toEqual([]);
    expect(await pending(other)).toEqual([
      { document: 'privacy', version: `${version}-2`, note: `오탈자\n${body.note}` },
    ]);
    await agree(other, { privacy: `${version}-2` });
    expect(await pending(other)).toEqual([]);
    const { rows } = await t.db.execute(sql`
      select member_id, version from member_consents
      where document = 'privacy' and member_id in (${one.id}, ${other.id}) order by member_id, version`);
    const last = rows.filter((row) => String(row.version).startsWith(String(version)));
    expect(last.map(({ member_id: id, version: agreed }) => [Number(id), agreed])).toEqual([
      [one.id, version],
      [other.id, `${version}-2`],
    ]);
  });
});

describe('an announced version', () => {
  it('holds by itself from its Korean day on, and is readable before [PRIV-192]', async () => {
    const before = (await read('terms')).json;
    const { status, json } = await publish('terms', { ...TEXT, ...normal(7) });
    const version = dayAfter(7);
    expect([status, json.version, json.content]).toEqual([200, before.version, before.content]);
    expect(json.upcoming).toMatchObject({ version, effectiveOn: version, note: TEXT.note });
    expect((await read('terms', `?version=${version}`)).json).toMatchObject({ content: '새 약관' });
    // The last second of the day before, by Korean time.
    t.clock.set(new Date(Date.parse(`${version}T00:00:00+09:00`) - 1000));
    expect((await read('terms')).json.version).toBe(before.version);
    expect((await config()).terms).toBe(before.version);
    t.clock.advance(1);
    expect((await read('terms')).json).toMatchObject({
      version,
      content: '새 약관',
      upcoming: null,
    });
    expect((await config()).terms).toBe(version);
    expect((await read('terms', `?version=${before.version}`)).json.content).toBe(before.content);
  });

  it.each([
    ['NORMAL', 6, 400],
    ['NORMAL', 7, 200],
    ['NORMAL', 366, 400],
    ['ADVERSE', 29, 400],
    ['ADVERSE', 30, 200],
    ['MINOR', 7, 400],
  ])('%s %i days ahead is %i [PRIV-192]', async (change, days, status) => {
    const body = { ...TEXT, change, effectiveOn: dayAfter(days) };
    const response = await publish('terms', body);
    expect(response.status).toBe(status);
    if (status === 400) expect(response.json.errors[0].field).toBe('effectiveOn');
    else expect(response.json.upcoming.asksConsent).toBe(change === 'ADVERSE');
  });

  it('needs a day, also without which nothing is stored or posted [PRIV-192]', async () => {
    const response = await publish('terms', { ...TEXT, change: 'NORMAL', effectiveOn: null });
    expect([response.status, response.json.errors[0].field]).toEqual([400, 'effectiveOn']);
    expect((await read('terms')).json.upcoming).toBeNull();
    expect(await notices()).toEqual([]);
  });

  it('is announced by a notice of the board, pinned until its day, which its change and withdrawal follow [PRIV-193]', async () => {
    const student = await t.signIn();
    await publish('terms', { ...TEXT, note: '<b>이용 제한</b>', ...normal(7) });
    const [first] = await notices();
    expect(first).toMatchObject({
      title: expect.stringMatching(/이용약관이 2026년 11월 27일부터/),
    });
    const { json } = await t.call('GET', `/api/post/${first?.id}`, { as: student });
    expect(json.dto.content).toContain('&lt;b&gt;이용 제한&lt;/b&gt;');
    expect(json.dto.content).toMatch(/<a href="[^"]*\/terms\?view=changes"/);
    expect(first?.pinnedUntil).not.toBeNull();
    await publish('terms', {
      ...TEXT,
      content: '더 새 약관',
      change: 'ADVERSE',
      effectiveOn: dayAfter(40),
    });
    expect((await read('terms')).json.upcoming.version).toBe(dayAfter(40));
    expect((await read('terms', `?version=${dayAfter(7)}`)).status).toBe(404);
    expect((await withdraw('terms')).json.upcoming).toBeNull();
    expect((await notices()).map(({ title }) => title)).toEqual([
      expect.stringMatching(/11월 27일부터 바뀝니다/),
      expect.stringMatching(/12월 30일부터 바뀝니다/),
      expect.stringMatching(/변경을 취소했습니다/),
    ]);
    advance(60);
    expect((await read('terms')).json.version).toBe(BUILT_IN_VERSION);
    const entries = (await readAuditOf(t, 'setting.update')).slice(-3);
    expect(entries.map(({ detail }) => detail)).toEqual([
      { setting: 'terms', before: BUILT_IN_VERSION, after: dayAfter(7, start) },
      { setting: 'terms', before: BUILT_IN_VERSION, after: dayAfter(40, start) },
      { setting: 'terms', before: dayAfter(40, start), after: BUILT_IN_VERSION },
    ]);
  });

  it('has one pin, that of the newest notice, until it is withdrawn; other pins stay [PRIV-193]', async () => {
    const content = '<p><a href="https://naru.example/terms?view=changes">링크</a></p>';
    const body = { boardType: 'NOTICE', title: '다른 공지', content };
    const other = (await t.call('POST', '/api/post/post-up', { as: admin, body })).json.id;
    await t.call('PUT', `/api/post/${other}/pin`, { as: admin, body: { until: dayAfter(20) } });
    await publish('privacy', {
      ...normal(9),
      note: '보유 기간',
      content: (await read('privacy')).json.content,
    });
    const former = (await readAuditOf(t, 'post.unpin')).length;
    const pinned = async () =>
      (await notices()).flatMap(({ title, pinnedUntil }) => (pinnedUntil === null ? [] : [title]));
    const others = ['<전학년> 다른 공지', expect.stringContaining('개인정보')];
    for (const [day, change] of [
      [9, 'NORMAL'],
      [9, 'NORMAL'],
      [40, 'ADVERSE'],
      [8, 'NORMAL'],
    ]) {
      const effectiveOn = dayAfter(Number(day));
      await publish('terms', { ...TEXT, content: `새 약관 ${day}`, change, effectiveOn });
      const [month, date] = effectiveOn.split('-').slice(1).map(Number);
      expect(await pinned()).toEqual([...others, expect.stringContaining(`${month}월 ${date}일`)]);
    }
    await withdraw('terms');
    expect(await pinned()).toEqual(others);
    expect(await readAuditOf(t, 'post.unpin')).toHaveLength(former + 4);
  });

  it('is changed and withdrawn only as its editor has seen it, and never replaced at once [PRIV-192]', async () => {
    const { revision } = (await read('terms')).json;
    await publish('terms', { ...TEXT, ...normal(7) });
    expect((await publish('terms', { ...TEXT, ...normal(9), basedOn: revision })).status).toBe(409);
    expect((await withdraw('terms', revision)).status).toBe(409);
    const minor = await publish('terms', TEXT);
    expect([minor.status, minor.json.errors[0].field]).toEqual([400, 'change']);
    expect(await notices()).toHaveLength(1);
    expect((await withdraw('terms')).status).toBe(200);
    expect((await withdraw('terms')).status).toBe(404);
    expect(await notices()).toHaveLength(2);
  });

  it('of one document leaves the other as it is [PRIV-192]', async () => {
    const before = (await read('privacy')).json;
    await publish('terms', { ...TEXT, ...normal(7) });
    expect((await read('privacy')).json).toEqual(before);
  });

  it('is not needed for the first text of a site without members [PRIV-192]', async () => {
    const first = { ...TEXT, change: 'FIRST' };
    const refused = await publish('terms', first);
    expect([refused.status, refused.json.errors[0].field]).toEqual([400, 'change']);
    await t.db.execute(sql`update members set withdrawn_at = now() where id <> ${admin.id}`);
    expect((await publish('terms', first)).json).toMatchObject({
      content: '새 약관',
      upcoming: null,
    });
    expect((await publish('terms', first)).status).toBe(400);
  });

  it('leaves versions from before there were days as they were [PRIV-192]', async () => {
    await t.db.execute(sql`insert into site_documents (document, version, content, note, asks_consent, published_at)
      values ('terms', '2026-11-10', '옛 약관', '', false, '2026-11-10T09:00:00+09:00')`);
    expect((await read('terms')).json).toMatchObject({
      ...{ version: '2026-11-10', effectiveOn: '2026-11-10', change: null, content: '옛 약관' },
    });
  });
});
