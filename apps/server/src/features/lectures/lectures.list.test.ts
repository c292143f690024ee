import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLecture, markLecture, storeLecturePost } from '../../testing/factories/lectures.ts';
import { changePost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const CODE = '등대-2026';

let t: TestApp;
let student: SignedIn;
let professor: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  student = await t.signIn('STUDENT');
  professor = await t.signIn('PROFESSOR');
});
beforeEach(() => t.db.execute('truncate lectures cascade'));
afterAll(() => t.close());

const list = async (query = '') => {
  const { status, json } = await t.call('GET', `/api/lecture-room/list${query}`, { as: student });
  expect(status).toBe(200);
  return json;
};
const titles = async (query: string) =>
  (await list(query)).data.map(({ title }: { title: string }) => title);

describe('GET /api/lecture-room/list and terms', () => {
  it('returns the current term without any lecture [LECT-07]', async () => {
    const { json } = await t.call('GET', '/api/lecture-room/terms', { as: student });
    const term = { year: 2026, semester: 2, from: '2026-09-07', to: '2026-12-27' };
    expect(json).toEqual({
      current: { ...term, isOver: false, holidays: [] },
      planned: term,
      terms: [{ year: 2026, semester: 2, name: '2026년 2학기' }],
      nextDates: [],
    });
    expect(await list()).toEqual({ data: [], currentPage: 0, totalPages: 0, totalCount: 0 });
  });

  it('sorts, filters, searches and pages', async () => {
    await createLecture(t, professor, { title: '나 강의', grade: 1, intro: '100% 실습_중심' });
    await createLecture(t, professor, { title: '가 강의', grade: 1, professorName: '한바다' });
    await createLecture(t, student, { title: '다 강의', grade: 3 });
    await createLecture(t, student, { title: '지난 학기', semester: 1 });
    await createLecture(t, student, { title: '지난해', year: 2025 });
    await createLecture(t, student, { title: '다음해', year: 2027, semester: 1 });
    const all = ['다음해', '가 강의', '나 강의', '다 강의', '지난 학기', '지난해'];
    expect(await titles('')).toEqual(all);
    expect(await titles('?year=2026')).toEqual(all.slice(1, 5));
    expect(await titles('?year=2026&semester=2')).toEqual(all.slice(1, 4));
    expect(await titles('?year=2026&semester=2&grade=3')).toEqual(['다 강의']);
    const search = (text: string) => titles(`?query=${encodeURIComponent(text)}`);
    expect(await search(' 가 ')).toEqual(['가 강의']);
    expect(await search('가'.normalize('NFD'))).toEqual(['가 강의']);
    expect(await search('한바다')).toEqual(['가 강의']);
    expect(await search(professor.nickname)).toEqual(['가 강의', '나 강의']);
    expect(await search('실습_')).toEqual(['나 강의']);
    expect(await search('ㄴ ㄱㅇ'), '[LECT-166]').toEqual(['나 강의']);
    expect(await search('ㅎㅂㄷ'), '[LECT-166]').toEqual(['가 강의']);
    expect(await search('ㅎㅂㅏ'), '[LECT-166]').toEqual([]);
    expect(await search('[ㄱ'), '[LECT-166]').toEqual([]);
    expect(await search('0% 실')).toEqual(['나 강의']);
    for (const nothing of ['%', '_', '\\', '없는 강의']) {
      expect((await search(nothing)).length).toBe(nothing === '%' || nothing === '_' ? 1 : 0);
    }
    const mine = '/api/lecture-room/list?mine=true&year=2026';
    const own = (await t.call('GET', mine, { as: professor })).json;
    expect(own.data.map(({ title }: { title: string }) => title)).toEqual(['가 강의', '나 강의']);
    expect(own.data.every(({ isOwner }: { isOwner: boolean }) => isOwner)).toBe(true);
    expect(await titles('?mine=true')).toEqual([]);
    expect(await list('?size=4&page=1')).toMatchObject({
      data: [{ title: '지난 학기' }, { title: '지난해' }],
      currentPage: 1,
      totalPages: 2,
      totalCount: 6,
    });
    expect(await list('?size=4&page=9')).toMatchObject({ data: [], totalPages: 2, totalCount: 6 });
    const { json } = await t.call('GET', '/api/lecture-room/terms', { as: student });
    expect(json.terms.map(({ name }: { name: string }) => name)).toEqual([
      '2027년 1학기',
      '2026년 2학기',
      '2026년 1학기',
      '2025년 2학기',
    ]);
  });

  it.each([
    '?year=0',
    '?year=2026.5',
    '?semester=0',
    '?semester=3',
    '?grade=5',
    '?size=201',
    `?query=${'a'.repeat(101)}`,
  ])('refuses %s', async (query) => {
    const { status } = await t.call('GET', `/api/lecture-room/list${query}`, { as: student });
    expect(status).toBe(400);
  });

  it('sets canRead of a members-only room per viewer [LECT-13]', async () => {
    const id = await createLecture(t, professor, { membersOnly: true, entryCode: CODE });
    const reader = await t.signIn('STUDENT');
    const canRead = async (as: SignedIn) =>
      (await t.call('GET', `/api/lecture-room/${id}`, { as })).json.data.canRead;
    expect(await canRead(reader)).toBe(false);
    expect(await canRead(professor)).toBe(true);
    expect(await canRead(await t.signIn('PROFESSOR'))).toBe(false);
    expect(await canRead(await t.signIn('MANAGER'))).toBe(true);
    await markLecture(t, reader, id, CODE);
    expect(await canRead(reader)).toBe(true);
  });
});

