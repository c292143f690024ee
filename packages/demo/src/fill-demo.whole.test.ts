import { nicknameField } from '@naru/contract/auth';
import { BOARD_TYPES, findBoard, LECTURE_BOARD_TYPES } from '@naru/contract/boards';
import { lectureBody } from '@naru/contract/lectures';
import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { schedulesOverlap, THEME_PALETTE } from '@naru/contract/timetable';
import { sanitizePost } from '@naru/server/domain/posts/html';
import { createTestApp, type SignedIn, type TestApp } from '@naru/server/testing/test-app';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { demoMembers, demoPosts } from './content.ts';
import { fillDates, officeTime, wakingTimeBefore } from './demo-calendar.ts';
import { demoHandled } from './demo-handled.ts';
import { demoLecturePosts } from './demo-lecture-posts.ts';
import { demoLectures, schedulesOf } from './demo-lectures.ts';
import { listPictures, readPicture } from './demo-media.ts';
import { chatPictureNames } from './demo-people.ts';
import { demo } from './index.ts';

const NOW = new Date('2026-11-20T05:00:30.000Z');

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
  t.clock.set(NOW);
  expect(await t.services.demo.fill()).toBe(true);
});

afterAll(() => t.close());

async function signIn(username: string): Promise<SignedIn> {
  const { rows } = await t.db.execute<{ id: number }>(
    sql`select id from members where username = ${username}`,
  );
  const id = Number(rows[0]?.id);
  return t.signInAs({ id, username, nickname: '', email: '', name: '', roles: [] });
}

async function one(query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await t.db.execute<{ n: number }>(query);
  return Number(rows[0]?.n);
}

