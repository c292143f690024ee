import type { Schedule } from '@naru/contract/timetable';
import { describe, expect, it } from 'vitest';
import { addSlot, FIRST_SLOT, withEnd, withStart } from './slot-edit.ts';

const slot = (startTime: number, endTime: number, dow: Schedule['dow'] = 'MONDAY'): Schedule => ({
  dow,
  startTime,
  endTime,
});

describe('withStart and withEnd [LECT-10]', () => {
  it('keep the duration when the start moves', () => {
    expect(withStart(slot(9, 11), 13)).toEqual(slot(13, 15));
    expect(withStart(slot(9, 12), 0)).toEqual(slot(0, 3));
  });

  it('end at 23 at the latest', () => {
    expect(withStart(slot(9, 12), 21)).toEqual(slot(21, 23));
    expect(withStart(slot(9, 12), 23)).toEqual(slot(22, 23));
    expect(withEnd(slot(9, 12), 24)).toEqual(slot(9, 23));
  });

  it('keep the end after the start', () => {
    expect(withEnd(slot(9, 12), 9)).toEqual(slot(9, 10));
    expect(withEnd(slot(9, 12), 0)).toEqual(slot(9, 10));
  });

  it('return a valid slot for every start and end', () => {
    for (let start = 0; start < 24; start += 1) {
      for (let end = 0; end < 24; end += 1) {
        for (const made of [withStart(slot(9, 11), start), withEnd(slot(start % 23, 23), end)]) {
          expect(made.startTime).toBeGreaterThanOrEqual(0);
          expect(made.endTime).toBeGreaterThan(made.startTime);
          expect(made.endTime).toBeLessThanOrEqual(23);
        }
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
