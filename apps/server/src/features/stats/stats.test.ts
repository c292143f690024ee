import { ROLES } from '@naru/contract/roles';
import { STATS_RANGES, type Stats } from '@naru/contract/stats';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { recordStatements } from '../posts/posts.fixture.ts';
import { periodsOf } from './stats.periods.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('figures', () => {
  const DAY = 24 * 60 * 60;

  async function read(range: string, as: SignedIn): Promise<Stats> {
    const { status, json } = await t.call('GET', `/api/admin/stats?range=${range}`, { as });
    expect(status).toBe(200);
    return json;
  }

  /** Writes at noon and on both sides of midnight on each of 60 days in Korea. */
  async function fillSixtyDays(): Promise<void> {
    const now = t.clock.now();
    await t.db.execute(sql`insert into members (username, email, nickname, name, password_hash)
    select 'v' || n, 'v' || n || '@example.invalid', '손님' || n, '손님', '' from generate_series(1, 40) n`);
    await t.db.execute(sql`update members set
    created_at = ${now}::timestamptz - make_interval(days => 50 + 2 * id::int % 40),
    withdrawn_at = case when id % 9 = 0 then ${now}::timestamptz - interval '12 days' end
    where username like 'v%'`);
    await t.db.execute(sql`insert into daily_visitors (day, member_id)
    select (${now}::timestamptz at time zone 'Asia/Seoul')::date - d, m.id
    from generate_series(0, 59) d, members m
    where m.username like 'v%' and (d * 7 + m.id * 3) % 5 < 2`);
    await t.db.execute(sql`insert into posts
      (board_type, author_id, author_seal, anonymous, title, content, content_text, created_at, deleted_at)
    select case when n % 3 = 0 then 'SECRET' else 'FREE' end,
      case when n % 3 = 0 then null else (select min(id) from members) end,
      case when n % 3 = 0 then '\\x00'::bytea end, n % 3 = 0,
      '글', '<p>글</p>', '글', at, case when n % 7 = 0 then at end
    from (select n, (date_trunc('day', ${now}::timestamptz at time zone 'Asia/Seoul')
        - make_interval(days => n / 4)
        + (array['0 seconds', '12 hours', '23:59:59.999', '-0.001 seconds'])[1 + n % 4]::interval)
        at time zone 'Asia/Seoul' as at
      from generate_series(0, 239) n) s`);
    await t.db.execute(sql`insert into comments (post_id, author_id, content, created_at, deleted_at)
    select id, (select min(id) from members), '말', created_at + make_interval(secs => n),
      case when n = 3 then created_at end
    from posts, generate_series(0, 3) n where id % 2 = 0`);
  }

  /** Computes the same figures in SQL, day by day. */
  async function countDirectly(from: string, to: string) {
    const isWithin = sql`(created_at at time zone 'Asia/Seoul')::date between ${from}::date and ${to}::date`;
    const joined = sql`(created_at at time zone 'Asia/Seoul')::date`;
    const left = sql`(withdrawn_at at time zone 'Asia/Seoul')::date`;
    const { rows } = await t.db.execute<Record<string, number>>(sql`select
    (select count(*) from members
      where ${joined} <= ${to}::date and (withdrawn_at is null or ${left} > ${to}::date)) as members,
    (select count(*) from members where ${joined} between ${from}::date and ${to}::date) as "newMembers",
    (select count(distinct member_id) from daily_visitors where day between ${from}::date and ${to}::date) as visitors,
    (select count(*) from posts where deleted_at is null and ${isWithin}) as posts,
    (select count(*) from comments where deleted_at is null and ${isWithin}
      and post_id in (select id from posts where deleted_at is null)) as comments,
    (select count(*) from petitions p join posts o on o.id = p.post_id and o.deleted_at is null
      where (o.created_at at time zone 'Asia/Seoul')::date between ${from}::date and ${to}::date) as petitions`);
    return rows[0];
  }

  describe('GET /api/admin/stats', () => {
    it("returns zeros except the actor's visit on a new installation [STAT-01]", async () => {
      const council = await t.signIn('STUDENT_COUNCIL');
      for (const [range, length] of [
        ['daily', 7],
        ['weekly', 4],
        ['monthly', 6],
      ] as const) {
        const { points, totals } = await read(range, council);
        expect(points).toHaveLength(length);
        const one = { members: 1, newMembers: 0, visitors: 1 };
        expect(totals).toEqual({ ...one, posts: 0, comments: 0, petitions: 0 });
        expect(points.slice(0, -1).every(({ visitors }) => visitors === 0)).toBe(true);
      }
      expect((await t.call('GET', '/api/admin/stats?range=yearly', { as: council })).status).toBe(
        400,
      );
    });

    it('equals direct SQL over 60 days of data [STAT-03]', async () => {
      await fillSixtyDays();
      const council = await t.signIn('STUDENT_COUNCIL');
      for (const range of STATS_RANGES) {
        const { points, totals } = await read(range, council);
        for (const { from, to, ...figures } of points) {
          expect({ range, from, ...figures }).toEqual({
            range,
            from,
            ...(await countDirectly(from, to)),
          });
        }
        const [first, last] = [points[0]?.from ?? '', points.at(-1)?.to ?? ''];
        expect(totals).toEqual(await countDirectly(first, last));
        expect(totals.posts).toBeGreaterThan(20);
      }
    });

    it('counts a member once per period, however often it came [STAT-53]', async () => {
      const council = await t.signIn('STUDENT_COUNCIL');
      const { points, totals } = await read('weekly', council);
      const { rows } = await t.db.execute<{ n: number }>(sql`select count(*) as n from members`);
      const accounts = rows[0]?.n ?? 0;
      for (const { visitors } of points) expect(visitors).toBeLessThanOrEqual(accounts);
      expect(totals.visitors).toBeLessThanOrEqual(accounts);
      const days = points.map(({ visitors }) => visitors).reduce((sum, count) => sum + count);
      expect(days).toBeGreaterThan(totals.visitors);
    });

    it('ends a day at midnight in Seoul [STAT-02]', async () => {
      const untilMidnight = Date.parse('2026-11-21T00:00:00+09:00') - t.clock.now().getTime();
      t.clock.advance(untilMidnight / 1000 - 1);
      const before = await read('daily', await t.signIn('MANAGER'));
      t.clock.advance(1);
      const after = await read('daily', await t.signIn('MANAGER'));
      expect(before.points.at(-1)?.from).toBe('2026-11-20');
      expect(after.points.at(-1)).toMatchObject({ from: '2026-11-21', visitors: 1 });
      const { members: accounts } = after.points.at(-2) ?? {};
      expect(after.points.at(-2)).toEqual({ ...before.points.at(-1), members: accounts });
    });
  });

  describe('visitors', () => {
    const countToday = async (as: SignedIn) =>
      (await read('daily', as)).points.at(-1)?.visitors ?? 0;

    it('count once per member and day among parallel requests, never without a token', async () => {
      t.clock.advance(DAY);
      const [admin, guest] = [await t.signIn('ADMIN'), await t.signIn('USER')];
      const before = await countToday(admin);
      await Promise.all(
        Array.from({ length: 20 }, () => t.call('GET', '/api/banners', { as: guest })),
      );
      await Promise.all(Array.from({ length: 20 }, () => t.call('GET', '/api/health')));
      expect(await countToday(admin)).toBe(before + 1);
      t.clock.advance(DAY);
      expect(await countToday(await t.signInAs(admin))).toBe(1);
    });

    it('never delay a request and are queued again after a failed write', async () => {
      const admin = await t.signIn('ADMIN');
      const guest = await t.signIn('USER');
      await t.services.visits.settle();
      const before = await countToday(admin);
      const broken = vi.spyOn(t.db, 'insert').mockImplementation(() => {
        throw new Error('no connection');
      });
      expect((await t.call('GET', '/api/banners', { as: guest })).status).toBe(200);
      await t.services.visits.settle();
      broken.mockRestore();
      expect(t.logs.some((line) => line.includes('visits lost'))).toBe(true);
      expect(await countToday(admin)).toBe(before);
      await t.call('GET', '/api/banners', { as: guest });
      expect(await countToday(admin)).toBe(before + 1);
    });
  });
});