describe('fillDemo', () => {
  it('does not change a filled database [OPS-06]', async () => {
    const before = await one(sql`select count(*) as n from posts`);
    expect(await t.services.demo.fill()).toBe(false);
    expect(await one(sql`select count(*) as n from posts`)).toBe(before);
  });

  it('is data in which the nightly check finds nothing [REL-19]', async () => {
    await t.services.integrity.check();
    const { latest } = await t.services.integrity.getState();
    expect(latest?.checks.filter(({ state }) => state !== 'WELL')).toEqual([]);
  });

  it('inserts visits for each of the last days, none before joining or in the future', async () => {
    const days = await one(sql`select count(distinct day) as n from daily_visitors
      where day > '2026-11-06' and day <= '2026-11-20'`);
    expect(days).toBe(14);
    const wrong = await one(sql`select count(*) as n from daily_visitors v
      join members m on m.id = v.member_id
      where v.day > '2026-11-20' or v.day < (m.created_at at time zone 'Asia/Seoul')::date`);
    expect(wrong).toBe(0);
  });

  it('fills every writable board and two pages of the busy ones', async () => {
    const { rows } = await t.db.execute<{ board_type: string; n: number }>(
      sql`select board_type, count(*) as n from posts group by 1`,
    );
    const counts = Object.fromEntries(rows.map((row) => [row.board_type, Number(row.n)]));
    // All but the popular list, which has no posts of its own, and the boards of lecture rooms.
    expect(Object.keys(counts)).toHaveLength(BOARD_TYPES.length - 1 + LECTURE_BOARD_TYPES.length);
    expect(counts.LECTURE_Q).toBeGreaterThan(14);
    expect(counts.FREE).toBeGreaterThan(14);
    expect(counts.QNA).toBeGreaterThan(14);
    expect(counts.MARKET).toBeGreaterThanOrEqual(12);
  });

  it('stores counters that equal the rows', async () => {
    expect(
      await one(sql`select count(*) as n from posts p where
        like_count <> (select count(*) from post_likes where post_id = p.id)
          + (select count(*) from sealed_post_likes where post_id = p.id) or
        view_count <> (select count(*) from post_views where post_id = p.id)
          + (select count(*) from sealed_post_views where post_id = p.id) or
        comment_count <> (select count(*) from comments where post_id = p.id and deleted_at is null)`),
    ).toBe(0);
    expect(
      await one(sql`select count(*) as n from comments c where
        like_count <> (select count(*) from comment_likes where comment_id = c.id)
          + (select count(*) from sealed_comment_likes where comment_id = c.id) or
        reply_count <> (select count(*) from comments where parent_id = c.id and deleted_at is null)`),
    ).toBe(0);
    expect(
      await one(sql`select count(*) as n from board_counters b where
        post_count <> (select count(*) from posts where board_type = b.board_type
          and deleted_at is null)`),
    ).toBe(0);
  });

  it('has no member beside an anonymous post [ANON-116]', async () => {
    for (const table of ['post_likes', 'post_scraps', 'post_views', 'post_follows']) {
      const open = sql`select count(*) as n from ${sql.identifier(table)} m
        join posts p on p.id = m.post_id where p.anonymous and m.member_id is not null`;
      expect(await one(open), table).toBe(0);
    }
    expect(await one(sql`select count(*) as n from sealed_post_likes`)).toBeGreaterThan(0);
    expect(await one(sql`select count(*) as n from sealed_marks`)).toBeGreaterThan(0);
  });

  it('has heads on two boards, of which posts have some [POST-270]', async () => {
    expect(await one(sql`select count(distinct board_type) as n from board_heads`)).toBe(2);
    expect(
      await one(sql`select count(distinct head_id) as n from posts p join board_heads h on h.id = p.head_id
        where h.board_type = p.board_type`),
    ).toBe(await one(sql`select count(*) as n from board_heads`));
  });

  it('has polls whose counts are those of their ballots [POST-245]', async () => {
    expect(await one(sql`select count(*) as n from polls`)).toBe(4);
    expect(
      await one(sql`select count(*) as n from polls p where
        voter_count <> (select count(*) from poll_ballots b where b.post_id = p.post_id) or
        counts <> array(select (select count(*)::int from poll_ballots b
            where b.post_id = p.post_id and (choices >> place) & 1 = 1)
          from generate_series(0, option_count - 1) place order by place)`),
    ).toBe(0);
  });

  it('has no time in the future and no comment before its post', async () => {
    const now = NOW.toISOString();
    expect(await one(sql`select count(*) as n from posts where created_at > ${now}`)).toBe(0);
    expect(
      await one(sql`select count(*) as n from comments c join posts p on p.id = c.post_id
        left join comments t on t.id = c.parent_id
        where c.created_at > ${now} or c.created_at < p.created_at or c.created_at < t.created_at`),
    ).toBe(0);
    expect(
      await one(sql`select count(*) as n from post_likes l join posts p on p.id = l.post_id
        where l.created_at > ${now} or l.created_at < p.created_at`),
    ).toBe(0);
  });

  it('has no content of a member before joining', async () => {
    expect(
      await one(sql`select count(*) as n from members m where created_at > least(
        (select min(created_at) from posts where author_id = m.id),
        (select min(created_at) from comments where author_id = m.id))`),
    ).toBe(0);
  });

  it('stores no member id in a row of the secret board [ANON-27]', async () => {
    expect(
      await one(sql`select count(*) as n from posts
        where anonymous <> (author_id is null) or num_nonnulls(author_id, author_seal) <> 1`),
    ).toBe(0);
    expect(
      await one(sql`select count(*) as n from comments c join posts p on p.id = c.post_id
        where p.anonymous and (c.author_id is not null or c.deleted_by is not null or c.author_seal is null)`),
    ).toBe(0);
  });

  it('gives secret rows random ids and times to the minute [ANON-09]', async () => {
    expect(
      await one(sql`select count(*) as n from posts where anonymous
        and (id < 1000000000000 or created_at <> date_trunc('minute', created_at))`),
    ).toBe(0);
  });

  it('numbers the authors of a secret thread by first comment, except the author of the post [ANON-08]', async () => {
    expect(await one(sql`select count(*) as n from anonymous_numbers`)).toBeGreaterThan(20);
    expect(
      await one(sql`select count(*) as n from (
        select v.number, rank() over (partition by v.post_id order by min(c.created_at)) as expected
        from anonymous_numbers v join comments c on c.post_id = v.post_id and c.author_seal = v.author_seal
        group by v.post_id, v.number) as one where number <> expected`),
    ).toBe(0);
    expect(
      await one(sql`select count(*) as n from anonymous_numbers v join posts p
        on p.id = v.post_id and p.author_seal = v.author_seal`),
    ).toBe(0);
  });

  it('has every case that the screens show', async () => {
    const cases = {
      pinned: sql`select count(*) as n from posts where pinned`,
      asked: sql`select count(*) as n from posts where board_type = 'LECTURE_Q' and anonymous`,
      chosen: sql`select count(*) as n from posts where board_type = 'QNA' and anonymous`,
      waiting: sql`select count(*) as n from posts p where board_type = 'LECTURE_Q'
        and not exists (select 1 from lecture_answers where post_id = p.id)`,
      answers: sql`select count(*) as n from lecture_answers a join posts p on p.id = a.post_id
        where a.created_at > p.created_at`,
      files: sql`select count(*) as n from attachments a join posts p on p.id = a.post_id
        where status = 'ready' and lecture_id is not null`,
      noticeFiles: sql`select count(*) as n from attachments a join posts p on p.id = a.post_id
        where status = 'ready' and board_type = 'NOTICE'`,
      proofs: sql`select count(*) as n from attachments a join inquiries i on i.id = a.inquiry_id
        where status = 'ready' and state = 'PROCESSING' and target_role = 'STUDENT'`,
      accepted: sql`select count(*) as n from posts p join comments c
        on c.id = p.accepted_comment_id and c.post_id = p.id where board_type = 'QNA'`,
      edited: sql`select count(*) as n from comments where edited_at is not null`,
      placeholder: sql`select count(*) as n from comments where deleted_at is not null and reply_count > 0`,
      answered: sql`select count(*) as n from comments where reply_to_id is not null`,
      forYears: sql`select count(*) as n from posts where audience_years is not null`,
      expired: sql`select count(*) as n from posts where expires_at < created_at + interval '30 days'`,
      scheduled: sql`select count(*) as n from scheduled_notices where pin_until is not null`,
      years: sql`select count(*) as n from members where study_year is not null`,
      sold: sql`select count(*) as n from posts where trade_status = 'SOLD'`,
      reserved: sql`select count(*) as n from posts where trade_status = 'RESERVED'`,
      free: sql`select count(*) as n from posts where price = 0`,
      undecided: sql`select count(*) as n from posts where board_type = 'MARKET' and price is null`,
      linked: sql`select count(*) as n from posts where target_url like 'https://%'`,
      avatars: sql`select count(*) as n from members where profile_image_url is not null`,
      scraps: sql`select count(*) as n from post_scraps`,
      favorites: sql`select count(*) as n from board_favorites`,
    };
    for (const [name, query] of Object.entries(cases)) {
      expect(await one(query), name).toBeGreaterThan(0);
    }
  });
});

