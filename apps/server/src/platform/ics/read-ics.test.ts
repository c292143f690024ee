import { describe, expect, it } from 'vitest';
import { turnsGiven } from '../../testing/cpu-time.ts';
import { IcsError, icsRangeOf, readIcs as readRange } from './read-ics.ts';

const readIcs = (text: string) => readRange(text, icsRangeOf('2026-11-20'));

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
let events = 0;
const event = (...lines: string[]) => {
  events += 1;
  return ['BEGIN:VEVENT', `UID:${events}@univ`, ...lines, 'END:VEVENT'];
};
const days = async (...lines: string[]) => {
  const { dates } = await readIcs(calendar(...event('SUMMARY:일정', ...lines)));
  return dates.map(({ startDate, endDate }) => `${startDate} ${endDate}`);
};

describe('readIcs', () => {
  it.each([
    ['', '달력 파일(.ics)이 아닙니다.'],
    ['<!doctype html><p>BEGIN:VCALENDAR', '달력 파일(.ics)이 아닙니다.'],
    ['BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:개', '달력 파일이 중간에 끊겼습니다.'],
    [`BEGIN:VCALENDAR\n${'x'.repeat(5_000_000)}`, '달력 파일이 너무 큽니다.'],
    [
      calendar(...Array.from({ length: 5_001 }, () => 'BEGIN:VEVENT')),
      '달력 파일의 일정이 5,000개를 넘습니다.',
    ],
  ])('refuses what is no calendar or too large: %# [CAL-08]', async (text, message) => {
    await expect(readIcs(text)).rejects.toThrow(new IcsError(message));
  });

  it.each([
    [
      'whole days, whose end is no part of them',
      ['VALUE=DATE:20260302', 'VALUE=DATE:20260307'],
      '2026-03-02 2026-03-06',
    ],
    ['one day without an end', ['VALUE=DATE:20260302'], '2026-03-02 2026-03-02'],
    ['a day without its kind of value', ['X=1:20260302'], '2026-03-02 2026-03-02'],
    [
      'an end that is the start',
      ['VALUE=DATE:20260302', 'VALUE=DATE:20260302'],
      '2026-03-02 2026-03-02',
    ],
    [
      'an end before the start',
      ['VALUE=DATE:20260302', 'VALUE=DATE:20260301'],
      '2026-03-02 2026-03-02',
    ],
    ['times of UTC', ['X=1:20260301T150000Z', 'X=1:20260303T150000Z'], '2026-03-02 2026-03-03'],
    [
      'times of Seoul',
      ['TZID=Asia/Seoul:20260302T000000', 'TZID=Asia/Seoul:20260303T000001'],
      '2026-03-02 2026-03-03',
    ],
    [
      'times of another zone',
      ['TZID=America/New_York:20260301T100000', 'TZID=America/New_York:20260301T110000'],
      '2026-03-02 2026-03-02',
    ],
    ['an unknown zone as Korean', ['TZID="Korea (서울)":20260302T233000'], '2026-03-02 2026-03-02'],
    [
      'times without a zone as Korean',
      ['X=1:20260302T233000', 'X=1:20260303T003000'],
      '2026-03-02 2026-03-03',
    ],
  ])('reads %s [CAL-08]', async (_, [start = '', end], expected) => {
    expect(await days(`DTSTART;${start}`, ...(end ? [`DTEND;${end}`] : []))).toEqual([expected]);
  });

  it('reads durations [CAL-08]', async () => {
    expect(await days('DTSTART;VALUE=DATE:20260302', 'DURATION:P3D')).toEqual([
      '2026-03-02 2026-03-04',
    ]);
    expect(await days('DTSTART:20260302T220000', 'DURATION:PT3H')).toEqual([
      '2026-03-02 2026-03-03',
    ]);
  });

  it('reads one day where the duration leads nowhere [CAL-08]', async () => {
    for (const start of ['DTSTART;VALUE=DATE:20260302', 'DTSTART:20260302T220000']) {
      for (const duration of ['P99999999999D', '-P99999999999D', `P${'9'.repeat(300)}W`]) {
        expect(await days(start, `DURATION:${duration}`)).toEqual(['2026-03-02 2026-03-02']);
      }
    }
  });

  it('reads folded, escaped and lower-case lines, not those of alarms', async () => {
    const { dates, faults } = await readIcs(
      `\ufeff${calendar(
        'begin:vevent',
        'uid:2026-1',
        'summary;language=ko:개강\\, 수강신',
        ' 청 정정',
        'dtstart;value=date:20260302',
        'DESCRIPTION:SUMMARY:아님',
        ' 이어진 줄',
        'BEGIN:VALARM',
        'SUMMARY:알림',
        'DURATION:P9D',
        'END:VALARM',
        'end:vevent',
      ).replaceAll('\r\n', '\n')}`,
    );
    expect(faults).toEqual([]);
    expect(dates).toEqual([
      {
        uid: '2026-1',
        title: '개강, 수강신청 정정',
        startDate: '2026-03-02',
        endDate: '2026-03-02',
      },
    ]);
  });

  it('leaves out cancelled events, reports what it cannot read and goes on [CAL-08]', async () => {
    const { dates, faults } = await readIcs(
      calendar(
        ...event('SUMMARY:취소', 'DTSTART;VALUE=DATE:20260302', 'STATUS:CANCELLED'),
        ...event('SUMMARY:2월 30일', 'DTSTART;VALUE=DATE:20260230'),
        ...event('SUMMARY:없음'),
        ...event('DTSTART;VALUE=DATE:20260302'),
        ...event('SUMMARY:이상한 끝', 'DTSTART;VALUE=DATE:20260302', 'DTEND:내일'),
        ...event(
          'SUMMARY:개교기념일',
          'DTSTART;VALUE=DATE:20260515',
          'RRULE:FREQ=YEARLY;BYWEEKNO=3',
        ),
        'BEGIN:VEVENT',
        'SUMMARY:끝나지 않은 일정',
        'DTSTART;VALUE=DATE:20260601',
        ...event('SUMMARY:종강', 'DTSTART;VALUE=DATE:20260619'),
      ),
    );
    expect(faults.map(({ place, message }) => `${place}: ${message}`)).toEqual([
      '2번째 일정: 시작 날짜를 읽을 수 없습니다.',
      '3번째 일정: 시작 날짜를 읽을 수 없습니다.',
      '4번째 일정: 제목이 없습니다.',
      '5번째 일정 ‘이상한 끝’: 종료일을 읽을 수 없어 하루로 두었습니다.',
      '6번째 일정 ‘개교기념일’: 되풀이 규칙이 복잡해 첫 번째만 읽습니다.',
    ]);
    expect(dates.map(({ title }) => title)).toEqual([
      '이상한 끝',
      '개교기념일',
      '끝나지 않은 일정',
      '종강',
    ]);
  });

  it('gives events without an id one of their content, and occurrences their own', async () => {
    const bare = ['BEGIN:VEVENT', 'SUMMARY:개강', 'DTSTART;VALUE=DATE:20260302', 'END:VEVENT'];
    const moved = event('SUMMARY:회의', 'DTSTART:20260302T090000', 'RECURRENCE-ID:20260301T090000');
    const { dates } = await readIcs(calendar(...bare, ...bare, ...moved));
    expect(dates[0]?.uid).toMatch(/^[0-9a-f]{64}$/);
    expect(dates[1]?.uid).toBe(dates[0]?.uid);
    expect(dates[2]?.uid).toMatch(/^\d+@univ\/2026-03-01T09:00:00$/);
  });

  const series = (rule: string, ...lines: string[]) =>
    calendar(
      'BEGIN:VEVENT',
      'UID:s',
      'SUMMARY:되풀이',
      ...(rule ? [`RRULE:${rule}`] : []),
      ...(lines.some((line) => line.startsWith('DTSTART')) ? [] : ['DTSTART;VALUE=DATE:20150515']),
      ...lines,
      'END:VEVENT',
    );
  const occurrences = async (text: string) =>
    (await readIcs(text)).dates.map(({ startDate, endDate }) =>
      startDate === endDate ? startDate : `${startDate}~${endDate}`,
    );

  it.each([
    ['FREQ=YEARLY', ['2026-05-15', '2027-05-15', '2028-05-15']],
    ['FREQ=YEARLY;UNTIL=20271231', ['2026-05-15', '2027-05-15']],
    ['FREQ=YEARLY;UNTIL=20270514T145959Z', ['2026-05-15']],
    ['FREQ=YEARLY;COUNT=13', ['2026-05-15', '2027-05-15']],
    ['FREQ=YEARLY;COUNT=3', []],
    ['FREQ=YEARLY;INTERVAL=2', ['2027-05-15']],
    ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1', ['2026-03-01', '2027-03-01', '2028-03-01']],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=3TH', ['2025-11-20', '2026-11-19', '2027-11-18', '2028-11-16']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', ['2028-02-29']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', []],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', []],
    ['FREQ=DAILY;INTERVAL=999999999', []],
    [
      'FREQ=MONTHLY;INTERVAL=6',
      ['2026-05-15', '2026-11-15', '2027-05-15', '2027-11-15', '2028-05-15', '2028-11-15'],
    ],
    ['FREQ=MONTHLY;INTERVAL=12;BYDAY=-1FR', ['2026-05-29', '2027-05-28', '2028-05-26']],
    [
      'FREQ=MONTHLY;INTERVAL=12;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      ['2026-05-29', '2027-05-31', '2028-05-31'],
    ],
    ['FREQ=WEEKLY;INTERVAL=52', ['2026-05-01', '2027-04-30', '2028-04-28']],
  ])('follows the rule %s into the present [CAL-08]', async (rule, expected) => {
    expect(await occurrences(series(rule))).toEqual(expected);
  });

  it('follows weekly rules in their zone, without excluded and with added dates [CAL-08]', async () => {
    const text = series(
      'FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260318T000000Z',
      'DTSTART;TZID=Asia/Seoul:20260302T090000',
      'DTEND;TZID=Asia/Seoul:20260302T100000',
      'EXDATE;TZID=Asia/Seoul:20260304T090000,20260309T090000',
      'EXDATE:20260316T000000Z',
      'RDATE;TZID=Asia/Seoul:20260320T090000',
    );
    expect(await occurrences(text)).toEqual([
      '2026-03-02',
      '2026-03-11',
      '2026-03-18',
      '2026-03-20',
    ]);
    const nightly = series('FREQ=DAILY;COUNT=2', 'DTSTART:20260301T233000', 'DURATION:PT1H');
    expect(await occurrences(nightly)).toEqual(['2026-03-01~2026-03-02', '2026-03-02~2026-03-03']);
    const summer = series('FREQ=MONTHLY;COUNT=2', 'DTSTART;TZID=America/New_York:20260201T103000');
    expect(await occurrences(summer)).toEqual(['2026-02-02', '2026-03-02']);
  });

  it('gives each occurrence an id that stays, the first that of the series', async () => {
    const { dates } = await readIcs(series('FREQ=DAILY;COUNT=2', 'DTSTART;VALUE=DATE:20260302'));
    expect(dates.map(({ uid }) => uid)).toEqual(['s', 's/2026-03-03']);
  });

  it.each(['sequence first', 'sequence last'])(
    'takes the highest sequence: %s [CAL-08]',
    async (order) => {
      const version = (sequence: number, title: string, ...lines: string[]) => [
        'BEGIN:VEVENT',
        'UID:v',
        `SEQUENCE:${sequence}`,
        `SUMMARY:${title}`,
        'DTSTART;VALUE=DATE:20260302',
        ...lines,
        'END:VEVENT',
      ];
      const read = async (...versions: string[][]) => {
        const ordered = order === 'sequence first' ? versions.toReversed() : versions;
        const { dates, outdated, cancelled } = await readIcs(calendar(...ordered.flat()));
        return [dates.map(({ title }) => title).join(), outdated, cancelled];
      };
      const old = version(0, '옛날', 'LAST-MODIFIED:20270101T000000Z');
      expect(await read(old, version(1, '중간'), version(2, '새것'))).toEqual(['새것', 2, 0]);
      expect(await read(old, version(3, '취소', 'STATUS:CANCELLED'))).toEqual(['', 1, 1]);
      const first = version(2, '먼저', 'DTSTAMP:20260101T000000Z');
      expect(await read(first, version(2, '나중', 'DTSTAMP:20260102T000000Z'))).toEqual([
        '나중',
        1,
        0,
      ]);
    },
  );

  it('replaces and cancels single occurrences [CAL-08]', async () => {
    const single = (day: string, ...lines: string[]) => [
      'BEGIN:VEVENT',
      'UID:s',
      `RECURRENCE-ID;VALUE=DATE:${day}`,
      ...lines,
      'END:VEVENT',
    ];
    const text = series('FREQ=YEARLY', 'DTSTART;VALUE=DATE:20250515').replace(
      'END:VCALENDAR',
      [
        ...single('20260515', 'SUMMARY:옮김', 'DTSTART;VALUE=DATE:20260516'),
        ...single('20270515', 'STATUS:CANCELLED'),
        'END:VCALENDAR',
      ].join('\r\n'),
    );
    const { dates, faults } = await readIcs(text);
    expect(faults).toEqual([]);
    expect(dates.map(({ uid, startDate }) => `${uid} ${startDate}`)).toEqual([
      's/2028-05-15 2028-05-15',
      's/2026-05-15 2026-05-16',
    ]);
  });

  it('holds nobody up, whatever 2 MB contain [CAL-08]', async () => {
    const many = calendar(
      ...Array.from({ length: 2_000 }, (_, n) =>
        event(
          `SUMMARY:${'긴 제목 '.repeat(20)}${n}`,
          `DTSTART;TZID=America/New_York:202603${String((n % 28) + 1).padStart(2, '0')}T100000`,
          `DTEND;TZID=America/New_York:202604${String((n % 28) + 1).padStart(2, '0')}T100000`,
          `DESCRIPTION:${'x'.repeat(700)}`,
        ),
      ).flat(),
    );
    const folded = calendar(...event(`SUMMARY:일정${'\r\n ab'.repeat(400_000)}`));
    const parameters = calendar(
      ...event(`DTSTART${';a=b'.repeat(500_000)}`, `UID:${'x'.repeat(2e6)}`),
    );
    for (const text of [many, folded, calendar('\n'.repeat(2_000_000))]) {
      expect(await turnsGiven(readIcs(text)), text.slice(0, 60)).toBeGreaterThan(2);
    }
    expect((await readIcs(parameters)).dates).toEqual([]);
  });
});
