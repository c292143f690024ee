import { LIMITS } from '@naru/contract/limits';
import type { EditedSettings, SiteSettings } from '@naru/contract/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { turnOnSecondFactor } from '../../testing/factories/second-factors.ts';
import { countSettings, readAuditOf, storeSetting } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

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
  await t.db.execute('delete from settings');
});
afterAll(() => t.close());

const URL = '/api/admin/settings';
const edited = async (): Promise<EditedSettings> => (await t.call('GET', URL, { as: admin })).json;
const read = async (): Promise<SiteSettings> => {
  const { version: _version, ...settings } = await edited();
  return settings;
};
const save = (body: unknown, as = admin) => t.call('PUT', URL, { as, body });
const config = async () => (await t.call('GET', '/api/config')).json;
const audit = () => readAuditOf(t, 'setting.update');

const link = (url: string, label = '이름') => ({ label, url });

describe('GET and PUT /api/admin/settings', () => {
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
    const hidden = { blindAfter: LIMITS.blindAfter, staffSecondFactor: false };
    expect({ ...shown, ...hidden }).toEqual(settings);
  });

  it('open the study room and change links and texts in /api/config at once [BOARD-09]', async () => {
    const next: SiteSettings = {
      directMessage: 'open',
      studyRoomMenu: 'open',
      quickLinks: [1, 2, 3, 4].map((n) => link(`https://example.com/${n}`, `바로가기 ${n}`)),
      footer: { about: '새 소개', contact: '새 연락처', email: 'office@example.com' },
      footerLinks: [link('https://example.com/', '학과 홈페이지')],
      blindAfter: 0,
      anonymousBoards: ['FREE', 'QNA'],
      staffSecondFactor: false,
    };
    const response = await save({ ...next, anonymousBoards: ['QNA', 'FREE', 'QNA'] });
    const { version } = await edited();
    expect([response.status, response.json]).toEqual([200, { ...next, version }]);
    expect(await read()).toEqual(next);
    const { quickLinks, footer, footerLinks, settings, anonymousBoards } = await config();
    expect(anonymousBoards).toEqual(['FREE', 'QNA']);
    expect(settings).toEqual({ directMessage: 'open', studyRoomMenu: 'open' });
    expect([quickLinks, footer]).toEqual([next.quickLinks, next.footer]);
    expect(footerLinks).toEqual(next.footerLinks);
  });

  it('keep the anonymous boards for a console of the release before, which does not send them [ADMIN-13]', async () => {
    await save({ ...(await read()), anonymousBoards: ['QNA'] });
    const settings = await read();
    const { anonymousBoards, staffSecondFactor: _newer, ...former } = settings;
    expect(anonymousBoards).toEqual(['QNA']);
    const about = { ...settings.footer, about: '예전 화면에서' };
    expect((await save({ ...former, footer: about })).status).toBe(200);
    expect(await read()).toEqual({ ...settings, footer: about });
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
    expect(responses[lost]?.json.message).toBe('다른 사람이 먼저 저장했습니다.');
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
      { blindAfter: undefined },
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
