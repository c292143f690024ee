import { TEXTS } from '@naru/contract/texts';
import { sql } from 'drizzle-orm';
import ical, { type VEvent } from 'node-ical';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createLecture,
  lectureForm,
  readHours,
  readMarks,
  readTimes,
} from '../../testing/factories/lectures.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let professor: SignedIn;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  professor = await t.signIn('PROFESSOR');
});
beforeEach(async () => {
  student = await t.signIn('STUDENT');
});
afterAll(() => t.close());

/** A slot of a form from `10:30` to `11:45`. */
function at(day: string, from: string, to: string) {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  return {
    day,
    start: Math.floor(start / 60),
    end: Math.ceil(end / 60),
    startMinute: start,
    endMinute: end,
  };
}

function minuteOf(text: string): number {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return hour * 60 + minute;
}

const lecture = (...lectureTimes: object[]) =>
  createLecture(t, professor, { lectureTimes: lectureTimes as never });
const mark = (as: SignedIn, id: number, more = '') =>
  t.call('POST', `/api/lecture-room/mark?lectureRoomId=${id}${more}`, { as });
const change = (id: number, ...lectureTimes: object[]) =>
  t.call('PUT', `/api/lecture-room/${id}`, {
    as: professor,
    body: lectureForm({ lectureTimes: lectureTimes as never }),
  });
const schedulesOf = async (id: number) =>
  (await t.call('GET', `/api/lecture-room/${id}`, { as: student })).json.schedules;

describe('minutes of a lecture', () => {
  it.each([
    [{ ...at('MON', '10:30', '11:45'), startMinute: 631 }, TEXTS.lectureMinuteFormat],
    [{ ...at('MON', '10:30', '11:45'), endMinute: 1385 }, TEXTS.lectureHourFormat],
    [{ ...at('MON', '10:30', '11:45'), startMinute: 690 }, TEXTS.lectureMinuteHours],
    [{ ...at('MON', '10:30', '11:45'), end: 13 }, TEXTS.lectureMinuteHours],
    [{ day: 'MON', start: 10, end: 11, startMinute: 645, endMinute: 640 }, TEXTS.lectureHourOrder],
  ])('are refused: %j [TIME-68]', async (slot, message) => {
    const body = lectureForm({ lectureTimes: [slot] as never });
    const { status, json } = await t.call('POST', '/api/lecture-room', { as: professor, body });
    expect(status).toBe(400);
    expect(json.errors.map((one: { message: string }) => one.message)).toContain(message);
  });

  it('stand beside the hours that they touch, and whole hours stay as they were [TIME-68]', async () => {
    const id = await lecture(at('WED', '10:30', '11:45'), { day: 'MON', start: 9, end: 11 });
    expect(await schedulesOf(id)).toEqual([
      { dow: 'MONDAY', startTime: 9, endTime: 11 },
      { dow: 'WEDNESDAY', startTime: 10, endTime: 12, startMinute: 630, endMinute: 705 },
    ]);
    expect((await change(id, { day: 'MON', start: 9, end: 11 })).status).toBe(200);
    expect(await schedulesOf(id)).toEqual([{ dow: 'MONDAY', startTime: 9, endTime: 11 }]);
  });

  it('count as credits in rounded hours', async () => {
    const id = await lecture(at('MON', '10:30', '11:45'), at('WED', '10:30', '11:45'));
    const { json } = await t.call('GET', `/api/lecture-room/${id}`, { as: student });
    expect(json.credits).toBe(3);
  });
});

