import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPicture } from '../../testing/factories/files.ts';
import { readAuditOf, storeSetting } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { DEFAULT_IDENTITY } from '../site/site.config.ts';

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

describe('the identity of the site', () => {
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
