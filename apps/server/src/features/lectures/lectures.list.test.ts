import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLecture, markLecture, storeLecturePost } from '../../testing/factories/lectures.ts';
import { changePost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { explain, recordStatements } from '../posts/posts.fixture.ts';

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
      current: { ...term, isOver: false },
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
      (await t.call('GET', `/api/lecture-room/${id}`, { as })).json.canRead;
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

describe('with 20,000 lectures and 40,000 posts', () => {
  it('every read is one statement for each table that it shows, and uses an index', async () => {
    const { pool } = t.database;
    await pool.query(
      `insert into lectures (title, year, semester, grade, theme_color, professor_id)
       select '강의 ' || n, 2010 + n % 20, 1 + n % 2, 1 + n % 4, '#cfe2ff', $1
       from generate_series(1, 20000) n`,
      [professor.id],
    );
    await pool.query(`insert into lecture_slots (lecture_id, position, dow, start_hour, end_hour)
      select id, 0, 1 + id % 5, 9, 11 from lectures where title like '강의 %'`);
    await pool.query(
      `insert into posts (board_type, lecture_id, author_id, title, content, content_text, created_at)
       select 'LECTURE_Q', (select min(id) from lectures where title like '강의 %') + n % 20000, $1, '질문', '<p>글</p>', '글', $2
       from generate_series(1, 40000) n`,
      [professor.id, t.clock.now()],
    );
    const { rows } = await pool.query<{ id: number }>(
      `select id from lectures where title like '강의 %' and year = 2026 and semester = 1 order by id limit 20`,
    );
    // Most of them overlap, which no call allows.
    await pool.query('alter table lecture_marks disable trigger lecture_marks_times');
    await pool.query(
      `insert into lecture_marks (member_id, lecture_id, seen_at)
       select $1, id, $2 from unnest($3::bigint[]) id`,
      [student.id, new Date(t.clock.now().getTime() - 60_000), rows.map(({ id }) => id)],
    );
    await pool.query(`insert into lecture_marks (member_id, lecture_id)
      select m.id, l.id from members m, lectures l where l.title like '강의 %' and l.id % 7 = 0
      on conflict do nothing`);
    await pool.query(`insert into timetable_times
      (member_id, year, semester, dow, start_minute, end_minute)
      select m, 2026, 2, 1 + n % 5, 540 + n / 5 * 60, 600 + n / 5 * 60
      from generate_series(1, 400) m, generate_series(0, 14) n`);
    await pool.query(`insert into academic_dates (title, kind, starts_on, ends_on)
      select '일정', 'EVENT', day, day + 1 from (select date '2026-12-31' - n as day from generate_series(1, 5000) n)`);
    await pool.query('vacuum analyze');
    const id = rows[0]?.id ?? 0;
    const calls: [string, number][] = [
      ['/api/lecture-room/list?year=2026&semester=2', 1],
      ['/api/lecture-room/list?year=2026&semester=2&grade=2&query=99', 1],
      ['/api/lecture-room/list?year=2026&semester=2&free=true', 1],
      [`/api/lecture-room/${id}`, 1],
      ['/api/lecture-room/mark?year=2026&semester=1', 1],
      ['/api/lecture-room/terms', 3],
      [`/api/lecture-room/${id}/stats`, 2],
    ];
    for (const [url, most] of calls) {
      const statements = await recordStatements(async () => {
        expect((await t.call('GET', url, { as: student })).status, url).toBe(200);
      });
      expect(statements.length, url).toBe(most);
      const nodes = (await Promise.all(statements.map((one) => explain(pool, one)))).flat();
      const scans = nodes
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name']);
      expect(
        scans.filter((name) => name !== 'members' && name !== 'comments'),
        url,
      ).toEqual([]);
    }
    const { json } = await t.call('GET', '/api/lecture-room/mark?year=2026&semester=1', {
      as: student,
    });
    expect(json.markedLecture.length).toBeGreaterThanOrEqual(20);
    // The other marks are as new as the test, so nothing of theirs is unread.
    expect(json.markedLecture).toContainEqual(expect.objectContaining({ id, unreadCount: 2 }));
  }, 120_000);
});
