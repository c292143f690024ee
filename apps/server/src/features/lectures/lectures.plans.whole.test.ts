import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { explain, recordStatements } from '../posts/posts.fixture.ts';

let t: TestApp;
let student: SignedIn;
let professor: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  student = await t.signIn('STUDENT');
  professor = await t.signIn('PROFESSOR');
});
afterAll(() => t.close());

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
      ['/api/lecture-room/terms', 4],
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