describe('overlaps', () => {
  it('are compared by the minute [TIME-68]', async () => {
    const first = await lecture(at('MON', '9:00', '10:15'));
    const next = await lecture(at('MON', '10:15', '11:30'));
    const rival = await lecture(at('MON', '10:10', '10:20'));
    expect((await mark(student, first)).status).toBe(200);
    expect((await mark(student, next)).status).toBe(200);
    const { status, json } = await mark(student, rival);
    expect([status, json.message]).toEqual([409, '강의 시간이 중복됩니다.']);
    expect(json.conflicts.map(({ id }: { id: number }) => id)).toEqual([first, next]);
    expect(await readTimes(t, student)).toEqual(['1 540-615', '1 615-690']);
    // What servers of the release before compare.
    expect(await readHours(t, student)).toEqual(['1-09', '1-10', '1-11']);
    expect((await mark(student, rival, '&replace=true')).status).toBe(200);
    expect(await readMarks(t, student)).toEqual([rival]);
    expect(await readTimes(t, student)).toEqual(['1 610-620']);
  });

  it('refuse a change of times that shares minutes in one timetable, as a whole [TIME-68]', async () => {
    const id = await lecture(at('MON', '9:00', '10:15'));
    const rival = await lecture(at('TUE', '10:30', '11:45'));
    for (const one of [id, rival]) await mark(student, one);
    const clash = await change(id, at('TUE', '11:40', '12:00'));
    expect([clash.status, clash.json.error]).toEqual([409, 'LECTURE_CLASH']);
    expect(await readTimes(t, student)).toEqual(['1 540-615', '2 630-705']);
    expect((await change(id, at('TUE', '11:45', '12:00'))).status).toBe(200);
    expect(await readTimes(t, student)).toEqual(['2 630-705', '2 705-720']);
    expect((await change(id, at('TUE', '10:00', '10:30'))).status).toBe(200);
    expect(await readTimes(t, student)).toEqual(['2 600-630', '2 630-705']);
  });

  it('accept a change to the times of a lecture of another semester', async () => {
    const lectureTimes = [at('TUE', '10:30', '11:45')] as never;
    const other = await createLecture(t, professor, { semester: 1, lectureTimes });
    const id = await lecture(at('MON', '9:00', '10:15'));
    for (const one of [id, other]) await mark(student, one);
    expect((await change(id, at('TUE', '10:30', '11:45'))).status).toBe(200);
    expect(await readTimes(t, student)).toEqual(['2 630-705', '2 630-705']);
  });

  it('leave one of twenty marks at once, and all that only share hours [RACE-02, TIME-68]', async () => {
    const clashing = await Promise.all(
      Array.from({ length: 10 }, (_, n) => lecture(at('FRI', '13:00', `14:${n < 2 ? '05' : 15}`))),
    );
    const apart = await Promise.all(
      Array.from({ length: 10 }, (_, n) => {
        const [from, to] = [n * 5, n * 5 + 5];
        return lecture({
          day: 'FRI',
          start: 15,
          end: 16,
          startMinute: 900 + from,
          endMinute: 900 + to,
        });
      }),
    );
    const statuses = await Promise.all(
      [...clashing, ...apart].map(async (id) => (await mark(student, id)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(11);
    expect(await readTimes(t, student)).toHaveLength(11);
  });

  it('are refused by the database itself', async () => {
    const id = await lecture(at('SAT', '10:00', '10:30'));
    await mark(student, id);
    const twice = t.db.execute(sql`insert into timetable_times
      (member_id, year, semester, dow, start_minute, end_minute, lecture_id)
      values (${student.id}, 2026, 2, 6, 625, 640, ${id})`);
    await expect(twice).rejects.toMatchObject({ cause: { constraint: 'timetable_times_overlap' } });
  });
});

it('are in the calendar file [TIME-68]', async () => {
  const id = await lecture(at('WED', '10:30', '11:45'));
  await mark(student, id);
  const { text } = await t.call('GET', '/api/lecture-room/timetable.ics', { as: student });
  const [event] = Object.values(ical.sync.parseICS(text)).filter(
    (one): one is VEvent => one?.type === 'VEVENT',
  );
  expect(event?.start.toISOString()).toBe('2026-09-09T01:30:00.000Z');
  expect(event?.end?.toISOString()).toBe('2026-09-09T02:45:00.000Z');
});

it('a removed or changed lecture leaves no time behind', async () => {
  const id = await lecture(at('WED', '10:30', '11:45'));
  await mark(student, id);
  const spring = lectureForm({ semester: 1, lectureTimes: [at('WED', '10:30', '11:45')] });
  await t.call('PUT', `/api/lecture-room/${id}`, { as: professor, body: spring });
  const autumn = await lecture(at('WED', '10:30', '11:45'));
  expect((await mark(student, autumn)).status).toBe(200);
  await t.call('DELETE', `/api/lecture-room/${id}`, { as: professor });
  await t.call('DELETE', `/api/lecture-room/mark?lectureRoomId=${autumn}`, { as: student });
  expect(await readTimes(t, student)).toEqual([]);
});