describe('GET /api/admin/today-posts and /api/admin/today-comments', () => {
  const DAY = 24 * 60 * 60;
  const STAFF = ROLES.slice(ROLES.indexOf('STUDENT_COUNCIL'));
  let author: SignedIn;
  beforeEach(async () => {
    t.clock.advance(DAY);
    author = await t.signIn('STUDENT');
  });

  const posts = (as: SignedIn, query = '') =>
    t.call('GET', `/api/admin/today-posts${query}`, { as });
  const comments = (as: SignedIn, query = '') =>
    t.call('GET', `/api/admin/today-comments${query}`, { as });

  it('list the content of the current day in Korea, newest first', async () => {
    await createPost(t, author, { title: '어제 글' });
    t.clock.advance(DAY);
    const manager = await t.signIn('MANAGER');
    const writer = await t.signInAs(author);
    expect((await posts(manager)).json).toEqual([]);
    const first = await createPost(t, writer, { title: '첫 글' });
    t.clock.advance(60);
    const second = await createPost(t, writer, { title: '둘째 글', boardType: 'QNA' });
    const comment = await writeComment(t, writer, first, { content: '댓글' });
    const { json } = await posts(manager);
    expect(json.map(({ title }: { title: string }) => title)).toEqual(['둘째 글', '첫 글']);
    expect(json[0]).toEqual({
      id: second,
      title: '둘째 글',
      boardType: 'QNA',
      boardName: '질문게시판',
      lectureId: null,
      writerNickname: author.nickname,
      createdDate: expect.stringMatching(/\+09:00$/),
      viewCount: 0,
      likeCount: 0,
      commentCount: 0,
    });
    expect((await comments(manager)).json).toEqual([
      {
        id: comment.id,
        content: '댓글',
        boardType: 'FREE',
        boardName: '자유게시판',
        lectureId: null,
        postId: first,
        postTitle: '첫 글',
        writerNickname: author.nickname,
        createdDate: expect.any(String),
      },
    ]);
  });

  it('return pages with exact totals, each in two SQL statements', async () => {
    const manager = await t.signIn('MANAGER');
    for (let n = 0; n < 5; n += 1) {
      await writeComment(t, author, await createPost(t, author), {});
      t.clock.advance(2);
    }
    const { json, headers } = await posts(manager, '?page=2&size=2');
    expect([json.length, headers['x-total-count']]).toEqual([1, '5']);
    const sent = await recordStatements(() => comments(manager, '?size=3'));
    expect(sent).toHaveLength(2);
    const past = await comments(manager, '?page=9');
    expect([past.json, past.headers['x-total-count']]).toEqual([[], '5']);
  });

  it('exclude a deleted post and its comments, which the statistics do not count either', async () => {
    const manager = await t.signIn('MANAGER');
    const id = await createPost(t, author);
    await writeComment(t, author, id);
    const remaining = await writeComment(t, author, await createPost(t, author));
    expect((await t.call('DELETE', `/api/post/${id}?reason=광고`, { as: manager })).status).toBe(
      200,
    );
    const { json } = await comments(manager);
    expect(json.map(({ id }: { id: number }) => id)).toEqual([remaining.id]);
    expect((await posts(manager)).json).toHaveLength(1);
    const { json: stats } = await t.call('GET', '/api/admin/stats', { as: manager });
    expect(stats.points.at(-1)).toMatchObject({ posts: 1, comments: 1 });
  });

  it.each(STAFF)('show 익명 as the author of anonymous content to a %s [ANON-04]', async (role) => {
    const secret = await createPost(t, author, { boardType: 'SECRET', title: '비밀' });
    await writeComment(t, author, secret, { content: '글쓴이의 말' });
    await writeComment(t, await t.signIn('PROFESSOR'), secret, { content: '다른 말' });
    const viewer = await t.signIn(role);
    for (const response of [await posts(viewer), await comments(viewer)]) {
      expect(response.status).toBe(200);
      const items = response.json;
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) expect(item.writerNickname).toBe('익명');
      expect(response.text).not.toContain(author.nickname);
    }
  });
});

