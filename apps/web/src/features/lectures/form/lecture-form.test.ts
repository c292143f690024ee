import { TEXTS } from '@naru/contract/texts';
import { endOf, MINUTE_STEP, type Schedule, scheduleAt, startOf } from '@naru/contract/timetable';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { lectureFixture } from '../../../testing/lectures.ts';
import {
  addSlot,
  FIRST_SLOT,
  lectureForm,
  newLecture,
  toTimes,
  valuesOf,
  withEnd,
  withStart,
} from './lecture-form.ts';

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

describe('withStart and withEnd [LECT-10]', () => {
  const at = (from: number, to: number) => scheduleAt('MONDAY', from, to);

  it('keep the duration when the start moves', () => {
    expect(withStart(slot(9, 11), 13 * 60)).toEqual(slot(13, 15));
    expect(withStart(slot(9, 12), 0)).toEqual(slot(0, 3));
    expect(withStart(at(540, 615), 630)).toEqual(at(630, 705));
  });

  it('end at 23 at the latest', () => {
    expect(withStart(slot(9, 12), 21 * 60)).toEqual(slot(21, 23));
    expect(withStart(slot(9, 12), 23 * 60)).toEqual(at(22 * 60 + 55, 23 * 60));
    expect(withEnd(slot(9, 12), 24 * 60)).toEqual(slot(9, 23));
  });

  it('keep the end after the start', () => {
    expect(withEnd(slot(9, 12), 540)).toEqual(at(540, 545));
    expect(withEnd(slot(9, 12), 0)).toEqual(at(540, 545));
    expect(withEnd(slot(9, 12), 590)).toEqual(at(540, 590));
  });

  it('return a valid slot for every start and end [TIME-68]', () => {
    for (let minute = 0; minute < 24 * 60; minute += MINUTE_STEP) {
      for (const made of [
        withStart(slot(9, 11), minute),
        withEnd(slot(9, 11), minute),
        withEnd(slot(22, 23), minute),
      ]) {
        expect(startOf(made)).toBeGreaterThanOrEqual(0);
        expect(endOf(made)).toBeGreaterThan(startOf(made));
        expect(endOf(made)).toBeLessThanOrEqual(23 * 60);
      }
    }
  });
});

describe('addSlot', () => {
  it('starts on Monday and reuses the hours on the next free day', () => {
    expect(addSlot([])).toEqual([FIRST_SLOT]);
    expect(addSlot([slot(13, 15)])).toEqual([slot(13, 15), slot(13, 15, 'TUESDAY')]);
  });

  it('stops at three [LECT-09]', () => {
    const three = addSlot(addSlot(addSlot([])));
    expect(three).toHaveLength(3);
    expect(addSlot(three)).toEqual(three);
  });
});