describe('the console of the demo', () => {
  it.each([
    ['/api/inquiries?state=PROCESSING', 'inquiryDtoList'],
    ['/api/inquiries?state=COMPLETED', 'inquiryDtoList'],
    ['/api/admin/reports', 'reports'],
    ['/api/admin/reveals', 'reveals'],
    ['/api/admin/removed', 'items'],
    ['/api/admin/audit', 'entries'],
    ['/api/banners/all', 'normalBanners'],
  ])('has something to show in %s', async (path, list) => {
    const { status, json } = await t.call('GET', path, { as: await signIn('admin01') });
    expect([status, Object.keys(json)]).toEqual([200, expect.arrayContaining([list])]);
    expect(json[list].length).toBeGreaterThan(0);
  });

  it('says why each removed post was removed, and names it in the audit log [AUDIT-56]', async () => {
    const as = await signIn('admin01');
    const { json } = await t.call('GET', '/api/admin/removed', { as });
    for (const { title, reason } of json.items) expect(reason, title).not.toBe('');
    const log = await t.call('GET', '/api/admin/audit?action=post.delete', { as });
    for (const { targetLabel } of log.json.entries) expect(targetLabel).not.toBe('');
  });

  it('has a suspended member, with the reason in the search and in the audit log', async () => {
    const as = await signIn('admin01');
    const { json } = await t.call('GET', '/api/admin/search-users?text=20230902', { as });
    const [user] = json;
    expect(user.suspendedUntil).toMatch(/^2026-12-20T23:59/);
    expect(user.suspendedReason).toContain('책방');
    const { rows } = await t.db.execute(sql`
      select e.reason = m.suspended_reason as same from audit_entries e
      join members m on m.id = e.target_id
      where e.action = 'member.suspend' and m.username = '20230902'`);
    expect(rows).toEqual([{ same: true }]);
  });

  it('has scheduled notices that staff can open to edit them', async () => {
    const as = await signIn('admin01');
    const { json } = await t.call('GET', '/api/admin/scheduled-notices', { as });
    expect(json.notices.length).toBeGreaterThan(0);
    for (const { id } of json.notices) {
      const opened = await t.call('GET', `/api/admin/scheduled-notices/${id}`, { as });
      expect([opened.status, opened.json.notice?.attachments]).toEqual([200, []]);
    }
  });

  it('keeps the chain of the audit log whole', async () => {
    expect(await t.services.jobs.audit.run()).toEqual({ brokenLines: 0 });
  });
});

