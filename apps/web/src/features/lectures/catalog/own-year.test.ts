import { describe, expect, it } from 'vitest';
import { lectureFixture } from '../../../testing/lectures.ts';
import { togetherOf, yearIn } from './own-year.ts';

describe('yearIn', () => {
  const none = { studyYear: null, studyYearOf: null, suggestion: null, academicYear: 2026 };

  it.each([
    ['the stated one', { ...none, studyYear: 2, studyYearOf: 2026, suggestion: 3 }, 2026, 2],
    ['one more in the next year', { ...none, studyYear: 2, studyYearOf: 2026 }, 2027, 3],
    ['the suggested one', { ...none, suggestion: 1 }, 2026, 1],
    ['none after the last', { ...none, studyYear: 4, studyYearOf: 2026 }, 2027, null],
    ['none before the first', { ...none, suggestion: 1 }, 2025, null],
    ['none that nobody knows', none, 2026, null],
  ])('is %s [TIME-85]', (_what, known, academicYear, year) => {
    expect(yearIn(academicYear, known)).toBe(year);
  });
});

describe('togetherOf', () => {
  const at = (dow: 'MONDAY' | 'TUESDAY' | 'FRIDAY', startTime: number, endTime: number) => [
    { dow, startTime, endTime },
  ];
  const lecture = (
    id: number,
    title: string,
    schedules: ReturnType<typeof at>,
    other: object = {},
  ) => lectureFixture(id, title, schedules, { isMarked: false, ...other });
  const ids = (...of: Parameters<typeof togetherOf>) => togetherOf(...of).map(({ id }) => id);
  const first = lecture(1, '자료구조', at('MONDAY', 9, 11));

  it('are the lectures of the year that fit beside each other and the timetable [TIME-85]', () => {
    const all = [
      first,
      lecture(2, '선형대수', at('MONDAY', 11, 12)),
      lecture(3, '확률과 통계', at('TUESDAY', 9, 11)),
      lecture(4, '기계학습', at('FRIDAY', 9, 11), { grade: 3 }),
      lecture(5, '바다와 글쓰기', []),
    ];
    expect(ids(all, 2, [])).toEqual([1, 2, 3, 5]);
    const job = { title: '아르바이트', schedules: at('TUESDAY', 10, 12) };
    expect(ids(all, 2, [first, job])).toEqual([2, 5]);
    expect(ids(all, 1, [])).toEqual([]);
  });

  it('leave out all between which the member has to choose [TIME-85]', () => {
    const rivals = [
      lecture(2, '운영체제', at('FRIDAY', 9, 11)),
      lecture(3, '데이터베이스', at('FRIDAY', 10, 12)),
      lecture(4, '영어 회화 (1분반)', at('TUESDAY', 9, 10)),
      lecture(5, '영어회화 02분반', at('TUESDAY', 13, 14)),
    ];
    expect(ids([first, ...rivals], 2, [])).toEqual([1]);
    expect(ids([first, ...rivals], 2, [rivals[2] ?? first])).toEqual([1]);
  });

  it('need no entry code [TIME-85]', () => {
    const closed = { membersOnly: true, canRead: false };
    expect(ids([first, lecture(2, '캡스톤', at('FRIDAY', 9, 11), closed)], 2, [])).toEqual([1]);
  });
});
