import { describe, expect, it } from 'vitest';
import { addDays } from '../../../platform/clock.ts';
import { datesIn, errorIn, sourceOf } from './reading.fixture.ts';

describe('a calendar file', () => {
  const config = sourceOf({ type: 'ics' });
  const calendar = (...events: string[]) =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR'].join('\r\n');
  const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');

  it('has the days of its events; the last day is the one before DTEND [SRC-11]', () => {
    const file = calendar(
      event(
        'UID:a@b',
        'DTSTART;VALUE=DATE:20270302',
        'DTEND;VALUE=DATE:20270303',
        'SUMMARY:1학기\\, 개강',
      ),
      event(
        'UID:b@b',
        'DTSTART;VALUE=DATE:20270420',
        'DTEND;VALUE=DATE:20270427',
        'SUMMARY:중간',
        ' 고사',
      ),
      event('UID:c@b', 'DTSTART;VALUE=DATE:20270501', 'SUMMARY:하루'),
      event('UID:d@b', 'DTSTART;VALUE=DATE:20270601', 'DURATION:P3D', 'SUMMARY:사흘'),
      event('DTSTART;VALUE=DATE:20270701', 'DTEND;VALUE=DATE:20270701', 'SUMMARY:같은 날'),
    );
    const dateOf = (sourceId: string, title: string, startDate: string, endDate = startDate) => ({
      sourceId,
      title,
      startDate,
      endDate,
    });
    expect(datesIn(config, file)).toEqual({
      dates: [
        dateOf('a@b', '1학기, 개강', '2027-03-02'),
        dateOf('b@b', '중간고사', '2027-04-20', '2027-04-26'),
        dateOf('c@b', '하루', '2027-05-01'),
        dateOf('d@b', '사흘', '2027-06-01', '2027-06-03'),
        dateOf(expect.any(String), '같은 날', '2027-07-01'),
      ],
      faults: [],
    });
  });

  it('says which events it could not read as they are [SRC-07]', () => {
    const file = calendar(
      event('UID:1', 'DTSTART;VALUE=DATE:20270302', 'SUMMARY:개강'),
      event('UID:2', 'DTSTART:20270302T090000Z', 'SUMMARY:회의'),
      event('UID:3', 'DTSTART;VALUE=DATE:20270302', 'RRULE:FREQ=DAILY', 'SUMMARY:매일'),
      event('UID:4', 'DTSTART;VALUE=DATE:20270302', 'STATUS:CANCELLED', 'SUMMARY:취소'),
      event('UID:5', 'DTSTART;VALUE=DATE:20270302', 'SUMMARY: '),
    );
    const { dates, faults } = datesIn(config, file);
    expect(dates.map(({ sourceId }) => sourceId)).toEqual(['1', '2', '3']);
    expect(faults.map(({ place }) => place)).toEqual(['3번째 일정 ‘매일’', '5번째 일정']);
  });

  it('of many years has the latest of its events [SRC-11]', () => {
    const events = Array.from({ length: 1_010 }, (_, index) => {
      const day = addDays('2026-01-01', index);
      return event(`UID:${index}`, `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`, 'SUMMARY:일정');
    });
    const { dates } = datesIn(config, calendar(...events));
    const days = dates.map(({ startDate }) => startDate).toSorted();
    expect([days.length, days[0], days.at(-1)]).toEqual([1_000, '2026-01-11', '2028-10-06']);
  });

  it('is recognised among other files [SRC-07]', () => {
    expect(errorIn(config, '<html>점검</html>')?.code).toBe('NOT_READABLE');
    expect(errorIn(config, '')?.code).toBe('NOT_READABLE');
    expect(errorIn(config, calendar())?.code).toBe('LAYOUT_CHANGED');
  });
});

describe('a table of dates', () => {
  const config = sourceOf({
    type: 'date-table',
    row: 'tr',
    event: 'td.what',
    date: 'td.when',
    year: 'h2',
  });
  const row = (when: string, what: string) =>
    `<tr><td class="when">${when}</td><td class="what">${what}</td></tr>`;
  const page = (...rows: string[]) => `<h2>2026학년도 학사일정</h2><table>${rows.join('')}</table>`;

  it('has days in all forms; January belongs to the next year [SRC-11]', () => {
    const { dates, faults } = datesIn(
      config,
      page(
        '<tr><th>날짜</th><th>내용</th></tr>',
        row('3.2(월)', '개강'),
        row('2026.04.20 ~ 04.24', '중간고사'),
        row('6월 15일 ~ 19일', '기말고사'),
        row('12.28(월) ~ 1.8(금)', '계절학기'),
        row('02.19', '학위수여식'),
      ),
    );
    expect(faults).toEqual([]);
    expect(dates.map(({ title, startDate, endDate }) => [title, startDate, endDate])).toEqual([
      ['개강', '2026-03-02', '2026-03-02'],
      ['중간고사', '2026-04-20', '2026-04-24'],
      ['기말고사', '2026-06-15', '2026-06-19'],
      ['계절학기', '2026-12-28', '2027-01-08'],
      ['학위수여식', '2027-02-19', '2027-02-19'],
    ]);
    expect(dates[0]?.sourceId).toBe('2026-03-02 개강');
  });

  it('may have the last day in a place of its own [SRC-11]', () => {
    const apart = sourceOf({
      type: 'date-table',
      row: 'li',
      event: 'b',
      date: '.from',
      end: '.to',
    });
    const list = '<li><b>방학</b><i class="from">2026-12-22</i><i class="to">2027-02-28</i></li>';
    expect(datesIn(apart, list).dates).toMatchObject([
      { startDate: '2026-12-22', endDate: '2027-02-28' },
    ]);
  });

  it('names rows that cannot be read [SRC-07]', () => {
    const { dates, faults } = datesIn(
      config,
      page(
        row('3.2', '개강'),
        row('미정', '축제'),
        row('2.30', '없는 날'),
        row('3.2', ''),
        row('3.9~3.4', '거꾸로'),
      ),
    );
    expect(dates).toHaveLength(1);
    expect(faults.map(({ place }) => place)).toEqual([
      '2번째 줄',
      '3번째 줄',
      '4번째 줄',
      '5번째 줄',
    ]);
  });

  it.each([
    ['no row', '<p>점검</p>'],
    ['no date', page(row('미정', '축제'))],
    ['no year', `<table>${row('3.2', '개강')}</table>`],
  ])('was redesigned when it has %s [SRC-07]', (_, html) => {
    expect(errorIn(config, html)?.code).toBe('LAYOUT_CHANGED');
  });
});
