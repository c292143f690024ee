import { endOf, MINUTE_STEP, type Schedule, scheduleAt, startOf } from '@naru/contract/timetable';
import { describe, expect, it } from 'vitest';
import { addSlot, FIRST_SLOT, withEnd, withStart } from './slot-edit.ts';

const slot = (startTime: number, endTime: number, dow: Schedule['dow'] = 'MONDAY'): Schedule => ({
  dow,
  startTime,
  endTime,
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
