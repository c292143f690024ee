import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changePerson } from '../../testing/factories/friends.ts';
import {
  createLecture,
  lectureForm,
  markLecture,
  readHours,
  readLecture,
  readLectureAudit,
  readMarks,
} from '../../testing/factories/lectures.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const DAY = 24 * 60 * 60;

let t: TestApp;
let start: Date;
let student: SignedIn;
let other: SignedIn;
let professor: SignedIn;
let manager: SignedIn;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  start = t.clock.now();
  student = await t.signIn('STUDENT');
  other = await t.signIn('STUDENT');
  professor = await t.signIn('PROFESSOR');
  manager = await t.signIn('MANAGER');
  admin = await t.signIn('ADMIN');
});
beforeEach(() => t.clock.set(start));
afterAll(() => t.close());

const create = async (as: SignedIn, body: object) => {
  const response = await t.call('POST', '/api/lecture-room', { as, body });
  await t.services.throttle.clear(t.db, `lecture:${as.id}`);
  return response;
};
const get = (as: SignedIn, id: number) => t.call('GET', `/api/lecture-room/${id}`, { as });
const put = (as: SignedIn, id: number, body: object) =>
  t.call('PUT', `/api/lecture-room/${id}`, { as, body });
const remove = (as: SignedIn, id: number) => t.call('DELETE', `/api/lecture-room/${id}`, { as });

const titled = async (query: string, year: number) =>
  (await t.call('GET', `/api/lecture-room/list?year=${year}`, { as: student })).json.data.filter(
    ({ title }: { title: string }) => title === query,
  );
const countTitled = async (title: string, year: number) => (await titled(title, year)).length;
const findTitled = async (title: string, year: number) => (await titled(title, year))[0]?.id;

