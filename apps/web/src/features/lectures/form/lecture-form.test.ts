import { TEXTS } from '@naru/contract/texts';
import { type Schedule, scheduleAt } from '@naru/contract/timetable';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { lectureFixture } from '../../../testing/lectures.ts';
import { lectureForm, newLecture, toTimes, valuesOf } from './lecture-form.ts';
import { FIRST_SLOT } from './slot-edit.ts';

const good = { ...newLecture({ year: 2026, semester: 2 }), title: '선형대수', grade: 2 };

/** Messages by field. */
function errorsOf(part: object) {
  const { error } = z.safeParse(lectureForm, { ...good, ...part });
  return error ? z.flattenError(error).fieldErrors : null;
}
const slot = (startTime: number, endTime: number, dow: Schedule['dow'] = 'MONDAY'): Schedule => ({
  dow,
  startTime,
  endTime,
});

describe('lectureForm', () => {
  it('sends the hours as lectureTimes and the colour in full', () => {
    const { themeColor, lectureTimes } = z.parse(lectureForm, { ...good, themeColor: '0B5' });
    expect(themeColor).toBe('#00bb55');
    expect(toTimes(lectureTimes)).toEqual([{ day: 'MONDAY', start: 9, end: 10 }]);
  });

  it.each([
    ['title', { title: ' ' }, TEXTS.lectureTitleRequired],
    ['title', { title: '가'.repeat(101) }, TEXTS.lectureTitleLength],
    ['grade', { grade: undefined }, TEXTS.lectureGradeRequired],
    ['themeColor', { themeColor: 'sea' }, TEXTS.lectureColorFormat],
    ['intro', { intro: '가'.repeat(201) }, TEXTS.lectureIntroLength],
    ['lectureTimes', { lectureTimes: [FIRST_SLOT, FIRST_SLOT] }, TEXTS.lectureTimesOverlap],
  ] as const)('complains about %s %# [LECT-09]', (field, wrong, message) => {
    expect(errorsOf(wrong)).toEqual({ [field]: [message] });
  });

  it('refuses a slot that overlaps an earlier one of the same lecture [TIME-02]', () => {
    const overlapping = [slot(9, 11), slot(13, 14), slot(10, 12)];
    expect(errorsOf({ lectureTimes: overlapping })).toEqual({
      lectureTimes: [TEXTS.lectureTimesOverlap],
    });
    const apart = [slot(9, 11), slot(11, 12), slot(9, 11, 'FRIDAY')];
    expect(errorsOf({ lectureTimes: apart })).toBeNull();
  });

  it('sends minutes only off the full hour [TIME-68]', () => {
    const lectureTimes = [scheduleAt('MONDAY', 630, 705), slot(13, 14)];
    expect(toTimes(z.parse(lectureForm, { ...good, lectureTimes }).lectureTimes)).toEqual([
      { day: 'MONDAY', start: 10, end: 12, startMinute: 630, endMinute: 705 },
      { day: 'MONDAY', start: 13, end: 14 },
    ]);
  });

  it('accepts a lecture without a time', () => {
    expect(errorsOf({ lectureTimes: [] })).toBeNull();
  });
});

describe('valuesOf', () => {
  const own = { professorId: 5, professorNickname: '등대지기' };

  it('keeps the professor but not a name equal to the nickname', () => {
    const values = valuesOf(lectureFixture(1, 'ㄱ', [], { ...own, professorName: '등대지기' }));
    expect([values.professorName, values.professorId]).toEqual(['', 5]);
    expect(z.parse(lectureForm, values).professorId).toBe(5);
  });

  it('keeps a professor name that was entered', () => {
    const values = valuesOf(lectureFixture(1, 'ㄱ', [], { ...own, professorName: '한바다' }));
    expect(values.professorName).toBe('한바다');
  });
});
