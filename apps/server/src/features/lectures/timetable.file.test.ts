import ical, { type VEvent } from 'node-ical';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCalendar } from '../../platform/ics/write-ics.ts';
import { createLecture, lectureForm, markLecture } from '../../testing/factories/lectures.ts';
import { createAcademicDate } from '../../testing/factories/school.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let student: SignedIn;
let professor: SignedIn;
beforeAll(async () => {
  t = await createTestApp({
    env: { PUBLIC_URL: 'http://naru.test' },
  });
  student = await t.signIn('STUDENT');
  professor = await t.signIn('PROFESSOR');
});
afterAll(() => t.close());

const download = (as: SignedIn, query = '') =>
  t.call('GET', `/api/lecture-room/timetable.ics${query}`, { as });

/** Returns unfolded content lines; fails on anything that RFC 5545 does not allow. */
function readLines(text: string): string[] {
  expect(text.endsWith('\r\n')).toBe(true);
  const physical = text.slice(0, -2).split('\r\n');
  for (const line of physical) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/\uFFFD/);
  }
  const lines = text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n');
  for (const line of lines) {
    expect(line).toMatch(/^[A-Z-]+(;[A-Z-]+=[^;:,"]+)*:[^\p{Cc}]*$/u);
  }
  return lines;
}

/** Checks the nesting of components and returns the properties of those of one kind. */
function readComponents(lines: readonly string[], kind: string): Map<string, string>[] {
  const open: { name: string; properties: Map<string, string> }[] = [];
  const found: Map<string, string>[] = [];
  for (const line of lines) {
    const [name = '', value = ''] = [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1),
    ];
    if (name === 'BEGIN') open.push({ name: value, properties: new Map() });
    else if (name === 'END') {
      const last = open.pop();
      expect(last?.name).toBe(value);
      if (value === kind && last) found.push(last.properties);
    } else {
      const properties = open.at(-1)?.properties;
      expect(properties?.has(name)).toBe(false);
      properties?.set(name, value);
    }
  }
  expect(open).toEqual([]);
  return found;
}

function eventsOf(text: string): VEvent[] {
  return Object.values(ical.sync.parseICS(text)).filter(
    (one): one is VEvent => one?.type === 'VEVENT',
  );
}

describe('GET /api/lecture-room/timetable.ics', () => {
  it('passes a strict parser, with times in Asia/Seoul [TIME-07]', async () => {
    const id = await createLecture(t, professor, {
      title: '해양데이터분석, 기초; 그리고 \\ "인용"',
      room: '공2-201',
      lectureTimes: [
        { day: 'WED', start: 13, end: 15 },
        { day: 'MON', start: 9, end: 10 },
      ],
    });
    await markLecture(t, student, id);
    const { status, headers, text } = await download(student);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(headers['content-disposition']).toBe(
      `attachment; filename=timetable-2026-2.ics; filename*=UTF-8''${encodeURIComponent('2026년 2학기 시간표.ics')}`,
    );
    const lines = readLines(text);
    expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0']);
    // METHOD would require an ORGANIZER (RFC 5546).
    expect(lines.filter((line) => line.startsWith('METHOD'))).toEqual([]);
    expect(readComponents(lines, 'VTIMEZONE')[0]?.get('TZID')).toBe('Asia/Seoul');
    const zone = readComponents(lines, 'STANDARD')[0];
    expect([zone?.get('TZOFFSETFROM'), zone?.get('TZOFFSETTO')]).toEqual(['+0900', '+0900']);
    const stored = readComponents(lines, 'VEVENT');
    expect(stored.map((event) => event.get('DTSTART;TZID=Asia/Seoul'))).toEqual([
      '20260907T090000',
      '20260909T130000',
    ]);
    expect(stored.map((event) => event.get('UID'))).toEqual([
      `lecture-${id}-0@naru.test`,
      `lecture-${id}-1@naru.test`,
    ]);
    for (const event of stored) {
      expect(event.get('DTSTAMP')).toMatch(/^\d{8}T\d{6}Z$/);
      expect(event.get('RRULE')).toBe('FREQ=WEEKLY;COUNT=16');
    }

    const [monday, wednesday] = eventsOf(text);
    expect(monday?.summary).toBe('해양데이터분석, 기초; 그리고 \\ "인용"');
    expect(monday?.location).toBe('공2-201');
    expect(monday?.description).toBe(professor.nickname);
    expect(monday?.start.toISOString()).toBe('2026-09-07T00:00:00.000Z');
    expect(monday?.end?.toISOString()).toBe('2026-09-07T01:00:00.000Z');
    expect(wednesday?.start.toISOString()).toBe('2026-09-09T04:00:00.000Z');
    expect(wednesday?.end?.toISOString()).toBe('2026-09-09T06:00:00.000Z');
    const all = wednesday?.rrule?.all() ?? [];
    expect(all).toHaveLength(16);
    expect(all.at(-1)?.toISOString()).toBe('2026-12-23T04:00:00.000Z');
  });

  it('keeps UIDs after a change and folds long Korean lines between characters', async () => {
    const owner = await t.signIn('STUDENT');
    const id = await createLecture(t, professor);
    await markLecture(t, owner, id);
    const uids = async () =>
      readComponents(readLines((await download(owner)).text), 'VEVENT').map((one) =>
        one.get('UID'),
      );
    const before = await uids();
    const title = `${'아주 긴 이름의 강의 👩🏽‍💻 '.repeat(6)}끝`;
    t.clock.advance(60);
    await t.call('PUT', `/api/lecture-room/${id}`, {
      as: professor,
      body: lectureForm({ title, lectureTimes: [{ day: 'SUN', start: 20, end: 22 }] }),
    });
    expect(await uids()).toEqual(before);
    const { text } = await download(owner);
    expect(text).toContain('\r\n ');
    expect(eventsOf(text)[0]?.summary).toBe(title);
    expect(eventsOf(text)[0]?.start.toISOString()).toBe('2026-09-13T11:00:00.000Z');
  });

  it('exports the requested term with the dates of the academic calendar [LECT-07]', async () => {
    await createAcademicDate(t, {
      title: '2학기 개강',
      startsOn: '2024-09-02',
      endsOn: '2024-09-02',
    });
    await createAcademicDate(t, { title: '종강', startsOn: '2024-11-07', endsOn: '2024-11-07' });
    const owner = await t.signIn('USER');
    const times = [1, 2, 5].map((day) => ({ day, start: 9, end: 10 }));
    const id = await createLecture(t, professor, { year: 2024, lectureTimes: times });
    await markLecture(t, owner, id);
    expect(eventsOf((await download(owner)).text)).toEqual([]);
    const { text } = await download(owner, '?year=2024&semester=2');
    const rules = readComponents(readLines(text), 'VEVENT').map((one) => one.get('RRULE'));
    expect(rules).toEqual(['FREQ=WEEKLY;COUNT=10', 'FREQ=WEEKLY;COUNT=10', 'FREQ=WEEKLY;COUNT=9']);
    expect(eventsOf((await download(owner, '?year=2024&semester=1')).text)).toEqual([]);
    for (const query of ['?year=99', '?semester=3', '?year=abc']) {
      expect((await download(owner, query)).status).toBe(400);
    }
  });

  it('leaves out holidays, not of what members enter, and keeps its UIDs [TIME-84]', async () => {
    const owner = await t.signIn('USER');
    const lectureTimes = [1, 2].map((day) => ({ day, start: 9, end: 10 }));
    const id = await createLecture(t, professor, { year: 2023, lectureTimes });
    await markLecture(t, owner, id);
    const body = { year: 2023, semester: 2, title: '알바', times: lectureTimes.slice(0, 1) };
    const entry = { ...body, times: [{ day: 1, start: 18, end: 20 }], themeColor: '#cfe2ff' };
    await t.call('POST', '/api/timetable/entries', { as: owner, body: entry });
    const read = async () => {
      const { text } = await download(owner, '?year=2023&semester=2');
      const days = eventsOf(text).map(({ start, rrule, exdate }) => {
        const free = Object.keys(exdate ?? {}).map((key) => key.slice(0, 10));
        const held = rrule?.all().map((day) => day.toISOString().slice(0, 10)) ?? [];
        return [start.toISOString().slice(0, 10), held.length, [...new Set(free)]] as const;
      });
      return { uids: readComponents(readLines(text), 'VEVENT').map((one) => one.get('UID')), days };
    };
    const before = await read();
    await createAcademicDate(t, { title: '개천절', kind: 'HOLIDAY', startsOn: '2023-10-03' });
    const days = { startsOn: '2023-09-04', endsOn: '2023-09-04' };
    await createAcademicDate(t, { title: '임시공휴일', kind: 'HOLIDAY', ...days });
    await createAcademicDate(t, { title: '축제', kind: 'EVENT', startsOn: '2023-10-10' });
    const after = await read();
    expect(after.uids).toEqual(before.uids);
    expect(after.days.slice(0, 2)).toEqual([
      ['2023-09-11', 15, []],
      ['2023-09-05', 16, ['2023-10-03']],
    ]);
    expect(after.days[2]?.slice(0, 2)).toEqual(before.days[2]?.slice(0, 2));
  });

  it('strips control characters and escapes line breaks', async () => {
    const text = await writeCalendar({
      name: '시간표',
      entries: [
        {
          uid: 'lecture-1-0@naru.test',
          changedAt: new Date('2026-11-20T00:00:30Z'),
          day: '2026-09-07',
          from: 22 * 60,
          to: 24 * 60,
          weeks: 1,
          except: [],
          summary: '해양\u0007데이터\r\n분석\u001f',
          location: '',
          description: '',
        },
      ],
    });
    const [event] = readComponents(readLines(text), 'VEVENT');
    expect(event?.get('SUMMARY')).toBe('해양데이터\\n분석');
    expect(event?.get('DTSTAMP')).toBe('20261120T000030Z');
    expect(event?.get('DTSTART;TZID=Asia/Seoul')).toBe('20260907T220000');
    expect(event?.get('DTEND;TZID=Asia/Seoul')).toBe('20260908T000000');
    expect([event?.has('LOCATION'), event?.has('DESCRIPTION')]).toEqual([false, false]);
  });

  it('is valid without lectures and contains only those of the actor', async () => {
    const other = await t.signIn('STUDENT');
    const lines = readLines((await download(other)).text);
    expect(readComponents(lines, 'VEVENT')).toEqual([]);
    expect(readComponents(lines, 'VTIMEZONE')).toHaveLength(1);
  });

  it('writes a thousand days in parts, between which it yields to the event loop [LIMIT-09]', async () => {
    const days = Array.from({ length: 1000 }, (_, n) => ({
      uid: `date-${n}@naru.test`,
      changedAt: new Date('2026-11-20T00:00:30Z'),
      from: '2026-11-23',
      to: '2026-11-24',
      summary: `학술제 ${n}`,
      description: '',
      url: null,
    }));
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const text = await writeCalendar({ name: '시간표', days });
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(9);
    const names = readComponents(readLines(text), 'VEVENT').map((one) => one.get('UID'));
    expect(names).toEqual(days.map(({ uid }) => uid));
    expect(text.match(/BEGIN:VCALENDAR|END:VCALENDAR/g)).toEqual([
      'BEGIN:VCALENDAR',
      'END:VCALENDAR',
    ]);
  });
});