describe('POST /api/lecture-room', () => {
  it('returns the lecture as later reads do [LECT-05]', async () => {
    const body = {
      title: '  운영체제   입문 ',
      grade: 3,
      semester: 2,
      intro: ' 프로세스부터 파일까지 ',
      themeColor: '#AABBCC',
      lectureTimes: [
        { day: 'WED', start: 13, end: 15 },
        { day: '월', start: 9, end: 10 },
        { day: 5, start: 21, end: 23 },
      ],
      room: '공1-410',
      professorName: '한바다',
    };
    const { status, json } = await create(student, body);
    expect(status).toBe(201);
    expect(json.lecture).toEqual({
      id: json.id,
      title: '운영체제 입문',
      grade: 3,
      semester: 2,
      year: 2026,
      intro: '프로세스부터 파일까지',
      themeColor: '#aabbcc',
      professorName: '한바다',
      professorNickname: null,
      professorId: null,
      professorThumbnail: null,
      room: '공1-410',
      credit: null,
      credits: 5,
      schedules: [
        { dow: 'MONDAY', startTime: 9, endTime: 10 },
        { dow: 'WEDNESDAY', startTime: 13, endTime: 15 },
        { dow: 'FRIDAY', startTime: 21, endTime: 23 },
      ],
      markedCount: 0,
      isMarked: false,
      membersOnly: false,
      entryCode: null,
      canRead: true,
      canEdit: true,
      canManage: false,
      isOwner: false,
      createdDate: '2026-11-20T14:00:30+09:00',
    });
    expect((await get(student, json.id)).json).toEqual({ data: json.lecture });
    expect((await get(other, json.id)).json.data).toEqual({ ...json.lecture, canEdit: false });
  });

  it.each([
    ['MONDAY', 1],
    ['monday', 1],
    ['Tue', 2],
    ['수요일', 3],
    ['목'.normalize('NFD'), 4],
    ['5', 5],
    [6, 6],
    ['일', 7],
  ])('takes the day %s [LECT-08]', async (day, dow) => {
    const lectureTimes = [{ day, start: 9, end: 10 }];
    const { json } = await create(student, lectureForm({ lectureTimes }));
    await markLecture(t, other, json.id);
    expect(await readHours(t, other)).toEqual([`${dow}-09`]);
    await t.call('DELETE', `/api/lecture-room/mark?lectureRoomId=${json.id}`, { as: other });
  });

  it('accepts no slots and uses the given credit then', async () => {
    const form = lectureForm({ credit: 3 });
    const { json } = await create(student, { ...form, lectureTimes: undefined });
    expect(json.lecture).toMatchObject({ schedules: [], credit: 3, credits: 3 });
  });

  const slot = (day: unknown, start: unknown, end: unknown) => ({ day, start, end });
  it.each([
    ['four slots', [1, 2, 3, 4].map((day) => slot(day, 9, 10)), TEXTS.lectureTimesTooMany],
    ['an end at the start', [slot('MON', 9, 9)], TEXTS.lectureHourOrder],
    ['an end before the start', [slot('MON', 9, 8)], TEXTS.lectureHourOrder],
    ['the hour 24', [slot('MON', 22, 24)], TEXTS.lectureHourFormat],
    ['the hour -1', [slot('MON', -1, 2)], TEXTS.lectureHourFormat],
    ['half an hour', [slot('MON', 9.5, 11)], TEXTS.lectureHourFormat],
    ['an hour in words', [slot('MON', '아홉', 11)], TEXTS.lectureHourFormat],
    ['day 8', [slot(8, 9, 10)], TEXTS.lectureDayFormat],
    ['day 0', [slot(0, 9, 10)], TEXTS.lectureDayFormat],
    ['a day of no week', [slot('FUNDAY', 9, 10)], TEXTS.lectureDayFormat],
    ['no day', [slot(null, 9, 10)], TEXTS.lectureDayFormat],
    [
      'an overlap inside one lecture',
      [slot('MON', 9, 12), slot(1, 11, 13)],
      TEXTS.lectureTimesOverlap,
    ],
  ])('refuses %s [LECT-09]', async (_name, lectureTimes, message) => {
    const { status, json } = await create(student, { ...lectureForm(), lectureTimes });
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: 'VALIDATION_FAILED', message });
  });

  it('accepts a slot that starts when another ends [TIME-02]', async () => {
    const lectureTimes = [slot('MON', 9, 10), slot('MON', 10, 11)];
    expect((await create(student, { ...lectureForm(), lectureTimes })).status).toBe(201);
  });

  it.each([
    [{ title: ' ' }, TEXTS.lectureTitleRequired],
    [{ title: '가'.repeat(101) }, TEXTS.lectureTitleLength],
    [{ grade: 0 }, TEXTS.lectureGradeRequired],
    [{ grade: 5 }, TEXTS.lectureGradeRequired],
    [{ semester: 3 }, TEXTS.lectureSemesterRequired],
    [{ themeColor: 'red' }, TEXTS.lectureColorFormat],
    [{ themeColor: '#12345g' }, TEXTS.lectureColorFormat],
    [{ intro: '가'.repeat(201) }, TEXTS.lectureIntroLength],
    [{ room: '가'.repeat(41) }, TEXTS.lectureRoomLength],
    [{ professorName: '가'.repeat(41) }, TEXTS.lectureProfessorLength],
    [{ year: 1999 }, TEXTS.valueInvalid],
    [{ credit: -1 }, TEXTS.valueInvalid],
  ])('refuses %o', async (values, message) => {
    const { status, json } = await create(student, { ...lectureForm(), ...values });
    expect(status).toBe(400);
    expect(json.message).toBe(message);
  });

  it('stores title, intro and room as plain text in NFC [HTML-03, INPUT-15]', async () => {
    const text = '<img src=x onerror=alert(1)> & "한글"'.normalize('NFD');
    const { json } = await create(student, lectureForm({ title: text, intro: text, room: text }));
    const plain = text.normalize('NFC');
    expect(json.lecture).toMatchObject({ title: plain, intro: plain, room: plain });
    expect(await readLecture(t, json.id)).toMatchObject({ title: plain, intro: plain });
  });

  it.each([
    ['in another case and spacing', { title: ' 해양 ai  개론', professorName: '한 바다' }],
    ['in decomposed Hangul', { title: '해양AI개론'.normalize('NFD'), professorName: '한바다' }],
    ['with other hours and another grade', { grade: 4, lectureTimes: [] }],
  ])('leads to the lecture that a new one repeats %s [LECT-97]', async (_name, values) => {
    const year = 2040;
    const form = lectureForm({ title: '해양AI개론', professorName: '한바다', year });
    const first = await create(student, form);
    const existing = first.json.id ?? (await findTitled(form.title, year));
    const response = await create(other, { ...form, ...values });
    expect([response.status, response.json.error]).toEqual([409, 'LECTURE_EXISTS']);
    expect(response.json.conflicts).toEqual([{ id: existing, title: '해양AI개론' }]);
    expect(await countTitled('해양AI개론', year)).toBe(1);
  });

  it.each([
    ['of another professor', { professorName: '윤슬' }],
    ['of another year', { year: 2042 }],
    ['of the other semester', { semester: 1 as const }],
    ['with its section in the title', { title: '항만물류 02분반' }],
  ])('creates a lecture %s [LECT-97]', async (_name, values) => {
    const form = lectureForm({ title: '항만물류', professorName: '한바다', year: 2041 });
    await create(student, form);
    expect((await create(other, { ...form, ...values })).status).toBe(201);
  });

  it('knows a professor by account, nickname and typed name, and omits removed lectures [LECT-97]', async () => {
    const form = lectureForm({ year: 2043 });
    const { json } = await create(professor, { ...form, professorName: '한도윤' });
    expect((await create(professor, form)).status).toBe(409);
    expect((await create(manager, { ...form, professorId: professor.id })).status).toBe(409);
    expect((await create(student, { ...form, professorName: '한도윤' })).status).toBe(409);
    await remove(professor, json.id);
    const again = await create(professor, form);
    expect(again.status).toBe(201);
    const byNickname = { ...form, professorName: professor.nickname };
    expect((await create(student, byNickname)).json.conflicts[0].id).toBe(again.json.id);
  });

  it('creates one of ten equal lectures at once, and the others do not count [LECT-97]', async () => {
    const form = lectureForm({ title: '동시에 만든 강의', year: 2044 });
    const creators = [
      ...Array.from({ length: 5 }, () => student),
      ...Array.from({ length: 5 }, () => other),
    ];
    const responses = await Promise.all(
      creators.map((as) => t.call('POST', '/api/lecture-room', { as, body: form })),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect(await countTitled('동시에 만든 강의', 2044)).toBe(1);
    const next = await Promise.all(
      [1, 2, 3, 4].map(() =>
        t.call('POST', '/api/lecture-room', { as: student, body: lectureForm() }),
      ),
    );
    expect(next.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    await t.services.throttle.clear(t.db, `lecture:${student.id}`);
    await t.services.throttle.clear(t.db, `lecture:${other.id}`);
  });

  it('makes a professor the owner of its lecture [LECT-01, LECT-03]', async () => {
    const { json } = await create(professor, lectureForm());
    expect(json.lecture).toMatchObject({
      professorId: professor.id,
      professorNickname: professor.nickname,
      professorName: professor.nickname,
      isOwner: true,
      canManage: true,
    });
    expect(JSON.stringify(json)).not.toContain(professor.name);
  });

  it('ignores professorId from members below MANAGER [API-11]', async () => {
    const form = lectureForm({ professorId: professor.id });
    expect((await create(student, form)).json.lecture.professorId).toBeNull();
    const second = await t.signIn('PROFESSOR');
    expect((await create(second, form)).json.lecture.professorId).toBe(second.id);
    expect((await create(manager, form)).json.lecture.professorId).toBe(professor.id);
  });

  it.each([
    ['a student', () => student.id],
    ['an unknown id', () => 987_654_321],
  ])('refuses %s as professor', async (_name, id) => {
    const { status, json } = await create(manager, lectureForm({ professorId: id() }));
    expect(status).toBe(400);
    expect(json.errors).toEqual([{ field: 'professorId', message: TEXTS.lectureProfessorUnknown }]);
  });

  it('refuses a sixth lecture in a day, also among parallel requests [LECT-02]', async () => {
    const keen = await t.signIn('STUDENT');
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        t.call('POST', '/api/lecture-room', { as: keen, body: lectureForm() }),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.json.error).toBe('LECTURE_THROTTLED');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(DAY - 60);
    const wrong = { ...lectureForm(), grade: 9 };
    expect((await t.call('POST', '/api/lecture-room', { as: keen, body: wrong })).status).toBe(400);
  });

  it('allows professors and assistants 200 lectures a day [LECT-02]', async () => {
    for (const as of [await t.signIn('PROFESSOR'), await t.signIn('MANAGER')]) {
      for (let n = 0; n < 6; n += 1) {
        const { status } = await t.call('POST', '/api/lecture-room', { as, body: lectureForm() });
        expect(status).toBe(201);
      }
    }
    expect(LIMITS.staffLecturesPerDay).toBe(200);
  });

  it('hides a withdrawn professor', async () => {
    const leaving = await t.signIn('PROFESSOR');
    const id = await createLecture(t, leaving);
    await changePerson(t.db, leaving, { withdrawnAt: t.clock.now() });
    expect((await get(student, id)).json.data).toMatchObject({
      professorId: null,
      professorNickname: null,
      professorThumbnail: null,
      professorName: '',
    });
  });
});

