import type { HeadBoard } from '@naru/contract/boards';
import { HEAD_BOARDS, type HeadSettings, type HeadsOfBoard } from '@naru/contract/heads';
import { LIMITS } from '@naru/contract/limits';
import type { EditedSettings, SiteSettings } from '@naru/contract/settings';
import { TEXTS } from '@naru/contract/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPicture } from '../../testing/factories/files.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { turnOnSecondFactor } from '../../testing/factories/second-factors.ts';
import { countSettings, readAuditOf, storeSetting } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { DEFAULT_IDENTITY } from '../site/site.config.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('GET and PUT /api/admin/settings', () => {
  let start: Date;
  let admin: SignedIn;
  beforeAll(async () => {
    start = t.clock.now();
    admin = await t.signIn('ADMIN');
  });

  beforeEach(async () => {
    t.clock.set(start);
    await t.db.execute('delete from settings');
  });

  const URL = '/api/admin/settings';
  const edited = async (): Promise<EditedSettings> =>
    (await t.call('GET', URL, { as: admin })).json;
  const read = async (): Promise<SiteSettings> => {
    const { version: _version, heads: _heads, ...settings } = await edited();
    return settings;
  };
  const save = (body: unknown, as = admin) => t.call('PUT', URL, { as, body });
  const config = async () => (await t.call('GET', '/api/config')).json;
  const audit = () => readAuditOf(t, 'setting.update');
  const link = (url: string, label = '이름') => ({ label, url });

  it.each(['STUDENT', 'STUDENT_COUNCIL', 'MANAGER'] as const)('refuses a %s', async (role) => {
    const member = await t.signIn(role);
    expect((await t.call('GET', URL, { as: member })).status).toBe(403);
    expect((await save(await read(), member)).status).toBe(403);
    expect(await countSettings(t)).toBe(0);
  });

  it('return the defaults on a new installation: locked, four links [BOARD-09]', async () => {
    const settings = await read();
    expect(settings).toMatchObject({ directMessage: 'locked', studyRoomMenu: 'locked' });
    expect(settings.quickLinks).toHaveLength(4);
    const { quickLinks, footer, footerLinks, settings: switches, anonymousBoards } = await config();
    expect(anonymousBoards).toEqual([]);
    const shown = { ...switches, quickLinks, footer, footerLinks, anonymousBoards };
    const { blindAfter } = LIMITS;
    const { petitions } = settings;
    const hidden = { blindAfter, staffSecondFactor: false, linkTitles: false, petitions };
    expect({ ...shown, ...hidden }).toEqual(settings);
  });

  it('open the study room and change links and texts in /api/config at once [BOARD-09]', async () => {
    const next: SiteSettings = {
      directMessage: 'open',
      studyRoomMenu: 'open',
      quickLinks: [1, 2, 3, 4].map((n) => link(`https://example.com/${n}`, `바로 가기 ${n}`)),
      footer: { about: '새 소개', contact: '새 연락처', email: 'office@example.com' },
      footerLinks: [link('https://example.com/', '학과 홈페이지')],
      blindAfter: 0,
      anonymousBoards: ['FREE', 'QNA'],
      staffSecondFactor: false,
      linkTitles: true,
      petitions: { threshold: 5, collectDays: 7, answerDays: 3, addressees: ['OFFICE'] },
    };
    const response = await save({ ...next, anonymousBoards: ['QNA', 'FREE', 'QNA'] });
    const { version, heads } = await edited();
    expect([response.status, response.json]).toEqual([200, { ...next, heads, version }]);
    expect(await read()).toEqual(next);
    const { quickLinks, footer, footerLinks, settings, anonymousBoards } = await config();
    expect(anonymousBoards).toEqual(['FREE', 'QNA']);
    expect(settings).toEqual({ directMessage: 'open', studyRoomMenu: 'open' });
    expect([quickLinks, footer]).toEqual([next.quickLinks, next.footer]);
    expect(footerLinks).toEqual(next.footerLinks);
  });

  it('keep the anonymous boards for a console of the previous release, which does not send them [ADMIN-13]', async () => {
    await save({ ...(await read()), anonymousBoards: ['QNA'] });
    const settings = await read();
    const { anonymousBoards, staffSecondFactor: _newer, linkTitles: _newest, ...former } = settings;
    expect(anonymousBoards).toEqual(['QNA']);
    const about = { ...settings.footer, about: '예전 화면에서' };
    expect((await save({ ...former, footer: about })).status).toBe(200);
    expect(await read()).toEqual({ ...settings, footer: about });
  });

  it('keep what another page of the console has, and refuse what changed there meanwhile [ADMIN-236]', async () => {
    const { version, heads, ...settings } = await edited();
    const FREE = { isRequired: false, heads: [{ id: null, name: '정보', isRetired: false }] };
    const boards = { blindAfter: 7, heads: { ...heads, FREE } };
    const saved = await t.call('PUT', `${URL}?version=${version}`, { as: admin, body: boards });
    expect(saved.json).toMatchObject({ ...settings, blindAfter: 7 });
    expect(saved.json.heads.FREE.heads).toMatchObject([{ name: '정보' }]);
    const late = await t.call('PUT', `${URL}?version=${version}`, {
      as: admin,
      body: { footerLinks: [] },
    });
    expect([late.status, late.json.error]).toEqual([409, 'EDIT_CONFLICT']);
    // Nothing of a page is stored when a part of it is refused.
    const twice = { ...FREE, heads: [...FREE.heads, ...FREE.heads] };
    const refused = await save({ blindAfter: 9, heads: { ...heads, FREE: twice } });
    expect([refused.status, refused.json.errors[0].field]).toEqual([400, 'heads.FREE.heads']);
    const taken = { id: 999, name: '남의 것', isRetired: false };
    const foreign = { ...heads, FREE: { ...FREE, heads: [taken] } };
    expect((await save({ blindAfter: 9, heads: foreign })).status).toBe(400);
    expect(await read()).toEqual({ ...settings, blindAfter: 7 });
    await t.db.execute('delete from board_heads');
  });

  it('let one of two parallel editors save and refuse the other [ADMIN-13, POST-11]', async () => {
    const { version, ...settings } = await edited();
    const other = await t.signIn('ADMIN');
    const url = `${URL}?version=${version}`;
    const about = (text: string) => ({ ...settings, footer: { ...settings.footer, about: text } });
    const responses = await Promise.all([
      t.call('PUT', url, { as: admin, body: about('하나') }),
      t.call('PUT', url, { as: other, body: about('둘') }),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = responses.findIndex(({ status }) => status === 409);
    expect(responses[lost]?.json.message).toBe(
      '다른 사람이 먼저 저장했습니다. 저장된 내용을 확인하고 다시 시도해 주세요.',
    );
    expect((await read()).footer.about).toBe(lost === 0 ? '둘' : '하나');
  });

  it('ask a second factor of staff only for an ADMIN who has one [MFA-13]', async () => {
    const settings = await read();
    const asked = { ...settings, staffSecondFactor: true };
    const refused = await save(asked);
    expect([refused.status, refused.json.error]).toEqual([409, 'SECOND_FACTOR_OWN_FIRST']);
    expect(await read()).toEqual(settings);
    const owner = await t.signIn('ADMIN');
    await turnOnSecondFactor(t, owner.id);
    expect((await save(asked, owner)).status).toBe(200);
    expect((await save(settings)).json.error).toBe('SECOND_FACTOR_REQUIRED');
    expect((await save(settings, owner)).status).toBe(200);
  });

  it('record only changed settings with before and after [AUDIT-01]', async () => {
    const settings = await read();
    const before = (await audit()).length;
    await save(settings);
    expect(await audit()).toHaveLength(before);
    await save({ ...settings, studyRoomMenu: 'open' });
    expect((await audit()).slice(before)).toEqual([
      expect.objectContaining({
        actorId: admin.id,
        targetType: 'setting',
        detail: { setting: 'studyRoomMenu', before: 'locked', after: 'open' },
      }),
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.test',
    'www.kmou.ac.kr',
    'https://',
    '',
  ])('refuses the quick link %j and changes nothing [HTML-07]', async (url) => {
    const settings = await read();
    const [, ...others] = settings.quickLinks;
    const response = await save({ ...settings, quickLinks: [link(url), ...others] });
    expect(response.status).toBe(400);
    expect(response.json.errors[0].field).toBe('quickLinks.0.url');
    expect(await read()).toEqual(settings);
  });

  it('refuse unknown switches, three or five links, empty and too long texts [BOARD-09]', async () => {
    const settings = await read();
    const { quickLinks, footer } = settings;
    for (const wrong of [
      { directMessage: 'half' },
      { quickLinks: quickLinks.slice(1) },
      { quickLinks: [...quickLinks, link('https://example.com/')] },
      { quickLinks: quickLinks.map(({ url }) => link(url, 'x'.repeat(21))) },
      { footerLinks: Array.from({ length: 7 }, () => link('https://example.com/')) },
      { footerLinks: [link('javascript:alert(1)')] },
      { footer: { ...footer, about: ' ' } },
      { footer: { ...footer, about: '가'.repeat(201) } },
      { footer: { ...footer, contact: '' } },
      { footer: { ...footer, email: 'nobody' } },
      { blindAfter: 1 },
      { blindAfter: LIMITS.blindAfterMax + 1 },
      ...['NOTICE', 'MARKET', 'SECRET', 'POPULAR'].map((type) => ({ anonymousBoards: [type] })),
      { anonymousBoards: 'FREE' },
    ]) {
      expect((await save({ ...settings, ...wrong })).status).toBe(400);
    }
    expect(await read()).toEqual(settings);
  });

  it('treat an invalid stored value as not set', async () => {
    await storeSetting(t, 'footer', '{"about"');
    expect((await read()).footer.contact).toBe('학과사무실');
  });
});

describe('the identity of the site', () => {
  let start: Date;
  let admin: SignedIn;
  beforeAll(async () => {
    start = t.clock.now();
    admin = await t.signIn('ADMIN');
  });

  beforeEach(async () => {
    t.clock.set(start);
    await t.db.execute('delete from settings');
  });

  const IDENTITY = {
    siteName: '누리터',
    shortName: '',
    universityName: '한빛대학교',
    departmentName: '컴퓨터공학과',
    officeName: '컴퓨터공학과 행정실',
    color: '#7a1f3d',
    logoUrl: '',
  };
  const save = (body: object, as = admin) => t.call('PUT', '/api/admin/identity', { as, body });
  const edited = async () => (await t.call('GET', '/api/admin/identity', { as: admin })).json;
  const config = async () => (await t.call('GET', '/api/config')).json;

  it('names no school until an ADMIN sets it [UI-27]', async () => {
    const shown = JSON.stringify(await config());
    expect(await config()).toMatchObject(DEFAULT_IDENTITY);
    expect(shown).not.toMatch(/한국해양|인공지능|https:..[a-z]+\.kmou/);
    expect((await t.call('GET', '/api/openapi.json')).text).not.toMatch(/한국해양|인공지능공학부/);
  });

  it('changes pages, e-mails, reserved nicknames and the password policy at once [UI-27]', async () => {
    const before = (await readAuditOf(t, 'setting.update')).length;
    expect((await save(IDENTITY, await t.signIn('MANAGER'))).status).toBe(403);
    expect((await save({ ...IDENTITY, siteName: ' ' })).status).toBe(400);
    const { status, json } = await save({ ...IDENTITY, color: '7A1F3D' });
    expect([status, json]).toEqual([200, { ...IDENTITY, version: expect.any(String) }]);
    expect(await config()).toMatchObject(IDENTITY);
    const email = 'someone@g.kmou.ac.kr';
    await t.call('POST', '/api/auth/email-check', { body: { email } });
    const [mail] = await t.mails();
    expect(mail?.subject).toMatch(/^\[누리터\]/);
    expect(mail?.text).toContain('컴퓨터공학과 커뮤니티 누리터입니다.');
    const check = (body: object) => t.call('POST', '/api/auth/check-duplicate', { body });
    expect((await check({ nickname: '컴퓨터공학과' })).status).toBe(409);
    expect((await check({ password: '한빛대학교만세' })).status).toBe(400);
    const entries = (await readAuditOf(t, 'setting.update')).slice(before);
    expect(entries).toHaveLength(5);
    expect(entries[0]).toMatchObject({ detail: { setting: 'siteName', after: '누리터' } });
  });

  it.each(['#ffee00', '#8ab4f8', 'red', '#12345'])('refuses the colour %s', async (color) => {
    const { status, json } = await save({ ...IDENTITY, color });
    expect(status).toBe(400);
    expect(json.errors[0]).toMatchObject({ field: 'color', message: expect.stringMatching(/색/) });
  });

  it('refuses a save that started from an older version [ADMIN-74]', async () => {
    const start = await edited();
    const saveFrom = (version: string, change: object) =>
      t.call('PUT', `/api/admin/identity?version=${version}`, {
        as: admin,
        body: { ...IDENTITY, ...change },
      });
    const first = await saveFrom(start.version, { siteName: '먼저' });
    expect(first.status).toBe(200);
    expect(first.json.version).toBe((await edited()).version);
    const late = await saveFrom(start.version, { officeName: '나중' });
    expect([late.status, late.json.error]).toEqual([409, 'EDIT_CONFLICT']);
    expect(await edited()).toMatchObject({ siteName: '먼저', officeName: IDENTITY.officeName });
    expect((await saveFrom(first.json.version, { siteName: '다음' })).status).toBe(200);
  });

  it.each([
    ['{"siteName":"누리터","color":7}', '누리터'],
    ['{"siteName":"누리', DEFAULT_IDENTITY.siteName],
    ['[]', DEFAULT_IDENTITY.siteName],
  ])('keeps the valid fields of %s [ADMIN-75]', async (stored, siteName) => {
    await storeSetting(t, 'identity', stored);
    expect(await edited()).toMatchObject({ ...DEFAULT_IDENTITY, siteName });
  });

  it('takes an own uploaded logo, which the sweep keeps', async () => {
    const stranger = await createPicture(t.db, await t.signIn());
    expect((await save({ ...IDENTITY, logoUrl: stranger })).status).toBe(400);
    expect((await save({ ...IDENTITY, logoUrl: 'https://evil.example/x.png' })).status).toBe(400);
    const logoUrl = await createPicture(t.db, admin);
    expect((await save({ ...IDENTITY, logoUrl })).status).toBe(200);
    t.clock.advance(3 * 24 * 3600);
    await t.services.uploads.pictures.sweep();
    const key = logoUrl.slice('/files/'.length, -'.webp'.length);
    const { rows } = await t.db.execute(`select status from uploads where key = '${key}'`);
    expect(rows).toEqual([{ status: 'ready' }]);
  });
});

describe('the heads of boards', () => {
  let admin: SignedIn;
  let other: SignedIn;
  beforeAll(async () => {
    [admin, other] = [await t.signIn('ADMIN'), await t.signIn('ADMIN')];
  });

  beforeEach(async () => {
    await t.db.execute('update posts set head_id = null');
    await t.db.execute('delete from board_heads');
    await t.db.execute('delete from board_head_rules');
  });

  const URL = '/api/admin/settings';
  type Sent = HeadsOfBoard['heads'][number];
  const edited = async (): Promise<EditedSettings> =>
    (await t.call('GET', URL, { as: admin })).json;
  const headsOf = async (board: HeadBoard) => (await edited()).heads[board];
  const chosen = (...names: string[]): Sent[] =>
    names.map((name) => ({ id: null, name, isRetired: false }));
  /** The body that changes one board, or some. */
  async function bodyWith(boards: Partial<Record<HeadBoard, Partial<HeadsOfBoard>>>) {
    const { heads: stored } = await edited();
    const changed = Object.entries(boards).map(([board, next]) => [
      board,
      { ...stored[board as HeadBoard], ...next },
    ]);
    return { heads: { ...stored, ...Object.fromEntries(changed) } as HeadSettings };
  }
  const save = (body: unknown, { as = admin, version }: { as?: SignedIn; version?: string } = {}) =>
    t.call('PUT', version === undefined ? URL : `${URL}?version=${version}`, { as, body });
  async function set(heads: Sent[], isRequired = false) {
    const { status, json } = await save(await bodyWith({ FREE: { heads, isRequired } }));
    if (status !== 200) throw new Error(JSON.stringify(json));
    return (json as EditedSettings).heads.FREE.heads;
  }
  const config = async () => (await t.call('GET', '/api/config')).json.heads;

  it.each(['STUDENT', 'STUDENT_COUNCIL', 'MANAGER'] as const)(
    'are not for a %s to set [ADMIN-130]',
    async (role) => {
      const member = await t.signIn(role);
      expect((await t.call('GET', URL, { as: member })).status).toBe(403);
      const body = await bodyWith({ FREE: { heads: chosen('정보') } });
      expect((await save(body, { as: member })).status).toBe(403);
      expect((await headsOf('FREE')).heads).toEqual([]);
    },
  );

  it.each([
    ['an empty name', [' '], TEXTS.headRequired],
    ['a long name', ['가'.repeat(LIMITS.headMax + 1)], TEXTS.headLength],
    ['a name twice', ['정보', ' 정보'], TEXTS.headTwice],
    ['eleven', Array.from({ length: 11 }, (_, n) => `머리 ${n}`), TEXTS.headsMany],
  ])('refuse %s [ADMIN-130]', async (_what, names, message) => {
    const { status, json } = await save(await bodyWith({ FREE: { heads: chosen(...names) } }));
    expect([status, json.errors[0].message]).toEqual([400, message]);
    expect(await config()).toEqual([]);
  });

  it('refuse ids of other boards, and boards whose posts have none [ADMIN-130]', async () => {
    const [head] = await set(chosen('정보'));
    const body = await bodyWith({ QNA: { heads: [{ ...head, name: '장학' } as Sent] } });
    expect((await save(body)).status).toBe(400);
    const { MARKET, NOTICE_UNIV, POPULAR } = { ...(await edited()).heads } as Record<
      string,
      unknown
    >;
    expect([MARKET, NOTICE_UNIV, POPULAR]).toEqual([undefined, undefined, undefined]);
    expect((await headsOf('QNA')).heads).toEqual([]);
  });

  it('are added, ordered, exchanged, retired and brought back [ADMIN-130]', async () => {
    const [info, talk] = await set(chosen('정보', '잡담'));
    if (info === undefined || talk === undefined) throw new Error('no heads');
    expect(await set([talk, info])).toEqual([talk, info]);
    // Both names are taken while they change places.
    const swapped = [
      { ...talk, name: '정보' },
      { ...info, name: '잡담' },
    ];
    expect(await set(swapped)).toEqual(swapped);
    const retired = { ...talk, name: '정보', isRetired: true };
    const left = await set([{ ...info, name: '잡담' }, retired]);
    expect(left).toEqual([{ ...info, name: '잡담' }, retired]);
    expect(await config()).toEqual([
      { boardType: 'FREE', isRequired: false, heads: [{ id: info.id, name: '잡담' }] },
    ]);
    expect(await set([{ ...retired, isRetired: false }])).toEqual([
      { ...retired, isRetired: false },
      { ...info, name: '잡담', isRetired: true },
    ]);
  });

  it('that are left out are retired, and return by their name [ADMIN-130]', async () => {
    const [info] = await set(chosen('정보'));
    expect(await set([])).toEqual([{ ...info, isRetired: true }]);
    expect(await config()).toEqual([]);
    expect(await set(chosen('정보'))).toEqual([info]);
    const body = await bodyWith({
      FREE: { heads: [{ ...(info as Sent), name: '새 이름' }, ...chosen('새 이름')] },
    });
    expect((await save(body)).status).toBe(400);
  });

  it('are required only where there is one to choose [ADMIN-130]', async () => {
    await set([], true);
    expect((await headsOf('FREE')).isRequired).toBe(false);
    await set(chosen('정보'), true);
    expect((await config())[0]).toMatchObject({ boardType: 'FREE', isRequired: true });
  });

  it('let one of two parallel editors save and refuse the other [ADMIN-131]', async () => {
    const { version } = await edited();
    const bodies = [
      await bodyWith({ FREE: { heads: chosen('하나') } }),
      await bodyWith({ QNA: { heads: chosen('둘') } }),
    ];
    const responses = await Promise.all([
      save(bodies[0], { version }),
      save(bodies[1], { version, as: other }),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { heads: stored } = await edited();
    const names = HEAD_BOARDS.flatMap((board) => stored[board].heads.map(({ name }) => name));
    expect(names).toEqual(responses[0]?.status === 200 ? ['하나'] : ['둘']);
  });

  it('are on record by changed board [ADMIN-131]', async () => {
    const before = (await readAuditOf(t, 'setting.update')).length;
    await set(chosen('정보', '잡담'), true);
    const [, talk] = await set(chosen('정보', '잡담'), true);
    await set([talk as Sent]);
    const entries = (await readAuditOf(t, 'setting.update')).slice(before);
    expect(entries.map(({ detail }) => detail)).toEqual([
      { setting: 'heads', boardType: 'FREE', before: '없음', after: '정보, 잡담 · 꼭 고름' },
      {
        setting: 'heads',
        boardType: 'FREE',
        before: '정보, 잡담 · 꼭 고름',
        after: '잡담 · 쓰지 않음: 정보',
      },
    ]);
  });

  it('are shown with their new name by the next read of a cached list [POST-271]', async () => {
    const student = await t.signIn('STUDENT');
    const [info] = await set(chosen('정보'));
    await createPost(t, student, { headId: info?.id ?? 0 });
    const nameInList = async () =>
      (await t.call('GET', '/api/post?boardType=FREE', { as: student })).json.pageResponse.posts[0]
        .head.name;
    expect(await nameInList()).toBe('정보');
    await set([{ ...(info as Sent), name: '소식' }]);
    expect(await nameInList()).toBe('소식');
  });
});
