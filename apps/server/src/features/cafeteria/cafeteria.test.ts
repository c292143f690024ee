import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCafeteriaDay, readCafeteriaDays } from '../../testing/factories/school.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('GET /api/Menu/:year/:month/:day', () => {
  const NOBODY_COOKS = { studentCafeteria: {}, staffCafeteria: {} };
  let member: SignedIn;
  beforeAll(async () => {
    member = await t.signIn('USER');
  });

  const day = (path: string) => t.call('GET', `/api/Menu/${path}`, { as: member });

  it('refuses a request without a token', async () => {
    expect((await t.call('GET', '/api/Menu/2026/11/20')).status).toBe(401);
  });

  it.each([
    '2026/02/30',
    '2026/11/31',
    '2026/13/01',
    '2026/00/10',
    '0000/01/01',
    '0/11/20',
    '99999/11/20',
    '2026/11/99999',
    '2026/11/-1',
    '2026/11/2e0',
    'a/b/c',
  ])('refuses %s [MEAL-04]', async (path) => {
    const { status, json } = await day(path);
    expect([status, json.error]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('refuses days more than 14 days from today in Korea [MEAL-03]', async () => {
    t.clock.set(new Date('2026-11-19T15:30:00Z'));
    const statuses = await Promise.all(
      ['2026/11/05', '2026/11/06', '2026/12/04', '2026/12/05'].map(
        async (path) => (await day(path)).status,
      ),
    );
    expect(statuses).toEqual([400, 200, 200, 400]);
    expect((await day('2026/12/05')).json.message).toBe(
      '식단은 오늘 기준 앞뒤 14일까지만 볼 수 있습니다.',
    );
  });

  it('returns the categories of the day on both paths [MEAL-01, MEAL-05]', async () => {
    await createCafeteriaDay(t, {
      day: '2026-11-20',
      student: { SET_MENU: ['현미밥', '<b>미역국</b>'], SNACK: ['떡볶이'] },
      staff: { LUNCH: ['보리밥'] },
    });
    const { status, json } = await day('2026/11/20');
    expect(status).toBe(200);
    expect(json).toEqual({
      date: '2026-11-20',
      studentState: 'OPEN',
      staffState: 'OPEN',
      studentCafeteria: {
        SET_MENU: ['현미밥', '<b>미역국</b>'],
        SNACK: ['떡볶이'],
      },
      staffCafeteria: { LUNCH: ['보리밥'] },
    });
    const lower = await t.call('GET', '/api/menu/2026/11/20', { as: member });
    expect(lower.json).toEqual(json);
  });

  it('returns a closed cafeteria without dishes', async () => {
    await createCafeteriaDay(t, {
      day: '2026-11-21',
      studentState: 'CLOSED',
      student: { SET_MENU: ['남은 밥'] },
      staff: { LUNCH: ['보리밥'] },
    });
    const { json } = await day('2026/11/21');
    expect(json.studentState).toBe('CLOSED');
    expect(json.studentCafeteria).toEqual(NOBODY_COOKS.studentCafeteria);
    expect(json.staffCafeteria.LUNCH).toEqual(['보리밥']);
  });

  it('names the next day with a dish, of the week that follows [MEAL-213]', async () => {
    const cooked = { student: { SET_MENU: ['비빔밥'] } };
    await createCafeteriaDay(t, { day: '2026-11-29', studentState: 'CLOSED', ...cooked });
    await createCafeteriaDay(t, { day: '2026-12-01', ...cooked });
    const next = async (path: string) => (await day(path)).json.next;
    const served = { date: '2026-12-01', studentCafeteria: { SET_MENU: ['비빔밥'] } };
    expect(await next('2026/11/28')).toMatchObject(served);
    expect(await next('2026/11/24')).toMatchObject(served);
    expect(await next('2026/11/23')).toBeUndefined();
    expect(await next('2026/12/01')).toBeUndefined();
    await t.db.execute(`delete from cafeteria_days where day > '2026-11-25'`);
  });

  it('returns NOT_POSTED for a day without data', async () => {
    expect((await day('2026/11/25')).json).toEqual({
      date: '2026-11-25',
      studentState: 'NOT_POSTED',
      staffState: 'NOT_POSTED',
      ...NOBODY_COOKS,
    });
  });
});

describe('writing menus', () => {
  const CLOSED = { studentState: 'CLOSED', staffState: 'CLOSED' };
  const NOTHING = { studentCafeteria: {}, staffCafeteria: {} };
  const HEAD = '날짜,식당,구분,메뉴';
  const READING = {
    columns: ['날짜', '식당', '구분', '메뉴'].map((name) => ({ heading: name, name })),
    ignored: [],
    unread: [],
  };
  let manager: SignedIn;
  beforeAll(async () => {
    manager = await t.signIn('MANAGER');
  });

  const put = (url: string, body: unknown) => t.call('PUT', url, { as: manager, body });
  const day = async (date: string) => {
    const path = `/api/Menu/${date.replaceAll('-', '/')}`;
    const { next, ...shown } = (await t.call('GET', path, { as: manager })).json;
    return shown;
  };
  const load = (lines: string[], preview = false) =>
    t.call('POST', '/api/admin/menus/import', {
      as: manager,
      body: { csv: [HEAD, ...lines].join('\n'), preview },
    });
  describe('PUT /api/admin/menus/:date', () => {
    it('sets both cafeterias of a day, visible to members at once [MEAL-02]', async () => {
      const response = await put('/api/admin/menus/2026-11-20', {
        studentState: 'OPEN',
        staffState: 'CLOSED',
        studentCafeteria: { SET_MENU: [' 쌀밥 ', '된장국'], RAMEN: ['라면'] },
        staffCafeteria: { LUNCH: ['남는 것'] },
      });
      expect(response.status).toBe(200);
      const { version, ...saved } = response.json;
      expect(version).toEqual(expect.any(String));
      const states = { date: '2026-11-20', studentState: 'OPEN', staffState: 'CLOSED' };
      const student = { SET_MENU: ['쌀밥', '된장국'], RAMEN: ['라면'] };
      expect(await day('2026-11-20')).toEqual({
        ...states,
        studentCafeteria: student,
        staffCafeteria: {},
      });
      expect(saved).toEqual({
        ...states,
        studentCafeteria: { ...student, WESTERN: [], SNACK: [] },
        staffCafeteria: { BREAKFAST: [], LUNCH: [], DINNER: [] },
      });
      await put('/api/admin/menus/2026-11-20', { ...CLOSED, ...NOTHING });
      expect(await day('2026-11-20')).toMatchObject(CLOSED);
    });

    it.each([
      ['2026-11-31', { ...CLOSED, ...NOTHING }],
      ['2026-1-1', { ...CLOSED, ...NOTHING }],
      ['2027-01-20', { ...CLOSED, ...NOTHING }],
      ['2026-09-20', { ...CLOSED, ...NOTHING }],
      ['2026-11-21', { ...CLOSED, ...NOTHING, staffState: 'OFTEN' }],
      ['2026-11-21', { studentState: 'OPEN', staffState: 'CLOSED', ...NOTHING }],
      ['2026-11-21', { ...CLOSED, ...NOTHING, studentCafeteria: { SET_MENU: ['가'.repeat(41)] } }],
      ['2026-11-21', { ...CLOSED, ...NOTHING, studentCafeteria: { SET_MENU: [' '] } }],
      ['2026-11-21', { ...CLOSED, ...NOTHING, staffCafeteria: { LUNCH: '비빔밥' } }],
      ['2026-11-21', CLOSED],
    ])('refuses %s with %j [MEAL-04]', async (date, body) => {
      const before = await readCafeteriaDays(t);
      expect((await put(`/api/admin/menus/${date}`, body)).status).toBe(400);
      expect(await readCafeteriaDays(t)).toEqual(before);
    });
  });

  describe('the version of a day', () => {
    const versions = async (from: string): Promise<string[]> => {
      const { json } = await t.call('GET', `/api/admin/menus?from=${from}`, { as: manager });
      return json.days.map(({ version }: { version: string }) => version);
    };
    const dish = (name: string, version?: string) => ({
      ...CLOSED,
      ...NOTHING,
      studentState: 'OPEN',
      studentCafeteria: { SET_MENU: [name] },
      version,
    });

    it('lets one of two parallel editors save a day and refuses the other [MEAL-10]', async () => {
      const [version] = await versions('2026-11-02');
      const other = await t.signIn('ADMIN');
      const url = '/api/admin/menus/2026-11-02';
      const responses = await Promise.all([
        put(url, dish('쌀밥', version)),
        t.call('PUT', url, { as: other, body: dish('보리밥', version) }),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const lost = responses.findIndex(({ status }) => status === 409);
      expect(responses[lost]?.json.message).toBe(
        '다른 사람이 먼저 저장했습니다. 저장된 내용을 확인하고 다시 시도해 주세요.',
      );
      const { json } = await t.call('GET', '/api/admin/menus?from=2026-11-02', { as: manager });
      expect(json.days[0].studentCafeteria.SET_MENU).toEqual([lost === 0 ? '보리밥' : '쌀밥']);
      expect((await put(url, dish('콩밥', json.days[0].version))).status).toBe(200);
    });

    it('refuses all days of a save when one has changed [MEAL-10]', async () => {
      const [first, second] = await versions('2026-11-03');
      await put('/api/admin/menus/2026-11-04', dish('먼저'));
      const days = [
        { date: '2026-11-03', ...dish('하나', first) },
        { date: '2026-11-04', ...dish('둘', second) },
      ];
      expect((await put('/api/admin/menus', { days })).status).toBe(409);
      expect((await versions('2026-11-03'))[0]).toBe(first);
    });

    it('refuses a file when its preview is out of date [MEAL-10]', async () => {
      const lines = ['2026-11-05,학생식당,정식,쌀밥'];
      const { version } = (await load(lines, true)).json;
      await put('/api/admin/menus/2026-11-05', dish('먼저'));
      const csv = [HEAD, ...lines].join('\n');
      const body = { csv, preview: false, version };
      const refused = await t.call('POST', '/api/admin/menus/import', { as: manager, body });
      expect([refused.status, refused.json.error]).toEqual([409, 'EDIT_CONFLICT']);
      const again = { ...body, version: (await load(lines, true)).json.version };
      const saved = await t.call('POST', '/api/admin/menus/import', { as: manager, body: again });
      expect([saved.status, saved.json.saved]).toEqual([200, true]);
    });
  });

  describe('PUT and GET /api/admin/menus', () => {
    it('save a week, all or none, and return it beyond the 14 days of members', async () => {
      const days = ['2026-12-28', '2026-12-29'].map((date) => ({ date, ...CLOSED, ...NOTHING }));
      const broken = [...days, { date: '2026-12-32', ...CLOSED, ...NOTHING }];
      const before = await readCafeteriaDays(t);
      expect((await put('/api/admin/menus', { days: broken })).status).toBe(400);
      expect((await put('/api/admin/menus', { days: [...days, days[0]] })).status).toBe(400);
      expect((await put('/api/admin/menus', { days: [] })).status).toBe(400);
      expect(await readCafeteriaDays(t)).toEqual(before);
      expect((await put('/api/admin/menus', { days })).status).toBe(200);
      const { json } = await t.call('GET', '/api/admin/menus?from=2026-12-28', { as: manager });
      expect(json.days).toHaveLength(7);
      expect(json.days[1]).toMatchObject({ date: '2026-12-29', ...CLOSED });
      expect(json.days[6]).toMatchObject({ date: '2027-01-03', studentState: 'NOT_POSTED' });
      expect((await t.call('GET', '/api/admin/menus?from=soon', { as: manager })).status).toBe(400);
      const far = await t.call('GET', '/api/admin/menus?from=2027-06-01', { as: manager });
      expect(far.status).toBe(400);
    });

    it('record only a save with changes [AUDIT-01]', async () => {
      const save = () =>
        put('/api/admin/menus', { days: [{ date: '2026-12-07', ...CLOSED, ...NOTHING }] });
      const before = (await readAuditOf(t, 'menu.save')).length;
      await save();
      await save();
      expect((await readAuditOf(t, 'menu.save')).slice(before)).toEqual([
        expect.objectContaining({
          actorId: manager.id,
          detail: {
            days: ['2026-12-07'],
            before: { '2026-12-07': expect.objectContaining({ student: { state: 'NOT_POSTED' } }) },
            after: { '2026-12-07': expect.objectContaining({ student: { state: 'CLOSED' } }) },
          },
        }),
      ]);
    });

    it('lose no day among parallel saves', async () => {
      const dates = Array.from(
        { length: 20 },
        (_, n) => `2026-12-${String(n + 8).padStart(2, '0')}`,
      );
      await Promise.all(
        dates.map((date) => put(`/api/admin/menus/${date}`, { ...CLOSED, ...NOTHING })),
      );
      const stored = (await readCafeteriaDays(t)).map((row) => row.day);
      expect(stored).toEqual(expect.arrayContaining(dates));
    });
  });

  describe('POST /api/admin/menus/import', () => {
    it('previews without writing, then saves the same changes [MEAL-02]', async () => {
      await createCafeteriaDay(t, {
        day: '2026-11-25',
        student: { SET_MENU: ['쌀밥'] },
        staff: {},
      });
      const lines = [
        '2026-11-25,학생식당,정식,쌀밥',
        '2026-11-25,교직원식당,휴무,',
        '2026-11-26,학생식당,양식,"돈까스, 수프"',
      ];
      const before = await readCafeteriaDays(t);
      const recorded = (await readAuditOf(t, 'menu.import')).length;
      const preview = await load(lines, true);
      expect(preview.json).toEqual({
        saved: false,
        version: expect.any(String),
        unchanged: 1,
        errors: [],
        reading: READING,
        changes: [
          {
            date: '2026-11-25',
            cafeteria: 'staff',
            before: { state: 'OPEN', dishes: {} },
            after: { state: 'CLOSED', dishes: {} },
          },
          {
            date: '2026-11-26',
            cafeteria: 'student',
            before: { state: 'NOT_POSTED', dishes: {} },
            after: { state: 'OPEN', dishes: { WESTERN: ['돈까스', '수프'] } },
          },
        ],
      });
      expect(await readCafeteriaDays(t)).toEqual(before);
      const saved = await load(lines);
      expect(saved.json).toEqual({ ...preview.json, saved: true });
      expect(await day('2026-11-26')).toMatchObject({
        studentState: 'OPEN',
        staffState: 'NOT_POSTED',
        studentCafeteria: { WESTERN: ['돈까스', '수프'] },
      });
      expect((await load(lines)).json).toMatchObject({ changes: [], unchanged: 3 });
      expect((await readAuditOf(t, 'menu.import')).slice(recorded)).toEqual([
        expect.objectContaining({
          detail: expect.objectContaining({ days: ['2026-11-25', '2026-11-26'] }),
        }),
      ]);
    });

    it('changes nothing for a broken file and returns each bad line', async () => {
      const before = await readCafeteriaDays(t);
      const lines = [
        '2026-11-27,학생식당,정식,쌀밥',
        '2026-11-31,학생식당,정식,쌀밥',
        '2026-11-27,기숙사,정식,쌀밥',
      ];
      const preview = await load(lines, true);
      expect(preview.json).toEqual({
        saved: false,
        version: '',
        changes: [],
        unchanged: 0,
        reading: READING,
        errors: [
          { line: 3, message: '날짜를 2026-11-23처럼 적어 주세요.' },
          { line: 4, message: '식당은 학생식당 또는 교직원식당으로 적어 주세요.' },
        ],
      });
      const { status, json } = await load(lines);
      expect([status, json.error]).toEqual([400, 'VALIDATION_FAILED']);
      expect(json.errors).toEqual([
        { field: 'csv.3', message: '3번째 줄: 날짜를 2026-11-23처럼 적어 주세요.' },
        { field: 'csv.4', message: '4번째 줄: 식당은 학생식당 또는 교직원식당으로 적어 주세요.' },
      ]);
      expect(await readCafeteriaDays(t)).toEqual(before);
    });

    it('refuses a missing and a too long text', async () => {
      expect((await load([`2026-11-27,학생식당,정식,${'x'.repeat(150_000)}`])).status).toBe(400);
      const none = await t.call('POST', '/api/admin/menus/import', { as: manager, body: {} });
      expect(none.status).toBe(400);
    });
  });
});
