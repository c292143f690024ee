import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { sql } from 'drizzle-orm';
import type { VEvent } from 'node-ical';
import ical from 'node-ical';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createLecture,
  lectureForm,
  readHours,
  readMarks,
  readTimes,
} from '../../testing/factories/lectures.ts';
import { createEntry, entryForm } from '../../testing/factories/timetable-plans.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('minutes', () => {
  let professor: SignedIn;
  let student: SignedIn;
  beforeAll(async () => {
    professor = await t.signIn('PROFESSOR');
  });

  beforeEach(async () => {
    student = await t.signIn('STUDENT');
  });

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
    (await t.call('GET', `/api/lecture-room/${id}`, { as: student })).json.data.schedules;
  describe('minutes of a lecture', () => {
    it.each([
      [{ ...at('MON', '10:30', '11:45'), startMinute: 631 }, TEXTS.lectureMinuteFormat],
      [{ ...at('MON', '10:30', '11:45'), endMinute: 1385 }, TEXTS.lectureHourFormat],
      [{ ...at('MON', '10:30', '11:45'), startMinute: 690 }, TEXTS.lectureMinuteHours],
      [{ ...at('MON', '10:30', '11:45'), end: 13 }, TEXTS.lectureMinuteHours],
      [
        { day: 'MON', start: 10, end: 11, startMinute: 645, endMinute: 640 },
        TEXTS.lectureHourOrder,
      ],
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
      const { data } = (await t.call('GET', `/api/lecture-room/${id}`, { as: student })).json;
      expect(data.credits).toBe(3);
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
      // What servers of the previous release compare.
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
        Array.from({ length: 10 }, (_, n) =>
          lecture(at('FRI', '13:00', `14:${n < 2 ? '05' : 15}`)),
        ),
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
      await expect(twice).rejects.toMatchObject({
        cause: { constraint: 'timetable_times_overlap' },
      });
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
});

describe('private entries', () => {
  let professor: SignedIn;
  let student: SignedIn;
  let other: SignedIn;
  beforeAll(async () => {
    professor = await t.signIn('PROFESSOR');
    other = await t.signIn('STUDENT');
  });

  beforeEach(async () => {
    student = await t.signIn('USER');
  });

  const URL = '/api/timetable/entries';
  const TERM = { year: 2026, semester: 2 as const };
  const at = (day: string, start: number, end: number, minutes: object = {}) => ({
    day,
    start,
    end,
    ...minutes,
  });

  const form = (...times: object[]) => entryForm({ ...TERM, times: times as never });
  const add = (as: SignedIn, ...times: object[]) =>
    t.call('POST', URL, { as, body: form(...times) });
  const change = (as: SignedIn, id: number, body: object) =>
    t.call('PUT', `${URL}/${id}`, { as, body });
  const list = async (as: SignedIn, query = '') =>
    (await t.call('GET', `${URL}${query}`, { as })).json.entries;
  const lecture = (...lectureTimes: object[]) =>
    createLecture(t, professor, { lectureTimes: lectureTimes as never });
  const mark = (as: SignedIn, id: number, more = '') =>
    t.call('POST', `/api/lecture-room/mark?lectureRoomId=${id}${more}`, { as });
  describe('POST /api/timetable/entries', () => {
    it.each([
      [{ title: ' ' }, 'title', TEXTS.entryTitleRequired],
      [{ title: '가'.repeat(41) }, 'title', TEXTS.entryTitleLength],
      [{ place: '가'.repeat(41) }, 'place', TEXTS.entryPlaceLength],
      [{ times: [] }, 'times', TEXTS.entryTimesRequired],
      [{ times: [at('MON', 9, 11), at('MON', 10, 12)] }, 'times', TEXTS.lectureTimesOverlap],
      [{ themeColor: 'red' }, 'themeColor', TEXTS.lectureColorFormat],
    ])('refuses %j [TIME-69]', async (wrong, field, message) => {
      const body = { ...form(at('MON', 9, 10)), ...wrong };
      const { status, json } = await t.call('POST', URL, { as: student, body });
      expect(status).toBe(400);
      expect(json.errors).toEqual([{ field, message }]);
    });

    it('adds an entry that only its owner sees [TIME-69]', async () => {
      const body = form(
        at('FRI', 18, 22, { startMinute: 1110, endMinute: 1305 }),
        at('MON', 19, 20),
      );
      const { status, json } = await t.call('POST', URL, { as: student, body });
      expect(status).toBe(201);
      expect(json.entry).toEqual({
        id: json.entry.id,
        title: body.title,
        place: '학생회관',
        themeColor: '#ffd9e3',
        ...TERM,
        schedules: [
          { dow: 'MONDAY', startTime: 19, endTime: 20 },
          { dow: 'FRIDAY', startTime: 18, endTime: 22, startMinute: 1110, endMinute: 1305 },
        ],
      });
      expect(await list(student, '?year=2026&semester=2')).toEqual([json.entry]);
      expect(await list(student, '?year=2025')).toEqual([]);
      expect(await list(other)).toEqual([]);
      for (const method of ['PUT', 'DELETE'] as const) {
        const foreign = await t.call(method, `${URL}/${json.entry.id}`, { as: other, body });
        expect([foreign.status, foreign.json.error]).toEqual([404, 'ENTRY_NOT_FOUND']);
      }
      expect(await list(student)).toEqual([json.entry]);
    });

    it('refuses what overlaps a lecture or another entry, and names it [TIME-70]', async () => {
      const id = await lecture(at('MON', 9, 11));
      await mark(student, id);
      const own = (await add(student, at('TUE', 18, 20))).json.entry;
      const { status, json } = await add(student, at('MON', 10, 12), at('TUE', 19, 21));
      expect([status, json.error]).toEqual([409, 'ENTRY_OVERLAP']);
      expect(json.conflicts).toEqual([
        { id, title: expect.any(String) },
        { id: own.id, title: own.title, isEntry: true },
      ]);
      expect((await add(student, at('MON', 11, 12), at('TUE', 20, 21))).status).toBe(201);
      expect((await add(other, at('TUE', 18, 20))).status).toBe(201);
    });

    it('stores an entry that is sent again once, and refuses another at its times [RACE-16]', async () => {
      const body = form(
        at('FRI', 18, 22, { startMinute: 1110, endMinute: 1305 }),
        at('MON', 19, 20),
      );
      const send = (more = {}) => t.call('POST', URL, { as: student, body: { ...body, ...more } });
      const [first, ...repeats] = await Promise.all(Array.from({ length: 4 }, () => send()));
      for (const { status, json } of [...repeats, await send()]) {
        expect([status, json.entry]).toEqual([201, first?.json.entry]);
      }
      expect(await list(student)).toEqual([first?.json.entry]);
      for (const change of [{ title: '다른 이름' }, { place: null }, { themeColor: '#000000' }]) {
        expect((await send(change)).json.error).toBe('ENTRY_OVERLAP');
      }
    });

    it('refuses more entries than the limit per term, also at once [RACE-02, TIME-69]', async () => {
      for (let n = 0; n < LIMITS.entriesPerTerm - 1; n += 1) {
        const from = (n % 24) * 30;
        const slot = { startMinute: 420 + from, endMinute: 425 + from };
        const [start, end] = [slot.startMinute / 60, slot.endMinute / 60];
        const day = ['SAT', 'SUN'][Math.floor(n / 24)] ?? '';
        const times = [at(day, Math.floor(start), Math.ceil(end), slot)];
        await createEntry(t, student, { ...TERM, times: times as never });
      }
      const days = ['MON', 'TUE', 'WED', 'THU'];
      const responses = await Promise.all(days.map((day) => add(student, at(day, 9, 10))));
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
      expect(await list(student)).toHaveLength(LIMITS.entriesPerTerm);
      const spring = entryForm({ year: 2025, semester: 1 });
      expect((await t.call('POST', URL, { as: student, body: spring })).status).toBe(201);
    });
  });

  describe('PUT and DELETE /api/timetable/entries/:entryId', () => {
    it('move an entry, also over its own former time, or to another term [TIME-69]', async () => {
      const { id } = (await add(student, at('MON', 18, 20))).json.entry;
      expect((await change(student, id, form(at('MON', 19, 21)))).status).toBe(200);
      expect(await readTimes(t, student)).toEqual(['1 1140-1260']);
      const spring = { ...form(at('MON', 19, 21)), semester: 1 };
      expect((await change(student, id, spring)).json.entry).toMatchObject({ id, semester: 1 });
      expect((await add(student, at('MON', 19, 21))).status).toBe(201);
      const back = await change(student, id, form(at('MON', 20, 22)));
      expect([back.status, back.json.error]).toEqual([409, 'ENTRY_OVERLAP']);
    });

    it('free the time', async () => {
      const { id } = (await add(student, at('MON', 9, 10))).json.entry;
      const rival = await lecture(at('MON', 9, 10));
      expect((await mark(student, rival)).status).toBe(409);
      expect((await t.call('DELETE', `${URL}/${id}`, { as: student })).status).toBe(200);
      expect((await t.call('DELETE', `${URL}/${id}`, { as: student })).status).toBe(404);
      expect((await mark(student, rival)).status).toBe(200);
    });
  });

  describe('lectures beside private entries', () => {
    it('are refused where they overlap one, and replace it on request [TIME-70]', async () => {
      const { id: entryId, title } = (await add(student, at('WED', 13, 15))).json.entry;
      const id = await lecture(at('WED', 14, 16));
      const { status, json } = await mark(student, id);
      expect([status, json.error, json.message]).toEqual([
        409,
        'LECTURE_OVERLAP',
        '강의 시간이 중복됩니다.',
      ]);
      expect(json.conflicts).toEqual([{ id: entryId, title, isEntry: true }]);
      const replaced = await mark(student, id, '&replace=true');
      expect([replaced.status, replaced.json.removed]).toEqual([200, json.conflicts]);
      expect(await list(student)).toEqual([]);
      expect(await readMarks(t, student)).toEqual([id]);
    });

    it('change their times without asking for them [TIME-70]', async () => {
      const id = await lecture(at('THU', 9, 11));
      await mark(student, id);
      await add(student, at('THU', 18, 20));
      const body = lectureForm({ lectureTimes: [at('THU', 19, 21)] });
      const { status } = await t.call('PUT', `/api/lecture-room/${id}`, { as: professor, body });
      expect(status).toBe(200);
      expect(await readTimes(t, student)).toEqual(['4 1080-1200', '4 1140-1260']);
    });

    it('leave one of a lecture and twenty entries at once [RACE-02, TIME-70]', async () => {
      const id = await lecture(at('FRI', 9, 11));
      const responses = await Promise.all([
        ...Array.from({ length: 20 }, () => add(student, at('FRI', 10, 12))),
        mark(student, id),
      ]);
      expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(await readTimes(t, student)).toHaveLength(1);
    });
  });

  describe('GET /api/lecture-room/list?free=true', () => {
    it('finds exactly what fits into the own timetable, with pages and counts [TIME-71]', async () => {
      const year = 2031;
      const create = (title: string, ...times: object[]) =>
        createLecture(t, professor, { title, year, lectureTimes: times as never });
      const marked = await create('가 담은 강의', at('MON', 9, 11));
      await create('나 겹치는 강의', at('MON', 10, 12), at('TUE', 9, 10));
      await create('다 일정과 겹치는 강의', at('WED', 14, 16));
      await create('라 이어지는 강의', at('MON', 11, 12), at('WED', 15, 16, { startMinute: 930 }));
      await create('마 시간 없는 강의');
      await create('바 빈 강의', at('FRI', 9, 10));
      await mark(student, marked);
      const times = [at('WED', 14, 16, { endMinute: 930 })];
      await createEntry(t, student, { year, semester: 2, times: times as never });
      const find = async (as: SignedIn, more = '') => {
        const url = `/api/lecture-room/list?year=${year}&free=true${more}`;
        const { data, ...counts } = (await t.call('GET', url, { as })).json;
        return { titles: data.map((one: { title: string }) => one.title[0]).join(''), counts };
      };
      expect(await find(student)).toEqual({
        titles: '라마바',
        counts: { currentPage: 0, totalPages: 1, totalCount: 3 },
      });
      expect(await find(student, '&size=2&page=1')).toEqual({
        titles: '바',
        counts: { currentPage: 1, totalPages: 2, totalCount: 3 },
      });
      expect((await find(student, '&query=%EA%B0%95')).counts.totalCount).toBe(3);
      expect((await find(other)).titles).toBe('가나다라마바');
      const bad = await t.call('GET', '/api/lecture-room/list?free=1', { as: student });
      expect(bad.status).toBe(400);
    });
  });

  it('private entries are in the own calendar file and data export only [TIME-69]', async () => {
    await add(student, at('WED', 18, 20, { startMinute: 1110 }));
    const [{ id, title }] = await list(student);
    const file = async (as: SignedIn) =>
      (await t.call('GET', '/api/lecture-room/timetable.ics', { as })).text;
    const text = await file(student);
    expect(text).toContain(`SUMMARY:${title}`);
    expect(text).toContain(`UID:entry-${id}-0@`);
    expect(text).toContain('DTSTART;TZID=Asia/Seoul:20260909T183000');
    expect(await file(other)).not.toContain(title);
  });
});