describe('the demo through the API', () => {
  it('logs in with the documented password [OPS-05]', async () => {
    for (const { username } of demo.listAccounts()) {
      const { status } = await t.call('POST', '/api/member/login', {
        body: { username, password: demo.password },
      });
      expect(status, username).toBe(200);
    }
  });

  it('lists every board, full but for those of forms with few posts', async () => {
    const student = await signIn('20250001');
    for (const boardType of BOARD_TYPES) {
      const { status, json } = await t.call('GET', `/api/post?boardType=${boardType}`, {
        as: student,
      });
      expect(status, boardType).toBe(200);
      const fewest = boardType === 'TEAM' || boardType === 'PETITION' ? 4 : 7;
      expect(json.pageResponse.posts.length, boardType).toBeGreaterThanOrEqual(fewest);
    }
  });

  it('serves every picture in every size', async () => {
    const { rows } = await t.db.execute<{ key: string }>(sql`select key from uploads`);
    expect(rows).toHaveLength(listPictures().length - chatPictureNames().length);
    for (const { key } of rows) {
      for (const name of [`${key}.webp`, `${key}_medium.webp`, `${key}_thumb.webp`]) {
        const { status } = await t.call('GET', `/files/${name}`);
        expect(status, name).toBe(200);
      }
    }
    await t.services.uploads.pictures.sweep();
    expect(await one(sql`select count(*) as n from uploads`)).toBe(rows.length);
  });

  it('hides all names in a secret thread and marks its author [ANON-01, ANON-02]', async () => {
    const student = await signIn('20250001');
    const { rows } = await t.db.execute<{ id: number }>(
      sql`select id from posts where board_type = 'SECRET' order by comment_count desc limit 1`,
    );
    const detail = await t.call('GET', `/api/post/${rows[0]?.id}`, { as: student });
    const thread = await t.call('GET', `/api/post/${rows[0]?.id}/comments`, { as: student });
    expect([detail.status, thread.status]).toEqual([200, 200]);
    expect(thread.json.comments.length).toBeGreaterThan(2);
    for (const { nickname } of demoMembers()) {
      expect(detail.text + thread.text).not.toContain(`"${nickname}"`);
    }
  });
});

describe('demo content', () => {
  it('survives the sanitiser unchanged, also a second time [HTML-12]', async () => {
    const { rows } = await t.db.execute<{ title: string; content: string }>(
      sql`select coalesce(b.title, p.title) as title, coalesce(b.content, p.content) as content
        from posts p left join blinds b on b.post_id = p.id where p.deleted_at is null`,
    );
    for (const { title, content } of rows) {
      expect(sanitizePost(content), title).toBe(content);
      const source = [
        ...demoPosts(),
        ...demoLecturePosts().map(({ post }) => post),
        ...demoHandled().posts,
      ].find((post) => fillDates(post.title, NOW) === title);
      const tags = (html: string) => [...html.matchAll(/<(\w+)/g)].map(([, tag]) => tag);
      expect(tags(content), title).toEqual(tags(source?.body.join('') ?? ''));
    }
  });

  it('respects the limits of the product', () => {
    for (const { title } of demoPosts()) {
      expect(countGraphemes(fillDates(title, NOW)), title).toBeLessThanOrEqual(LIMITS.titleMax);
    }
    for (const { nickname, intro } of demoMembers()) {
      expect(z.safeParse(nicknameField, nickname).success, nickname).toBe(true);
      expect(countGraphemes(intro)).toBeLessThanOrEqual(LIMITS.introMax);
    }
  });

  it('has no post by a member without the required role', () => {
    const roles = new Map(demoMembers().map((member) => [member.nickname, member.roles]));
    for (const post of demoPosts()) {
      const required = findBoard(post.board)?.writeRole;
      expect(required, post.key).toBeDefined();
      expect(roles.get(post.by), post.key).not.toContain('USER');
    }
  });

  it('leaves no placeholder unfilled', async () => {
    expect(
      await one(
        sql`select count(*) as n from posts where title like '%{{%' or content like '%{{%'`,
      ),
    ).toBe(0);
  });

  it('has every picture as well-formed, distinct SVG', async () => {
    const names = listPictures();
    const drawn = (await Promise.all(names.map(readPicture))).map(String);
    expect(new Set(drawn).size).toBe(names.length);
    for (const svg of drawn) expect(svg).toMatch(/^<svg [\s\S]*<\/svg>$/);
    expect(drawn.join('')).not.toMatch(/NaN|undefined|<text|https?:\/\/(?!www\.w3\.org)/);
  });
});