describe('GET /api/lecture-room/mark', () => {
  it('holds what a professor teaches beside what is marked, also in the calendar file [TIME-67]', async () => {
    const teacher = await t.signIn('PROFESSOR');
    const term = { year: 2031, semester: 1 as const };
    const taught = await createLecture(t, teacher, term);
    const marked = await createLecture(t, professor, term);
    await createLecture(t, professor, term);
    await markLecture(t, teacher, marked);
    await storeLecturePost(t, student, taught);
    const week = async (as: SignedIn) =>
      (await t.call('GET', '/api/lecture-room/mark?year=2031&semester=1', { as })).json
        .markedLecture;
    expect(await week(teacher)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: taught, isMarked: false, isOwner: true, unreadCount: 0 }),
        expect.objectContaining({ id: marked, isMarked: true, isOwner: false }),
      ]),
    );
    expect(await week(teacher)).toHaveLength(2);
    const url = '/api/lecture-room/timetable.ics?year=2031&semester=1';
    const { text } = await t.call('GET', url, { as: teacher });
    expect(text).toContain(`lecture-${taught}-0@`);
    const demoted = await t.signInAs({ ...teacher, roles: ['USER', 'STUDENT'] });
    await t.database.pool.query(
      "delete from member_roles where member_id = $1 and role = 'PROFESSOR'",
      [teacher.id],
    );
    expect((await week(demoted)).map(({ id }: { id: number }) => id)).toEqual([marked]);
  });
});

describe('GET /api/lecture-room/:lectureId/stats', () => {
  it('reveals nothing of a members-only room to others, as its other calls [LECT-13]', async () => {
    const id = await createLecture(t, professor, { membersOnly: true, entryCode: CODE });
    const stats = (as: SignedIn) => t.call('GET', `/api/lecture-room/${id}/stats`, { as });
    const refused = await stats(student);
    expect([refused.status, refused.json.error]).toEqual([403, 'LECTURE_MEMBERS_ONLY']);
    expect(refused.text).not.toContain('weekly');
    expect((await stats(professor)).status).toBe(200);
    expect((await stats(await t.signIn('MANAGER'))).status).toBe(200);
    await markLecture(t, student, id, CODE);
    expect((await stats(student)).status).toBe(200);
  });

  it('counts posts and comments of 7 days and returns five quotes [LECT-12]', async () => {
    const id = await createLecture(t, professor);
    const stats = async () =>
      (await t.call('GET', `/api/lecture-room/${id}/stats`, { as: student })).json;
    const old = await storeLecturePost(t, student, id);
    await t.database.pool.query(
      `insert into comments (post_id, author_id, content, position, created_at)
       values ($1, $2, '댓글', 1, $3)`,
      [old, student.id, t.clock.now()],
    );
    t.clock.advance(7 * 24 * 60 * 60 + 1);
    student = await t.signInAs(student);
    professor = await t.signInAs(professor);
    for (const boardType of ['LECTURE_Q', 'LECTURE_Q', 'LECTURE_R', 'LECTURE_REF'] as const) {
      await storeLecturePost(t, student, id, { boardType });
    }
    await storeLecturePost(t, professor, id, { boardType: 'LECTURE_N' });
    await storeLecturePost(t, student, id, { anonymous: true });
    const gone = await storeLecturePost(t, student, id);
    await changePost(t, gone, { deletedAt: t.clock.now() });
    await t.database.pool.query(
      `insert into comments (post_id, author_id, content, position, created_at, deleted_at)
       values ($1, $2, '댓글', 2, $3, null), ($1, $2, '지운 댓글', 3, $3, $3), ($4, $2, '글과 함께 지운 댓글', 1, $3, null)`,
      [old, student.id, t.clock.now(), gone],
    );
    const { weekly, quotes } = await stats();
    expect(weekly).toEqual({ questions: 3, reviews: 1, materials: 1, notices: 1, comments: 1 });
    expect(new Set(quotes).size).toBe(5);
  });
});
