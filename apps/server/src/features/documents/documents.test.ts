import { BUILT_IN_VERSION, findMissingHeadings } from '@naru/contract/document-names';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
  for (const table of ['settings', 'site_documents', 'member_consents']) {
    await t.db.execute(`delete from ${table}`);
  }
});
afterAll(() => t.close());

const read = (document: string, query = '') => t.call('GET', `/api/documents/${document}${query}`);
const publish = (document: string, body: object, as = admin) =>
  t.call('POST', `/api/admin/documents/${document}`, { as, body });
const pending = async (as: SignedIn) =>
  (await t.call('GET', '/api/member/consents', { as })).json.pending;
const agree = (as: SignedIn, body: object) => t.call('POST', '/api/member/consents', { as, body });

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
    const first = { content: '첫 약관', note: '처음 정함', asksConsent: false };
    const body = { ...first, basedOn: BUILT_IN_VERSION };
    expect((await publish('terms', body, student)).status).toBe(403);
    expect((await publish('terms', { ...body, note: ' ' })).status).toBe(400);
    const { status, json } = await publish('terms', body);
    expect([status, json.version, json.content]).toEqual([200, '2026-11-20', '첫 약관']);
    const late = await publish('terms', { ...body, content: '다른 약관' });
    expect(late.status).toBe(409);
    expect(late.json).toMatchObject({
      error: 'EDIT_CONFLICT',
      message: '다른 사람이 먼저 저장했습니다. 새로고침해서 최신 내용을 확인해 주세요.',
    });
    const next = { ...body, content: '둘째 약관', basedOn: '2026-11-20' };
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
    const body = { content, note: '고침', asksConsent: false, basedOn: BUILT_IN_VERSION };
    const { status, json } = await publish('privacy', body);
    expect(status).toBe(400);
    expect(json.errors).toEqual([
      { field: 'content', message: '개인정보 처리방침에 다음 제목이 필요합니다: 위탁' },
    ]);
    expect((await read('privacy')).json).toEqual(before);
  });

  it('asks members again for a version that needs consent, once [PRIV-20]', async () => {
    const [one, other] = [await t.signIn(), await t.signIn()];
    expect(await pending(one)).toEqual([]);
    const { json } = await read('privacy');
    const body = { content: json.content, note: '위탁 업체가 생겼습니다.', asksConsent: true };
    await publish('privacy', { ...body, basedOn: json.version });
    const asked = { document: 'privacy', version: '2026-11-20', note: body.note };
    expect(await pending(one)).toEqual([asked]);
    expect((await agree(one, { privacy: json.version })).json.pending).toEqual([asked]);
    expect((await agree(one, { privacy: asked.version })).json.pending).toEqual([]);
    await agree(one, { privacy: asked.version });
    const small = { content: json.content, note: '오탈자', asksConsent: false };
    await publish('privacy', { ...small, basedOn: asked.version });
    expect(await pending(one)).toEqual([]);
    expect(await pending(other)).toEqual([
      { document: 'privacy', version: '2026-11-20-2', note: `오탈자\n${body.note}` },
    ]);
    await agree(other, { privacy: '2026-11-20-2' });
    expect(await pending(other)).toEqual([]);
    const { rows } = await t.db.execute(sql`
      select member_id, version from member_consents
      where document = 'privacy' and member_id in (${one.id}, ${other.id}) order by member_id, version`);
    const last = rows.filter(({ version }) => String(version).startsWith('2026-11-20'));
    expect(last.map(({ member_id: id, version }) => [Number(id), version])).toEqual([
      [one.id, '2026-11-20'],
      [other.id, '2026-11-20-2'],
    ]);
  });
});
