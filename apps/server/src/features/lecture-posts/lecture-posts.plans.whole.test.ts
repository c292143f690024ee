import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { explain, recordStatements } from '../posts/posts.fixture.ts';

const ROOMS = 40;
const POSTS = 10_000;

let t: TestApp;
let professor: SignedIn;
let reader: SignedIn;
let room: number;
let question: number;

/** A quarter of the posts are questions, every tenth of which is unanswered. */
async function fill(): Promise<void> {
  const rooms: number[] = [];
  for (let place = 0; place < ROOMS; place += 1) {
    rooms.push(await createLectureRoom(t, place < 2 ? { professorId: professor.id } : {}));
  }
  room = rooms[0] ?? 0;
  const { pool } = t.database;
  await pool.query(
    `insert into posts (board_type, lecture_id, author_id, title, content, content_text, created_at)
      select (array['LECTURE_Q', 'LECTURE_R', 'LECTURE_REF', 'LECTURE_N'])[1 + n % 4],
        ($2::bigint[])[1 + (n / 4) % $3], $4, '글 ' || n, '<p>글</p>', '글',
        $1::timestamptz - make_interval(secs => n * 61)
      from generate_series(1, $5) n`,
    [t.clock.now(), rooms, ROOMS, reader.id, POSTS],
  );
  await pool.query(
    `insert into lecture_answers (post_id, author_id, content)
      select id, $1, '<p>답</p>' from posts where board_type = 'LECTURE_Q' and id % 40 <> 0`,
    [professor.id],
  );
  await pool.query('vacuum analyze posts');
  await pool.query('analyze members, lectures, lecture_answers, lecture_marks');
  const found = await pool.query(
    `select id from posts where lecture_id = $1 and board_type = 'LECTURE_Q' limit 1`,
    [room],
  );
  question = found.rows[0].id;
}

beforeAll(async () => {
  t = await createTestApp();
  [professor, reader] = await Promise.all([t.signIn('PROFESSOR'), t.signIn('STUDENT')]);
  await fill();
  // The first call of the day also stores a visit.
  await t.call('GET', '/api/member/my-roles', { as: reader });
  await t.call('GET', '/api/member/my-roles', { as: professor });
});
afterAll(() => t.close());

describe('with 10,000 posts in 40 rooms', () => {
  const list = (more = '') => `/api/lecture-room/posts?lectureId=${room}&type=LECTURE_Q${more}`;
  const calls: [string, () => string, string, () => SignedIn][] = [
    ['the newest posts', () => list(), 'posts_lecture_idx', () => reader],
    ['the fourth page', () => list('&page=3'), 'posts_lecture_idx', () => reader],
    ['waiting questions', () => list('&filter=waiting'), 'posts_lecture_idx', () => reader],
    ['answered questions', () => list('&filter=answered'), 'posts_lecture_idx', () => reader],
    [
      'waiting questions of the own rooms',
      () => '/api/lecture-room/waiting',
      'posts_lecture_idx',
      () => professor,
    ],
    ['one post', () => `/api/post/${room}/${question}`, 'posts_pkey', () => reader],
  ];

  it.each(calls)('%s run at most two statements, all by index', async (_name, url, index, who) => {
    const statements = await recordStatements(async () => {
      expect((await t.call('GET', url(), { as: who() })).status).toBe(200);
    });
    expect(statements.length).toBeLessThanOrEqual(2);
    const plans = await Promise.all(statements.map((one) => explain(t.database.pool, one)));
    const nodes = plans.flat();
    const scans = nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name']);
    expect(scans).not.toContain('posts');
    expect(nodes.map((node) => node['Index Name'])).toContain(index);
  });
});