describe('periodsOf', () => {
  it('returns 7 days, today last', () => {
    const days = periodsOf('daily', '2026-03-02');
    expect(days).toHaveLength(7);
    expect(days[0]).toEqual({ from: '2026-02-24', to: '2026-02-24' });
    expect(days[6]).toEqual({ from: '2026-03-02', to: '2026-03-02' });
  });

  it.each([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-20', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2027-01-01', '2026-12-28'],
  ])('returns 4 weeks from Monday; that of %s starts on %s', (today, monday) => {
    const weeks = periodsOf('weekly', today);
    expect(weeks).toHaveLength(4);
    expect(weeks[3]?.from).toBe(monday);
    const days = weeks.flatMap(({ from, to }) => [Date.parse(from), Date.parse(to)]);
    const gaps = days.slice(1).map((day, index) => (day - (days[index] ?? 0)) / 86_400_000);
    expect(gaps).toEqual([6, 1, 6, 1, 6, 1, 6]);
  });

  it('returns 6 calendar months across years and leap days', () => {
    expect(periodsOf('monthly', '2028-03-31')).toEqual([
      { from: '2027-10-01', to: '2027-10-31' },
      { from: '2027-11-01', to: '2027-11-30' },
      { from: '2027-12-01', to: '2027-12-31' },
      { from: '2028-01-01', to: '2028-01-31' },
      { from: '2028-02-01', to: '2028-02-29' },
      { from: '2028-03-01', to: '2028-03-31' },
    ]);
  });
});
