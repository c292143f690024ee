import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  clearAcademicDates,
  createAcademicDate,
  readAcademicDates,
} from '../../testing/factories/school.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const STAFF = '/api/admin/academic-dates';
const EXAM = {
  title: '기말고사',
  kind: 'EXAM',
  startsOn: '2026-12-14',
  endsOn: '2026-12-18',
  note: '강의실은 추후 공지',
  targetUrl: 'https://example.com/exam',
};

let t: TestApp;
let manager: SignedIn;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  manager = await t.signIn('MANAGER');
  student = await t.signIn('STUDENT');
});
afterAll(() => t.close());
beforeEach(() => clearAcademicDates(t));

const add = (body: object) => t.call('POST', STAFF, { as: manager, body });
const put = (id: number, body: object) => t.call('PUT', `${STAFF}/${id}`, { as: manager, body });
const list = async (from: string, to: string, path = '/api/academic-dates') =>
  t.call('GET', `${path}?from=${from}&to=${to}`, { as: path === STAFF ? manager : student });
const titles = async (from = '2026-01-01', to = '2026-12-31') =>
  (await list(from, to)).json.dates.map(({ title }: { title: string }) => title);

describe('writing academic dates', () => {
  it.each([
    [{ title: ' \u3164 ' }, 'title'],
    [{ title: '가'.repeat(101) }, 'title'],
    [{ kind: 'PARTY' }, 'kind'],
    [{ startsOn: '2026-02-30' }, 'startsOn'],
    [{ startsOn: '1999-12-31' }, 'startsOn'],
    [{ startsOn: '2026-12-19' }, 'endsOn'],
    [{ endsOn: '2028-12-18' }, 'endsOn'],
    [{ note: '가'.repeat(301) }, 'note'],
    [{ targetUrl: 'javascript:alert(1)' }, 'targetUrl'],
    [{ targetUrl: 'https://user@example.com' }, 'targetUrl'],
  ])('refuse %j [CAL-02]', async (wrong, field) => {
    const { status, json } = await add({ ...EXAM, ...wrong });
    expect([status, json.errors[0].field]).toEqual([400, field]);
    expect(await readAcademicDates(t)).toEqual([]);
  });

  it('add one that members see at once, with a line in the audit log [CAL-01, CAL-02]', async () => {
    const refused = await t.call('POST', STAFF, { as: student, body: EXAM });
    expect(refused.status).toBe(403);
    const { status, json } = await add({ ...EXAM, title: ' 기말고사 ', note: undefined });
    expect(status).toBe(201);
    expect(json).toMatchObject({ ...EXAM, note: '', origin: 'STAFF', isEdited: false });
    const { id, version, origin: _, isEdited: __, ...words } = json;
    expect((await list('2026-12-18', '2026-12-31')).json).toEqual({ dates: [{ id, ...words }] });
    const staff = (await list('2026-12-01', '2026-12-14', STAFF)).json;
    expect(staff.dates).toEqual([json]);
    const same = await put(id, { ...words, version });
    expect([same.status, same.json]).toEqual([200, json]);
    const saved = await put(id, { ...words, endsOn: '2026-12-19', targetUrl: ' ', version });
    expect(saved.json).toMatchObject({ endsOn: '2026-12-19', targetUrl: null, isEdited: false });
    const [created] = await readAuditOf(t, 'academic-date.create');
    expect(created).toMatchObject({ actorId: manager.id, targetId: id });
    const updates = await readAuditOf(t, 'academic-date.update');
    expect(updates).toMatchObject([
      { targetId: id, detail: { before: { endsOn: '2026-12-18' }, after: { targetUrl: null } } },
    ]);
  });

  it('save one of two edits that began from the same version [CAL-04]', async () => {
    const { json } = await add(EXAM);
    const other = await t.signIn('ADMIN');
    const edits = await Promise.all(
      [manager, other].map((as, n) =>
        t.call('PUT', `${STAFF}/${json.id}`, {
          as,
          body: { ...EXAM, title: `시험 ${n}`, version: json.version },
        }),
      ),
    );
    expect(edits.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = edits.find(({ status }) => status === 409);
    expect(late?.json).toMatchObject({
      error: 'EDIT_CONFLICT',
      message: '다른 사람이 먼저 저장했습니다. 저장된 내용을 확인하고 다시 시도해 주세요.',
    });
    const saved = edits.find(({ status }) => status === 200)?.json;
    expect(await titles()).toEqual([saved.title]);
    const url = `${STAFF}/${json.id}?version=`;
    expect((await t.call('DELETE', url + json.version, { as: manager })).status).toBe(409);
    expect((await t.call('DELETE', url + saved.version, { as: manager })).status).toBe(200);
    expect((await put(json.id, { ...EXAM, version: saved.version })).status).toBe(404);
  });

  it('delete and bring back, for 30 days [CAL-05]', async () => {
    const { json } = await add(EXAM);
    const url = `${STAFF}/${json.id}`;
    const restore = () => t.call('POST', `${url}/restore`, { as: manager });
    expect((await restore()).status).toBe(404);
    expect((await t.call('DELETE', url, { as: manager })).status).toBe(200);
    expect((await t.call('DELETE', url, { as: manager })).status).toBe(404);
    expect(await titles()).toEqual([]);
    expect((await restore()).json).toEqual(json);
    expect(await titles()).toEqual(['기말고사']);
    const deletedAt = new Date(t.clock.now().getTime() - 31 * 86_400_000);
    await createAcademicDate(t, { title: '오래 지운 일정', deletedAt });
    await createAcademicDate(t, {
      title: '출처의 일정',
      sourceKey: 'univ',
      sourceId: '1',
      deletedAt,
    });
    await t.call('DELETE', url, { as: manager });
    const left = (await readAcademicDates(t)).map(({ title }) => title);
    expect(left).toEqual(['출처의 일정', '기말고사']);
    const actions = ['academic-date.delete', 'academic-date.restore'] as const;
    const entries = await Promise.all(actions.map((action) => readAuditOf(t, action)));
    expect(
      entries.map((some) => some.filter(({ targetId }) => targetId === json.id).length),
    ).toEqual([2, 1]);
  });
});

describe('reading academic dates', () => {
  it('returns what touches the days, by the first day, and refuses long ranges [CAL-01]', async () => {
    await createAcademicDate(t, { title: '학기', startsOn: '2026-09-01', endsOn: '2026-12-21' });
    await createAcademicDate(t, { title: '축제', startsOn: '2026-10-31', endsOn: '2026-11-01' });
    await createAcademicDate(t, { title: '시험', startsOn: '2026-11-30', endsOn: '2026-12-04' });
    await createAcademicDate(t, { title: '전날', startsOn: '2026-10-31' });
    await createAcademicDate(t, { title: '지운 날', deletedAt: t.clock.now() });
    expect(await titles('2026-11-01', '2026-11-30')).toEqual(['학기', '축제', '시험']);
    for (const [from, to] of [
      ['2026-11-30', '2026-11-01'],
      ['2026-01-01', '2027-12-31'],
      ['2026-11-31', '2026-12-01'],
      ['soon', 'later'],
    ] as const) {
      expect((await list(from, to)).status).toBe(400);
    }
  });

  it('puts what begins or ends next beside the terms, by the Korean day [CAL-03]', async () => {
    await createAcademicDate(t, { title: '어제', startsOn: '2026-11-19' });
    await createAcademicDate(t, { title: '오늘', startsOn: '2026-11-20' });
    await createAcademicDate(t, { title: '학기', startsOn: '2026-09-01', endsOn: '2026-12-21' });
    await createAcademicDate(t, { title: '등록', startsOn: '2026-11-18', endsOn: '2026-11-21' });
    await createAcademicDate(t, { title: '시험', startsOn: '2026-12-14', endsOn: '2026-12-18' });
    await createAcademicDate(t, { title: '방학', startsOn: '2026-12-22', endsOn: '2027-02-28' });
    await createAcademicDate(t, {
      title: '취소',
      startsOn: '2026-11-21',
      deletedAt: t.clock.now(),
    });
    const nextAt = async (time: string) => {
      t.clock.set(new Date(time));
      const as = await t.signInAs(student);
      const { json } = await t.call('GET', '/api/lecture-room/terms', { as });
      return json.nextDates.map(({ title }: { title: string }) => title);
    };
    const before = t.clock.now();
    expect(await nextAt('2026-11-20T14:59:59Z')).toEqual(['오늘', '등록', '시험', '학기']);
    expect(await nextAt('2026-11-20T15:00:00Z')).toEqual(['등록', '시험', '학기', '방학']);
    t.clock.set(before);
  });
});

describe('POST /api/admin/academic-dates/import', () => {
  const load = (lines: readonly string[], body: object = {}) =>
    t.call('POST', `${STAFF}/import`, {
      as: manager,
      body: { text: ['일정,시작일,종료일,설명', ...lines].join('\n'), ...body },
    });
  const save = (lines: readonly string[], body: object = {}) =>
    load(lines, { preview: false, ...body });

  it('refuses no text, a long one, and changes nothing for a bad line [CAL-06]', async () => {
    const none = await t.call('POST', `${STAFF}/import`, { as: manager, body: {} });
    expect(none.status).toBe(400);
    const long = await load([`개강,2026-03-02,,${'x'.repeat(500_000)}`]);
    expect(long.json.errors[0].field).toBe('text');
    const lines = ['개강,2026-03-02,,', '종강,내일,,'];
    const preview = await load(lines);
    expect(preview.json).toMatchObject({
      saved: false,
      created: 1,
      errors: [{ line: 3, message: '날짜를 2026-03-02처럼 적어 주세요.' }],
    });
    const saved = await save(lines);
    expect([saved.status, saved.json.errors[0].field]).toEqual([400, 'csv.3']);
    expect(await readAcademicDates(t)).toEqual([]);
    const { version } = preview.json;
    const confirmed = await save(lines, { confirmed: true, version });
    expect([confirmed.status, confirmed.json.created]).toEqual([200, 1]);
    await clearAcademicDates(t);
  });

  it('previews, then saves exactly that, and repeats nothing [CAL-06]', async () => {
    await createAcademicDate(t, { title: '개교기념일', startsOn: '2026-05-15', kind: 'HOLIDAY' });
    const lines = [
      '개강,2026-03-02,,',
      '기말고사,2026-06-15,2026-06-19,',
      '개교기념일,2026-05-15,,',
    ];
    const recorded = (await readAuditOf(t, 'academic-date.import')).length;
    const preview = await load(lines);
    expect(preview.json).toMatchObject({ saved: false, created: 2, updated: 0, unchanged: 1 });
    expect(await titles()).toEqual(['개교기념일']);
    const saved = await save(lines, { version: preview.json.version });
    expect(saved.json).toEqual({ ...preview.json, saved: true });
    expect(await titles()).toEqual(['개강', '개교기념일', '기말고사']);
    expect((await save(lines)).json).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    const changed = await save(['기말고사,2026-06-15,2026-06-20,', '종강,2026-06-22,,']);
    expect(changed.json).toMatchObject({ created: 1, updated: 1, unchanged: 0 });
    expect(changed.json.changes[1]).toMatchObject({
      before: { endsOn: '2026-06-19' },
      after: { endsOn: '2026-06-20' },
    });
    expect(await titles()).toEqual(['개강', '개교기념일', '기말고사', '종강']);
    const written = (await readAuditOf(t, 'academic-date.import')).slice(recorded);
    expect(written.map(({ detail }) => detail)).toEqual([
      { created: 2, updated: 0, from: '2026-03-02', to: '2026-06-19' },
      { created: 1, updated: 1, from: '2026-06-15', to: '2026-06-22' },
    ]);
  });

  it('keeps what staff changed by hand and brings back what they deleted [CAL-06]', async () => {
    const lines = ['개강,2026-03-02,,', '종강,2026-06-22,,'];
    await save(lines);
    const [first, second] = (await list('2026-01-01', '2026-12-31', STAFF)).json.dates;
    expect([first.origin, first.isEdited]).toEqual(['FILE', false]);
    const edited = await put(first.id, {
      ...EXAM,
      title: '개강 (연기)',
      startsOn: '2026-03-09',
      endsOn: '2026-03-09',
    });
    expect(edited.json.isEdited).toBe(true);
    await t.call('DELETE', `${STAFF}/${second.id}`, { as: manager });
    expect((await save(lines)).json).toMatchObject({ created: 1, updated: 0, kept: 1 });
    expect(await titles()).toEqual(['개강 (연기)', '종강']);
  });

  it('refuses changes that are no longer those of the preview [CAL-04, CAL-06]', async () => {
    const lines = ['개강,2026-03-02,,', '종강,2026-06-22,,'];
    const { version } = (await load(lines)).json;
    await createAcademicDate(t, { title: '종강', startsOn: '2026-06-22' });
    const refused = await save(lines, { version });
    expect([refused.status, refused.json.error]).toEqual([409, 'EDIT_CONFLICT']);
    expect(await titles()).toEqual(['종강']);
  });

  it('reads a calendar file, also when two staff upload it at once [CAL-06, CAL-08]', async () => {
    const text =
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1@univ\r\nSUMMARY:기말고사\r\nDTSTART;VALUE=DATE:20261214\r\nDTEND;VALUE=DATE:20261219\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
    const send = (changed: string) =>
      t.call('POST', `${STAFF}/import`, { as: manager, body: { text: changed, preview: false } });
    const both = await Promise.all([send(text), send(text)]);
    expect(both.map(({ json }) => json.created).toSorted()).toEqual([0, 1]);
    const moved = await send(text.replaceAll('1219', '1220'));
    expect(moved.json).toMatchObject({ created: 0, updated: 1 });
    expect((await readAcademicDates(t)).map(({ endsOn }) => endsOn)).toEqual(['2026-12-19']);
  });
});

describe('GET /api/lecture-room/timetable.ics', () => {
  it('holds the dates of the term only when they are chosen [CAL-10]', async () => {
    await createAcademicDate(t, { title: '지난 학기', startsOn: '2026-08-31' });
    await createAcademicDate(t, {
      title: '기말고사',
      startsOn: '2026-12-14',
      endsOn: '2026-12-18',
      note: '1교시부터',
    });
    const file = async (query: string) =>
      (await t.call('GET', `/api/lecture-room/timetable.ics${query}`, { as: student })).text;
    expect(await file('')).not.toContain('기말고사');
    expect(await file('?dates=false')).not.toContain('기말고사');
    const text = await file('?dates=true');
    expect(text).not.toContain('지난 학기');
    expect(text.replaceAll('\r\n', '\n')).toContain(
      'DTSTART;VALUE=DATE:20261214\nDTEND;VALUE=DATE:20261219\n',
    );
    expect(text).toContain('SUMMARY:기말고사\r\n');
    expect(text).toContain('DESCRIPTION:1교시부터\r\n');
    expect(
      (await t.call('GET', '/api/lecture-room/timetable.ics?dates=yes', { as: student })).status,
    ).toBe(400);
  });
});

describe('dates with the longest texts', () => {
  it.each(['/api/academic-dates', STAFF])(
    '%s responds with less than 256 KB [INPUT-11]',
    async (path) => {
      const note = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'.repeat(300);
      for (let n = 0; n < 40; n += 1) await createAcademicDate(t, { note });
      const { status, json, text } = await list('2026-11-01', '2026-11-30', path);
      expect(status).toBe(200);
      expect(json.dates.length).toBeGreaterThan(20);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(262_144);
    },
  );
});