describe('demo calendar', () => {
  it.each([0, 3, 9, 14, 22])('keeps the order and skips nights when filled at %i:00', (hour) => {
    const now = new Date(Date.UTC(2026, 10, 20, hour - 9, 40));
    let last = now.getTime();
    for (let ago = 1; ago < 2 * 18 * 60; ago += 7) {
      const time = wakingTimeBefore(now, ago);
      expect(time.getTime()).toBeLessThanOrEqual(last);
      const minute = (time.getUTCHours() * 60 + time.getUTCMinutes() + 9 * 60) % 1440;
      expect(minute > 90 && minute < 450).toBe(false);
      last = time.getTime();
    }
  });

  it('moves notices back into office hours', () => {
    const saturdayNight = new Date('2026-11-21T23:10:00+09:00');
    expect(officeTime(saturdayNight)).toEqual(new Date('2026-11-20T17:10:00+09:00'));
    const mondayDawn = new Date('2026-11-23T07:40:00+09:00');
    expect(officeTime(mondayDawn)).toEqual(new Date('2026-11-20T16:40:00+09:00'));
  });

  it('fills in terms and workdays', () => {
    expect(fillDates('{{date:8}} {{term}} {{nextTerm}} {{vacation}}', NOW)).toBe(
      '11월 30일(월) 2026학년도 2학기 2027학년도 1학기 겨울방학',
    );
    expect(fillDates('{{term}} {{nextTerm}}', new Date('2027-01-05T00:00:00Z'))).toBe(
      '2026학년도 2학기 2027학년도 1학기',
    );
  });
});

describe('content that staff handled', () => {
  it('shows a student removed content with reasons, and staff its objections [MOD-34]', async () => {
    const student = await signIn('20250001');
    const handled = await t.call('GET', '/api/member/my-handled', { as: student });
    expect(handled.json.items.map((one: { type: string }) => one.type)).toEqual([
      'COMMENT',
      'POST',
      'POST',
    ]);
    const [, , open] = handled.json.items;
    const { type, id } = open;
    const detail = await t.call('GET', `/api/member/my-handled/${type}/${id}`, { as: student });
    expect(detail.json.content).toContain('방학 동안 비는 방');
    const admin = await signIn('admin01');
    const list = await t.call('GET', '/api/inquiries?category=OBJECTION', { as: admin });
    const names = list.json.inquiryDtoList.map((one: { userName: string }) => one.userName);
    expect(names.toSorted()).toEqual(['갈매기', '익명']);
  });
});

