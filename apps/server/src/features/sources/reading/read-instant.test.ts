import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, kstDay, weekdayOf } from '../../../platform/clock.ts';
import { toLine } from './read-dates.ts';
import { readInstant } from './read-instant.ts';
import { articlesIn, NOW, sourceOf } from './reading.fixture.ts';

const MORNING = '2026-11-20T09:00:00+09:00';
const DAY = '2026-11-20T00:00:00+09:00';
const AFTERNOON = '2026-11-20T15:05:00+09:00';

describe('the date of an article in any form', () => {
  it.each([
    ['2026-11-20 09:00:00.0', MORNING],
    ['2026-11-20 09:00:00.123456', MORNING],
    ['Fri, 20 Nov 2026 00:00:00 GMT', MORNING],
    ['Fri, 20 Nov 2026 00:00 GMT', MORNING],
    ['Fri Nov 20 09:00:00 KST 2026', MORNING],
    ['Fri Nov 20 09:00:00 2026', MORNING],
    ['Fri Nov 20 00:00:00 UTC 2026', MORNING],
    ['Fri Nov 20 2026 09:00:00 GMT+0900 (한국 표준시)', MORNING],
    ['Nov 20, 2026 9:00:00 AM', MORNING],
    ['Nov 20, 2026, 9:00:00\u202fAM', MORNING],
    ['November 20th, 2026 at 9:00 a.m.', MORNING],
    ['20 Nov 2026', DAY],
    ['20-Nov-2026 09:00:00', MORNING],
    ['Nov. 20, 2026', DAY],
    ['20261120090000', MORNING],
    ['202611200900', MORNING],
    ['20261120T090000', MORNING],
    ['2026-11-20T09:00:00', MORNING],
    ['2026-11-20T09:00:00+09:00', MORNING],
    ['2026-11-20 00:00:00 +0000', MORNING],
    ['Fri, 20 Nov 2026 09:00:00 Asia/Seoul', MORNING],
    ['Thu, 19 Nov 2026 19:00:00 America/New_York', MORNING],
    ['Thu, 19 Nov 2026 19:00:00 EST', MORNING],
    ['금, 20 11 2026 09:00:00 +0900', MORNING],
    ['금, 20 11월 2026 09:00:00 +0900', MORNING],
    ['2026년 11월 20일(금) 오후 3시 5분', AFTERNOON],
    ['2026. 11. 20. 오후 3:05', AFTERNOON],
    ['2026. 11. 20 PM 3:05', AFTERNOON],
    ["'26.11.20", DAY],
    ['’26. 11. 20.(금)', DAY],
    ['26/11/20', DAY],
    ['11/20/2026', DAY],
    ['20/11/2026', DAY],
    ['２０２６．１１．２０', DAY],
    ['11.20.', DAY],
    ['11월 20일', DAY],
    ['11-20 15:05', AFTERNOON],
    ['등록일 : 2026.11.20 | 조회 1,234', DAY],
    ['작성 2026.11.20 수정 2026.11.22 10:00', DAY],
    ['2026.11.20 24:00', '2026-11-20T23:59:59+09:00'],
    ['1795132800', '2026-11-20T09:00:00+09:00'],
    ['1795132800000', '2026-11-20T09:00:00+09:00'],
    ['/Date(1795132800000)/', '2026-11-20T09:00:00+09:00'],
    ['/Date(1795132800000+0900)/', '2026-11-20T09:00:00+09:00'],
  ])('is read from %s [SRC-265]', (text, expected) => {
    expect(readInstant(text, NOW)).toEqual(new Date(expected));
  });

  it.each([
    ['방금 전', '2026-11-23T12:00:00+09:00'],
    ['방금', '2026-11-23T12:00:00+09:00'],
    ['30초 전', '2026-11-23T11:59:30+09:00'],
    ['5분 전', '2026-11-23T11:55:00+09:00'],
    ['작성 3시간전', '2026-11-23T09:00:00+09:00'],
    ['한 시간 전', '2026-11-23T11:00:00+09:00'],
    ['3일 전', DAY],
    ['사흘 전', DAY],
    ['1주 전', '2026-11-16T00:00:00+09:00'],
    ['일주일 전', '2026-11-16T00:00:00+09:00'],
    ['2주일 전', '2026-11-09T00:00:00+09:00'],
    ['9개월 전', '2026-02-23T00:00:00+09:00'],
    ['한 달 전', '2026-10-23T00:00:00+09:00'],
    ['1년 전', '2025-11-23T00:00:00+09:00'],
    ['오늘', '2026-11-23T00:00:00+09:00'],
    ['어제', '2026-11-22T00:00:00+09:00'],
    ['그제', '2026-11-21T00:00:00+09:00'],
    ['그저께', '2026-11-21T00:00:00+09:00'],
    ['어제 15:30', '2026-11-22T15:30:00+09:00'],
    ['오늘 09:10', '2026-11-23T09:10:00+09:00'],
    ['(월) 10:30', '2026-11-23T10:30:00+09:00'],
    ['등록시간 10:30', '2026-11-23T10:30:00+09:00'],
    ['2 hours ago', '2026-11-23T10:00:00+09:00'],
    ['about an hour ago', '2026-11-23T11:00:00+09:00'],
    ['3 days ago', DAY],
    ['yesterday', '2026-11-22T00:00:00+09:00'],
    ['Yesterday at 3:30 PM', '2026-11-22T15:30:00+09:00'],
  ])('is counted from the reading: %s [SRC-265]', (text, expected) => {
    expect(readInstant(text, NOW)).toEqual(new Date(expected));
  });

  it.each([
    '엊그제',
    '얼마 전',
    '마감 3일 전',
    '(금) 10:30',
    '상담 10:30부터',
    '10:30 ~ 11:30',
    'Fri, 20 Nov 2026 09:00:00 XQT',
    'Foo 20 09:00:00 KST 2026',
    '2026.11',
    '2026년 11월',
    '2026년 11월 5주차',
    '10/11/2026',
    '2026-02-30 10:00',
    '2026.11.20 25:00',
    '1.2.3.4',
    '버전 v1.2',
    '평점 4.5점',
    '11월 중',
  ])('is none where it is not understood, and never today: %s [SRC-265]', (text) => {
    expect(readInstant(text, NOW)).toBeNull();
  });

  it('lacks the year: it is the past one on whose weekday it falls [SRC-265]', () => {
    expect(readInstant('11.24', NOW)).toEqual(new Date('2026-11-24T00:00:00+09:00'));
    expect(readInstant('11.24 (월)', NOW)).toEqual(new Date('2025-11-24T00:00:00+09:00'));
    expect(readInstant('11.20 (월)', NOW)).toBeNull();
  });

  it('is named where it is not understood, and the article comes without it [SRC-266]', () => {
    const rows = ['2026.11.20', '언젠가', ''].map(
      (date, n) => `<tr><td class="t"><a href="/v?no=${n}">글 ${n}</a></td><td>${date}</td></tr>`,
    );
    const page = `<table>${rows.join('')}</table>`;
    const list = { row: 'tr', title: '.t', date: 'td:last-child' };
    const { articles, faults } = articlesIn(sourceOf({ type: 'html', list }), page);
    expect(articles.map(({ publishedAt }) => publishedAt?.toISOString() ?? null)).toEqual([
      '2026-11-19T15:00:00.000Z',
      null,
      null,
    ]);
    const message = '날짜를 읽지 못해 날짜 없이 가져왔습니다: 언젠가';
    expect(faults).toEqual([{ place: '글 1', message }]);
    const feed = `<rss version="2.0"><channel><title>x</title><item><title>글</title>
      <link>/1</link><pubDate>언젠가</pubDate></item></channel></rss>`;
    expect(articlesIn(sourceOf({ type: 'feed' }), feed).faults).toEqual([{ place: '글', message }]);
    const fields = { id: 'no', title: 't', url: 'u', date: 'd' };
    const items = [
      { no: 1, t: '글', u: '/1', d: '언젠가' },
      { no: 2, t: '글', u: '/2', d: 20261120 },
    ];
    const json = articlesIn(sourceOf({ type: 'json', fields }), JSON.stringify(items));
    expect(json.faults).toEqual([{ place: '글', message }]);
    expect(json.articles[1]?.publishedAt).toEqual(new Date(DAY));
  });
});