describe('PUT and DELETE /api/lecture-room/:lectureId', () => {
  it('allow the owner, the creator for 24 hours, and ADMIN, whose changes are recorded [LECT-04, AUDIT-57]', async () => {
    const id = await createLecture(t, student);
    const owned = await createLecture(t, professor);
    expect((await put(student, id, lectureForm())).status).toBe(200);
    for (const as of [other, professor, manager]) {
      expect((await put(as, id, lectureForm())).status).toBe(403);
      expect((await remove(as, id)).status).toBe(403);
    }
    t.clock.advance(DAY);
    const late = await t.signInAs(student);
    expect((await put(late, id, lectureForm())).status).toBe(403);
    expect((await remove(late, id)).status).toBe(403);
    expect((await get(late, id)).json.data.canEdit).toBe(false);
    const owner = await t.signInAs(professor);
    expect((await put(owner, owned, lectureForm())).status).toBe(200);
    const boss = await t.signInAs(admin);
    const room = { title: '고친 강의', room: '공1-101', membersOnly: true, entryCode: 'abcd12' };
    expect((await put(boss, id, lectureForm(room))).status).toBe(200);
    expect((await remove(boss, id)).status).toBe(200);
    expect((await remove(owner, owned)).status).toBe(200);
    const entries = await readLectureAudit(t, admin);
    expect(entries.filter(({ targetId }) => targetId === id)).toEqual([
      { action: 'lecture.update', targetId: id },
      { action: 'lecture.delete', targetId: id },
    ]);
    const log = await t.call('GET', '/api/admin/audit?action=lecture.update', { as: boss });
    expect(log.json.entries[0]).toMatchObject({
      targetLabel: '고친 강의',
      changes: [
        { path: ['title'], after: '고친 강의' },
        { path: ['membersOnly'], before: 'false', after: 'true' },
        { path: ['room'], before: null, after: '공1-101' },
      ],
    });
    expect(log.text).not.toContain('abcd12');
    [student, other, professor, manager, admin] = (await Promise.all(
      [student, other, professor, manager, admin].map((one) => t.signInAs(one)),
    )) as [SignedIn, SignedIn, SignedIn, SignedIn, SignedIn];
  });

  it('keep year and professor when omitted and replace the other fields', async () => {
    const id = await createLecture(t, professor, { year: 2025, credit: 3, membersOnly: true });
    const { json } = await put(professor, id, lectureForm({ title: '새 이름' }));
    expect(json.lecture).toMatchObject({
      title: '새 이름',
      year: 2025,
      professorId: professor.id,
      credit: null,
      membersOnly: false,
    });
    await put(professor, id, lectureForm({ professorId: null }));
    expect((await readLecture(t, id)).professorId).toBe(professor.id);
    await put(admin, id, lectureForm({ professorId: null }));
    expect((await readLecture(t, id)).professorId).toBeNull();
  });

  it('respond with 404 for a missing or removed lecture [TIME-05]', async () => {
    const id = await createLecture(t, professor);
    await markLecture(t, student, id);
    expect((await remove(professor, id)).status).toBe(200);
    expect(await readMarks(t, student)).toEqual([]);
    expect(await readHours(t, student)).toEqual([]);
    expect((await readLecture(t, id)).markedCount).toBe(0);
    for (const gone of [id, 987_654_321]) {
      const calls: [string, string, unknown][] = [
        ['GET', `/api/lecture-room/${gone}`, undefined],
        ['PUT', `/api/lecture-room/${gone}`, lectureForm()],
        ['DELETE', `/api/lecture-room/${gone}`, undefined],
        ['POST', `/api/lecture-room/${gone}/seen`, undefined],
        ['GET', `/api/lecture-room/${gone}/stats`, undefined],
        ['POST', `/api/lecture-room/mark?lectureRoomId=${gone}`, undefined],
        ['POST', `/api/lecture-room/mark?lectureRoomId=${gone}&replace=true`, undefined],
        ['DELETE', `/api/lecture-room/mark?lectureRoomId=${gone}`, undefined],
      ];
      for (const [method, url, body] of calls) {
        const { status, json } = await t.call(method, url, { as: admin, body });
        expect([url, status, json.error]).toEqual([url, 404, 'LECTURE_NOT_FOUND']);
      }
    }
  });

  it('refuse a professor whose role was revoked [SESS-25]', async () => {
    const former = await t.signIn('PROFESSOR');
    const id = await createLecture(t, former);
    t.clock.advance(DAY);
    const again = await t.signInAs(former);
    expect((await get(again, id)).json.data).toMatchObject({ isOwner: true, canEdit: true });
    await t.database.pool.query(
      `update member_roles set role = 'STUDENT' where member_id = $1 and role = 'PROFESSOR'`,
      [former.id],
    );
    expect((await get(again, id)).json.data).toMatchObject({
      isOwner: false,
      canEdit: false,
      canManage: false,
    });
    expect((await put(again, id, lectureForm())).status).toBe(403);
  });
});
