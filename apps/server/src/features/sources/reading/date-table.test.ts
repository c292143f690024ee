import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, weekdayOf } from '../../../platform/clock.ts';
import { readRange } from './date-ranges.ts';
import { datesIn, sourceOf } from './reading.fixture.ts';

const ACADEMIC = { year: { year: 2026, isAcademic: true }, month: null };
const MARCH = { ...ACADEMIC, month: 3 };
const WEEK = ['2026-03-02', '2026-03-06'];
const read = (text: string, context: Parameters<typeof readRange>[1] = ACADEMIC) => {
  const range = readRange(text, context);
  return typeof range === 'string' ? range : [range.startDate, range.endDate];
};

describe('a range of days', () => {
  it.each([
    '03.02(월) ~ 03.06(금)',
    '2026.03.02(월) ~ 2026.03.06(금)',
    '03-02 ~ 03-06',
    '3/2-3/6',
    '3월 2일(월)~6일(금)',
    '03.02.(월) ~ 03.06.(금)',
    '2026-03-02 ~ 03-06',
    '3.2(월)∼3.6(금)',
    '3. 2.(월) – 3. 6.(금)',
    '2026.3.2. 10:00 ~ 3.6. 17:00',
    '3월 2일 (월) 09:00부터 3월 6일 (금) 18:00까지',
    '26.03.02~26.03.06',
    '3.2.~6.',
    '3.2 ~ 6',
    '3월 2일부터 6일까지',
    '2026. 3. 2. (월) - 6. (금)',
    '03.02 - 03.06',
    '2026년 3월 2일 ~ 3월 6일',
    '2026.03.02 2026.03.06',
    '2026. 3. 2.(월) 오전 10시 ~ 3. 6.(금) 오후 5시',
    'Mar 2, 2026 - Mar 6, 2026',
    '20260302 ~ 20260306',
    '3월 2일 월요일 ~ 3월 6일 금요일',
  ])('is read from %s [SRC-267]', (text) => {
    expect(read(text)).toEqual(WEEK);
  });

  it.each([
    ['12.28 ~ 1.3', ['2026-12-28', '2027-01-03']],
    ['2026.12.28 ~ 1.3', ['2026-12-28', '2027-01-03']],
    ['12.28 ~ 2027.1.3', ['2026-12-28', '2027-01-03']],
    ['2.19', ['2027-02-19', '2027-02-19']],
    ['3월 2일 ~ 4월 3일', ['2026-03-02', '2026-04-03']],
    ['03.02', ['2026-03-02', '2026-03-02']],
    ['3.2(월) 10:00 ~ 17:00', ['2026-03-02', '2026-03-02']],
    ['2025.12.22 ~ 2026.02.28', ['2025-12-22', '2026-02-28']],
  ])('may cross a year, or be one day: %s [SRC-267]', (text, days) => {
    expect(read(text)).toEqual(days);
  });

  it.each([
    ['2(월) ~ 6(금)', WEEK],
    ['2 ~ 6', WEEK],
    ['2일(월)', ['2026-03-02', '2026-03-02']],
    ['2', ['2026-03-02', '2026-03-02']],
    ['30 ~ 4.3', ['2026-03-30', '2026-04-03']],
    ['30(월) ~ 4월 3일', ['2026-03-30', '2026-04-03']],
  ])('may leave the month to its heading: %s [SRC-267]', (text, days) => {
    expect(read(text, MARCH)).toEqual(days);
    expect(read(text)).toBe('몇 월인지 알 수 없습니다.');
  });

  it.each([
    ['3월 중', /읽지 못했습니다/],
    ['3월 초 ~ 3월 말', /읽지 못했습니다/],
    ['3월 2주차', /읽지 못했습니다/],
    ['미정', /읽지 못했습니다/],
    ['', /찾지 못했습니다/],
    ['3.9 ~ 3.4', /빠릅니다|없는/],
    ['3.30 ~ 2', /빠릅니다/],
    ['2.30', /없는 날짜/],
    ['3.2, 3.9', /여러|읽지/],
    ['3.2 ~ 3.6, 3.9 ~ 3.13', /여러/],
    ['3월 2일(화)', /요일이 맞지/],
    ['3.2(월) ~ 3.6(목)', /요일이 맞지/],
  ])('is refused with a reason: %s [SRC-267]', (text, reason) => {
    expect(read(text)).toMatch(reason);
  });

  it('begins in the year before below the heading of its last month [SRC-267]', () => {
    const days = ['2026-12-23', '2027-01-15'];
    expect(read('12.23~01.15', { ...ACADEMIC, month: 1 })).toEqual(days);
    const calendar = { year: { year: 2027, isAcademic: false }, month: 1 };
    expect(read('12.23~01.15', calendar)).toEqual(days);
    expect(read('12.23~01.15', { ...ACADEMIC, month: 12 })).toEqual(days);
  });

  it('is the written one for all days, else none [SRC-267]', () => {
    const name = (day: string) => '일월화수목금토'[weekdayOf(day)];
    const short = (day: string, sign: string) =>
      `${Number(day.slice(5, 7))}${sign}${Number(day.slice(8))}`;
    const start = fc.integer({ min: 0, max: 364 }).map((days) => addDays('2026-03-01', days));
    fc.assert(
      fc.property(start, fc.integer({ min: 0, max: 60 }), (from, length) => {
        const to = addDays(from, length);
        const forms = [
          `${short(from, '.')}(${name(from)}) ~ ${short(to, '.')}(${name(to)})`,
          `${short(from, '월 ')}일부터 ${short(to, '월 ')}일까지`,
          `${short(from, '/')}-${short(to, '/')}`,
          `${short(from, '. ')}. – ${short(to, '. ')}.`,
          `${from} ~ ${to}`,
          `${from} ~ ${to.slice(5)}`,
        ];
        for (const form of forms) expect([form, read(form)]).toEqual([form, [from, to]]);
        const isSameMonth = from.slice(0, 7) === to.slice(0, 7);
        if (!isSameMonth) return;
        const cut = `${short(from, '.')}(${name(from)})~${Number(to.slice(8))}(${name(to)})`;
        expect([cut, read(cut)]).toEqual([cut, [from, to]]);
      }),
    );
  });
});