const pad = (number: number) => String(number).padStart(2, '0');
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WEEKDAYS = '일월화수목금토';

/** Every way to write a day with its year. */
function formsOf(date: string): string[] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const name = MONTHS[month - 1] ?? '';
  const weekday = WEEKDAYS[weekdayOf(date)];
  const short = pad(year % 100);
  return [
    date,
    `${year}.${month}.${day}`,
    `${year}. ${month}. ${day}. (${weekday})`,
    `${year}/${pad(month)}/${pad(day)}`,
    `${short}.${pad(month)}.${pad(day)}`,
    `'${short}. ${month}. ${day}.`,
    `${year}년 ${month}월 ${day}일 ${weekday}요일`,
    `${short}년 ${month}월 ${day}일`,
    `${year}${pad(month)}${pad(day)}`,
    `${year}${pad(month)}${pad(day)}235959`,
    `${name} ${day}, ${year}`,
    `${day} ${name} ${year}`,
    `Sun ${name} ${pad(day)} 23:59:59 KST ${year}`,
    `${name} ${day}, ${year}, 11:59:59\u202fPM`,
    `Mon, ${pad(day)} ${name} ${year} 00:00:00 +0900`,
    `${date}T00:00:00`,
    `${date} 23:59`,
    `${weekday}, ${pad(day)} ${pad(month)} ${year} 09:00:00 +0900`,
  ];
}