describe('demo lectures', () => {
  it("pass the server's validation and do not overlap in any timetable", () => {
    const list = demoLectures();
    for (const lecture of list) {
      const lectureTimes = schedulesOf(lecture).map(
        ({ dow: day, startTime: start, endTime: end, ...minutes }) => ({
          day,
          start,
          end,
          ...minutes,
        }),
      );
      const form = { ...lecture, semester: 1, lectureTimes, themeColor: THEME_PALETTE[0] };
      expect(z.safeParse(lectureBody, form).error?.issues, lecture.key).toBeUndefined();
      expect(new Set(lecture.marks).size).toBe(lecture.marks.length);
    }
    const clashes = list.flatMap((one, place) =>
      list
        .slice(place + 1)
        .filter(({ term }) => term === one.term)
        .filter((other) => schedulesOverlap(schedulesOf(one), schedulesOf(other)))
        .filter((other) => other.marks.some((nickname) => one.marks.includes(nickname)))
        .map((other) => `${one.key} and ${other.key}`),
    );
    expect(clashes).toEqual([]);
  });

  it('have counts equal to the marks, and no mark before its lecture or its member', async () => {
    expect(
      await one(sql`select count(*) as n from lectures l where marked_count <>
        (select count(*) from lecture_marks where lecture_id = l.id)`),
    ).toBe(0);
    expect(
      await one(sql`select count(*) as n from lecture_marks k
        join lectures l on l.id = k.lecture_id join members m on m.id = k.member_id
        join members c on c.id = l.creator_id
        where k.created_at < l.created_at or k.created_at < m.created_at
          or l.created_at < c.created_at or k.created_at > ${t.clock.now()}`),
    ).toBe(0);
    expect(await one(sql`select count(*) as n from lectures`)).toBe(demoLectures().length);
  });

  it('have a course with five reviews, and one that shows none of its two [LECT-181]', async () => {
    const as = await signIn('20250001');
    const { rows } = await t.db.execute<{ id: number; title: string }>(
      sql`select distinct l.id, l.title from course_reviews r join lectures l on l.id = r.lecture_id`,
    );
    const read = async (title: string) => {
      const id = rows.find((row) => row.title === title)?.id;
      return (await t.call('GET', `/api/lecture-room/${id}/reviews`, { as })).json;
    };
    expect(await read('자료구조')).toMatchObject({ sums: { count: 5 }, totalCount: 3 });
    expect(await read('알고리즘')).toMatchObject({ sums: null, missing: 1, obstacle: null });
    const stars = await t.call('GET', '/api/course-reviews/stars?year=2026&semester=2', { as });
    expect(stars.json.courses).toMatchObject([{ average: 4.2, count: 5 }]);
    const { waiting } = (await t.call('GET', '/api/course-reviews/mine', { as })).json;
    expect(waiting.length).toBeGreaterThan(2);
    expect(await one(sql`select count(*) as n from course_reviews where id < ${2 ** 40}`)).toBe(0);
  });

  it('fill the timetables of both students, past terms included', async () => {
    for (const username of ['20250001', '20250002']) {
      const as = await signIn(username);
      const now = await t.call('GET', '/api/lecture-room/mark?year=2026&semester=2', { as });
      const credits = now.json.markedLecture.map((one: { credits: number }) => one.credits);
      const total = credits.reduce((sum: number, one: number) => sum + one, 0);
      expect(total).toBeGreaterThanOrEqual(15);
      expect(total).toBeLessThanOrEqual(21);
      const { json } = await t.call('GET', '/api/lecture-room/terms', { as });
      expect(json.terms.map(({ name }: { name: string }) => name)).toEqual([
        '2026년 2학기',
        '2026년 1학기',
        '2025년 2학기',
      ]);
      const before = await t.call('GET', '/api/lecture-room/mark?year=2026&semester=1', { as });
      expect(before.json.markedLecture.length).toBeGreaterThan(1);
    }
    const professor = await signIn('prof01');
    const { json } = await t.call('GET', '/api/lecture-room/list?year=2026&semester=2', {
      as: professor,
    });
    expect(json.data.filter(({ isOwner }: { isOwner: boolean }) => isOwner)).toHaveLength(3);
    expect(new Set(json.data.map(({ grade }: { grade: number }) => grade)).size).toBe(4);
  });

  it('are named by reviews, one of them in a members-only room [BOARD-07]', async () => {
    const { rows } = await t.db.execute<{ title: string; closed: boolean }>(
      sql`select l.title, l.members_only as closed from posts p
        join lectures l on l.id = p.lecture_tag_id where p.board_type = 'REVIEW' order by l.title`,
    );
    expect(rows.map(({ title }) => title)).toEqual([
      '기계학습',
      '선형대수',
      '운영체제',
      '캡스톤디자인',
    ]);
    expect(rows.filter(({ closed }) => closed)).toHaveLength(1);
  });
});
