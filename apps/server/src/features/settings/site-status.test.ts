import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStream, openEventStream } from '../../testing/event-stream.ts';
import { readAuditOf, storeSetting } from '../../testing/factories/settings.ts';
import { createSecondServer } from '../../testing/second-server.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const NOTICE = {
  isOn: true,
  text: '오늘 밤 10시부터 점검합니다.',
  url: '/main/community/notice',
  level: 'WARNING',
  audience: 'ALL',
  startsAt: null,
  endsAt: null,
};
const URL = '/api/admin/site-notice';

let t: TestApp;
let admin: SignedIn;
const streams: EventStream[] = [];
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  await t.db.execute('delete from settings');
  // Reads anew.
  await t.services.siteStatus.getReadOnly();
  admin = await t.signIn('ADMIN');
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await expect.poll(() => t.services.streams.count()).toBe(0);
});
afterAll(() => t.close());

const save = (changes: object = {}, query = '') =>
  t.call('PUT', `${URL}${query}`, { as: admin, body: { ...NOTICE, ...changes } });
const shown = async () => (await t.call('GET', '/api/config')).json.status.notice;
async function listen(as: SignedIn) {
  const stream = await openEventStream(t, as);
  streams.push(stream);
  await stream.next('hello');
  return stream;
}

describe('the notice above every page', () => {
  it('is off at first, and is shown to everybody once an ADMIN has saved it [ADMIN-432]', async () => {
    const { json } = await t.call('GET', URL, { as: admin });
    expect(json).toMatchObject({ isOn: false, text: '', level: 'INFO', audience: 'ALL' });
    const saved = await save({}, `?version=${json.version}`);
    expect(saved.json).toMatchObject(NOTICE);
    expect(await shown()).toMatchObject({ text: NOTICE.text, url: NOTICE.url, level: 'WARNING' });
    expect((await save({}, `?version=${json.version}`)).json.error).toBe('EDIT_CONFLICT');
    await save({ isOn: false });
    expect(await shown()).toBeNull();
    expect(await readAuditOf(t, 'setting.update')).toHaveLength(2);
  });

  it('has another id after each save, so that it shows again where it was dismissed [ADMIN-432]', async () => {
    await save();
    const { id } = await shown();
    t.clock.advance(1);
    await save({ text: '내일 밤으로 옮겼습니다.' });
    expect((await shown()).id).not.toBe(id);
  });

  it.each([
    ['before its time', { startsAt: '2026-11-21T00:00:00+09:00' }, false],
    [
      'in its time',
      { startsAt: '2026-11-19T00:00:00+09:00', endsAt: '2026-11-22T00:00:00+09:00' },
      true,
    ],
    ['after its time', { endsAt: '2026-11-20T00:00:00+09:00' }, false],
    ['for members only', { audience: 'MEMBERS' }, false],
  ])('is shown to all only in its time: %s [ADMIN-433]', async (_, changes, isShown) => {
    t.clock.set(new Date('2026-11-20T12:00:00+09:00'));
    admin = await t.signIn('ADMIN');
    expect((await save(changes)).status).toBe(200);
    expect((await shown()) !== null).toBe(isShown);
  });

  it.each([
    ['text', { text: ' ' }],
    ['text', { text: '가'.repeat(121) }],
    ['url', { url: 'javascript:alert(1)' }],
    ['url', { url: '//evil.test' }],
    ['url', { url: '/nowhere' }],
    ['level', { level: 'LOUD' }],
    ['endsAt', { startsAt: '2026-11-21T00:00:00+09:00', endsAt: '2026-11-21T00:00:00+09:00' }],
  ])('refuses an invalid %s [ADMIN-433]', async (field, changes) => {
    const { status, json } = await save(changes);
    expect([status, json.errors[0].field]).toEqual([400, field]);
    expect(await shown()).toBeNull();
  });

  it('is on one line, without signs that turn it [ADMIN-433]', async () => {
    await save({ text: '점검\n\u202e합니다' });
    expect((await shown()).text).toBe('점검 합니다');
  });

  it.each(['MANAGER', 'STUDENT_COUNCIL', 'STUDENT'] as const)(
    'is not for a %s to edit [ADMIN-432]',
    async (role) => {
      const as = await t.signIn(role);
      expect((await t.call('GET', URL, { as })).status).toBe(403);
      expect((await t.call('PUT', URL, { as, body: NOTICE })).status).toBe(403);
    },
  );

  it('is nothing where what is stored is damaged [ADMIN-433]', async () => {
    for (const value of ['{', '{"isOn":true}', '7']) {
      await storeSetting(t, 'siteNotice', value);
      await storeSetting(t, 'readOnly', value);
      expect((await t.call('GET', URL, { as: admin })).json.isOn).toBe(false);
      expect((await t.call('GET', '/api/admin/read-only', { as: admin })).json.readOnly).toBeNull();
    }
  });
});

describe('open pages', () => {
  it('get a change at once, with a notice for members only, and new ones what is shown [LIVE-347]', async () => {
    const member = await t.signIn('STUDENT');
    const open = await listen(member);
    await save({ audience: 'MEMBERS' });
    expect(await open.next('site')).toMatchObject({
      notice: { text: NOTICE.text },
      readOnly: null,
    });
    await t.call('PUT', '/api/admin/read-only', { as: admin, body: { reason: '점검 중입니다.' } });
    const both = {
      notice: { text: NOTICE.text },
      readOnly: '점검 중입니다. 지금은 읽기만 할 수 있습니다.',
    };
    expect(await open.next('site')).toMatchObject(both);
    const later = await listen(member);
    expect(await later.next('site')).toMatchObject(both);
    await t.call('DELETE', '/api/admin/read-only', { as: admin });
    expect(await later.next('site')).toMatchObject({ readOnly: null });
  });

  it('without a stream get the one for members by asking as a member [LIVE-347]', async () => {
    const member = await t.signIn('STUDENT');
    await save({ audience: 'MEMBERS' });
    const { json } = await t.call('GET', '/api/config', { as: member });
    expect(json.status.notice).toMatchObject({ text: NOTICE.text });
    expect(await shown()).toBeNull();
  });

  it('of another server get it too, which also refuses writes [LIVE-347, OPS-496]', async () => {
    const other = await createSecondServer(t);
    try {
      await t.services.siteStatus.startReadOnly(null, { reason: '점검 중입니다.' });
      const like = async () =>
        (await other.call('POST', '/api/post/1/like', { as: admin })).json.error;
      await expect.poll(like, { timeout: 10_000 }).toBe('READ_ONLY');
      await t.services.siteStatus.endReadOnly(null);
      await expect.poll(like, { timeout: 10_000 }).toBe('POST_NOT_FOUND');
    } finally {
      await other.close();
    }
  });
});
