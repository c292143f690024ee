import { lectureBody } from '@naru/contract/lectures';
import { type Schedule, schedulesOverlap, THEME_PALETTE } from '@naru/contract/timetable';
import { createTestApp, type SignedIn, type TestApp } from '@naru/server/testing/test-app';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type DemoLecture, demoLectures } from './demo-lectures.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  expect(await t.services.demo.fill()).toBe(true);
}, 120_000);
afterAll(() => t.close());

const schedulesOf = ({ times }: DemoLecture): Schedule[] =>
  times.map(([dow, startTime, endTime]) => ({ dow, startTime, endTime }));

async function count(query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await t.db.execute<{ n: number }>(query);
  return Number(rows[0]?.n);
}

async function signIn(username: string): Promise<SignedIn> {
  const { rows } = await t.db.execute<{ id: number }>(
    sql`select id from members where username = ${username}`,
  );
  const id = Number(rows[0]?.id);
  return t.signInAs({ id, username, nickname: '', email: '', name: '', roles: [] });
}

describe('demo lectures', () => {
  it("pass the server's validation and do not overlap in any timetable", () => {
    const list = demoLectures();
    for (const lecture of list) {
      const lectureTimes = lecture.times.map(([day, start, end]) => ({ day, start, end }));
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
      await count(sql`select count(*) as n from lectures l where marked_count <>
        (select count(*) from lecture_marks where lecture_id = l.id)`),
    ).toBe(0);
    expect(
      await count(sql`select count(*) as n from lecture_marks k
        join lectures l on l.id = k.lecture_id join members m on m.id = k.member_id
        join members c on c.id = l.creator_id
        where k.created_at < l.created_at or k.created_at < m.created_at
          or l.created_at < c.created_at or k.created_at > ${t.clock.now()}`),
    ).toBe(0);
    expect(await count(sql`select count(*) as n from lectures`)).toBe(demoLectures().length);
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
