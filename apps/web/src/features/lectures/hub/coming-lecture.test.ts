import type { Schedule } from '@naru/contract/timetable';
import { describe, expect, it } from 'vitest';
import { findComingLecture } from './next-strip.tsx';

const slot = (dow: Schedule['dow'], startTime: number, endTime: number): Schedule => ({
  dow,
  startTime,
  endTime,
});
const LECTURES = [
  { id: 1, schedules: [slot('MONDAY', 13, 15), slot('FRIDAY', 9, 10)] },
  { id: 2, schedules: [slot('MONDAY', 9, 11)] },
];

describe('findComingLecture', () => {
  const coming = (dow: Schedule['dow']) => {
    const found = findComingLecture(LECTURES, { dow });
    return found && [found.lecture.id, found.slot.dow, found.inDays];
  };

  it('returns the first lecture of the coming days', () => {
    expect(coming('SUNDAY')).toEqual([2, 'MONDAY', 1]);
    expect(coming('TUESDAY')).toEqual([1, 'FRIDAY', 3]);
    expect(coming('SATURDAY')).toEqual([2, 'MONDAY', 2]);
  });

  it('leaves out those of today, and finds them a week later', () => {
    expect(coming('MONDAY')).toEqual([1, 'FRIDAY', 4]);
    expect(findComingLecture(LECTURES.slice(1), { dow: 'MONDAY' })?.inDays).toBe(7);
  });

  it('returns null without lectures', () => {
    expect(findComingLecture([], { dow: 'MONDAY' })).toBeNull();
  });
});