const day = fc
  .integer({ min: 0, max: 73_000 })
  .map((days) => addDays('2000-01-01', days))
  .filter((date) => date < '2100-01-01');

describe('a written day', () => {
  it('is read as itself, whatever its form [SRC-265]', () => {
    fc.assert(
      fc.property(day, (date) => {
        for (const form of formsOf(date)) {
          const read = readInstant(form, NOW);
          expect([form, read && kstDay(read)]).toEqual([form, date]);
        }
      }),
    );
  });

  it('is never another one, whatever stands beside it [SRC-265]', () => {
    const words = [
      '등록일',
      '조회 12',
      '(금)',
      '10:30',
      '첨부',
      '2건',
      '~',
      'NEW',
      '-',
      '제3회',
      '.',
    ];
    fc.assert(
      fc.property(
        day.chain((date) => fc.tuple(fc.constant(date), fc.constantFrom(...formsOf(date)))),
        fc.array(fc.constantFrom(...words), { maxLength: 3 }),
        fc.array(fc.constantFrom(...words), { maxLength: 3 }),
        ([date, form], before, behind) => {
          const text = [...before, form, ...behind].join(' ');
          const read = readInstant(text, NOW);
          expect([text, read === null ? date : kstDay(read)]).toEqual([text, date]);
        },
      ),
      {
        examples: [
          [['2000-01-01', '2000-01-01'], ['조회 12', '-', '2건'], []],
          [['2022-09-27', '22.09.27'], ['조회 12', '-'], []],
          [['2000-04-06', '6 Apr 2000'], ['조회 12', '.'], []],
        ],
      },
    );
  });

  it('is cut off nowhere: half of it is none or still the same [SRC-265]', () => {
    fc.assert(
      fc.property(
        day.chain((date) => fc.tuple(fc.constant(date), fc.constantFrom(...formsOf(date)))),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        ([date, form], noise) => {
          const line = toLine(`${form} ${noise.replaceAll(/[\d\p{L}\p{N}]/gu, '')}`);
          const read = readInstant(line, NOW);
          expect([line, read === null ? date : kstDay(read)]).toEqual([line, date]);
        },
      ),
    );
  });
});