describe('a table of dates with headings', () => {
  const config = sourceOf({ type: 'date-table', row: 'tr', event: '.what', date: '.when' });
  const row = (when: string, what: string) =>
    `<tr><td class="when">${when}</td><td class="what">${what}</td></tr>`;
  const found = (page: string, source = config) =>
    datesIn(source, page).dates.map(({ title, startDate }) => [title, startDate]);

  it('has the year of the nearest heading before each row [SRC-268]', () => {
    const page = `<h2>2026학년도</h2><table>${row('3.2', '개강')}${row('2.19', '졸업')}</table>
      <h2>2027학년도</h2><table>${row('3.2', '다음 개강')}</table>`;
    const days = [
      ['개강', '2026-03-02'],
      ['졸업', '2027-02-19'],
      ['다음 개강', '2027-03-02'],
    ];
    expect(found(page)).toEqual(days);
    const named = sourceOf({ ...config, type: 'date-table', year: 'h2' });
    expect(found(page, named)).toEqual(days);
  });

  it('has months in headings, in rows of their own and in merged cells [SRC-268]', () => {
    const days = [
      ['개강', '2026-03-02'],
      ['총회', '2026-03-09'],
      ['중간고사', '2026-04-20'],
    ];
    const apart = `<h3>2026학년도</h3><h4>3월</h4><table>${row('2(월)', '개강')}${row('9', '총회')}</table>
      <h4>4월</h4><table>${row('20 ~ 24', '중간고사')}</table>`;
    expect(found(apart)).toEqual(days);
    const month = (name: string) => `<tr><td colspan="2">${name}</td></tr>`;
    const inside = `<p>2026년 학사일정</p><table>${month('3월')}${row('2', '개강')}${row('9', '총회')}
      ${month('4월')}${row('20', '중간고사')}</table>`;
    expect(found(inside)).toEqual(days);
    expect(datesIn(config, inside).faults).toEqual([]);
    const merged = `<table><caption>2026학년도</caption>
      <tr><td rowspan="2">3월</td><td>2(월)</td><td>개강</td></tr><tr><td>9(월)</td><td>총회</td></tr>
      <tr><td>4월</td><td>20(월)</td><td>중간고사</td></tr></table>`;
    const columns = { row: 'tr', date: 'td:nth-child(2)', event: 'td:nth-child(3)' };
    expect(found(merged, sourceOf({ type: 'date-table', ...columns }))).toEqual(days);
    const sameDay = `<table><caption>2026학년도</caption><tr><td rowspan="2">3.2</td><td>개강</td></tr>
      <tr><td>3.1절 대체공휴일</td></tr></table>`;
    const two = { row: 'tr', date: 'td:first-child', event: 'td:nth-child(2)' };
    expect(found(sameDay, sourceOf({ type: 'date-table', ...two }))).toEqual([
      ['개강', '2026-03-02'],
      ['3.1절 대체공휴일', '2026-03-02'],
    ]);
  });

  it('takes no list of months or years for a heading [SRC-268]', () => {
    const tabs = ['1월', '2월', '3월'].map((name) => `<li>${name}</li>`).join('');
    const page = `<h2>2026학년도</h2><ul>${tabs}</ul><table>${row('3.2', '개강')}${row('9', '총회')}</table>`;
    expect(datesIn(config, page)).toMatchObject({
      dates: [{ startDate: '2026-03-02' }],
      faults: [{ message: '몇 월인지 알 수 없습니다.' }],
    });
    const years = '<ul><li>2025년</li><li>2026년</li></ul>';
    expect(() => found(`${years}<table>${row('3.2', '개강')}</table>`)).toThrow('연도를');
  });
});
