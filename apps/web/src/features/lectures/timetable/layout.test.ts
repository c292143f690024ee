import { DAY_NAMES, type Schedule, scheduleAt } from '@naru/contract/timetable';
import { describe, expect, it } from 'vitest';
import { findObstacle, layOut, totalCredits } from './layout.ts';

const slot = (dow: Schedule['dow'], startTime: number, endTime: number): Schedule => ({
  dow,
  startTime,
  endTime,
});
const lecture = (id: number, ...schedules: Schedule[]) => ({ id, schedules });

const names = (lectures: Parameters<typeof layOut>[0]) =>
  layOut(lectures)
    .days.map((day) => DAY_NAMES[day])
    .join('');

describe('layOut', () => {
  it('shows Monday to Friday, 9 to 19 o’clock when empty [TIME-03]', () => {
    const { days, hours, rows } = layOut([]);
    expect(days.map((day) => DAY_NAMES[day]).join('')).toBe('월화수목금');
    expect([hours[0], hours.at(-1), hours.length]).toEqual([9, 18, 10]);
    expect(rows.every(({ cells }) => cells.length === 5)).toBe(true);
  });

  it('adds Saturday and Sunday only for lectures on them [TIME-03]', () => {
    expect(names([lecture(1, slot('SUNDAY', 10, 11))])).toBe('월화수목금일');
    expect(names([lecture(1, slot('SATURDAY', 10, 11), slot('SUNDAY', 9, 10))])).toBe(
      '월화수목금토일',
    );
  });

  it('adds early and late hours only for lectures in them [TIME-03]', () => {
    const { hours } = layOut([lecture(1, slot('MONDAY', 7, 8), slot('FRIDAY', 20, 22))]);
    expect([hours[0], hours.at(-1)]).toEqual([7, 21]);
  });

  it('spans the hours of a lecture and omits the covered cells', () => {
    const { rows } = layOut([lecture(1, slot('TUESDAY', 10, 13))]);
    const cells = rows.map(({ cells: all }) => all.find(({ day }) => day === 'TUESDAY'));
    expect(cells.map((cell) => cell?.span ?? 0)).toEqual([1, 3, 0, 0, 1, 1, 1, 1, 1, 1]);
    expect(cells[1]?.entries[0]?.lecture.id).toBe(1);
  });

  it('fills every row of the table exactly, for any overlaps', () => {
    const { rows, days } = layOut([
      lecture(1, slot('MONDAY', 9, 12)),
      lecture(2, slot('MONDAY', 11, 14), slot('WEDNESDAY', 9, 10)),
      lecture(3, slot('MONDAY', 14, 15)),
    ]);
    const filled = rows.flatMap(({ cells }) => cells).reduce((sum, { span }) => sum + span, 0);
    expect(filled).toBe(rows.length * days.length);
    const shared = rows[0]?.cells[0];
    expect([shared?.span, shared?.entries.length]).toEqual([5, 2]);
  });

  it('places entries by the minute in a shared cell, side by side where they overlap [TIME-68]', () => {
    const { rows } = layOut([
      lecture(1, scheduleAt('MONDAY', 9 * 60, 10 * 60 + 15)),
      lecture(2, scheduleAt('MONDAY', 10 * 60 + 30, 12 * 60)),
      lecture(3, scheduleAt('MONDAY', 11 * 60 + 30, 12 * 60)),
    ]);
    const cell = rows[0]?.cells[0];
    expect(cell?.span).toBe(3);
    const boxes = cell?.entries.map(({ top, height, left, width }) => [
      top * 180,
      height * 180,
      left,
      width,
    ]);
    expect(boxes).toEqual([
      [0, 75, 0, 0.5],
      [90, 90, 0, 0.5],
      [150, 30, 0.5, 0.5],
    ]);
  });

  it('lists lectures without a time separately', () => {
    expect(layOut([lecture(1), lecture(2, slot('MONDAY', 9, 10))]).untimed).toHaveLength(1);
  });
});

describe('findObstacle', () => {
  const marked = [lecture(1, slot('MONDAY', 9, 11)), lecture(2, slot('TUESDAY', 13, 15))];

  it('refuses a duplicate [TIME-01]', () => {
    expect(findObstacle(marked, lecture(1, slot('FRIDAY', 9, 10)))).toEqual({ kind: 'duplicate' });
  });

  it('refuses an overlap and returns all conflicting lectures [TIME-01]', () => {
    const candidate = lecture(3, slot('MONDAY', 10, 12), slot('TUESDAY', 14, 16));
    expect(findObstacle(marked, candidate)).toEqual({ kind: 'overlap', conflicts: marked });
  });

  it('allows a lecture to start when another ends [TIME-02]', () => {
    expect(findObstacle(marked, lecture(3, slot('MONDAY', 11, 13)))).toBeNull();
    expect(findObstacle(marked, lecture(3, slot('MONDAY', 8, 9)))).toBeNull();
    expect(findObstacle(marked, lecture(3, slot('WEDNESDAY', 9, 11)))).toBeNull();
  });

  it('compares minutes of a shared hour [TIME-68]', () => {
    const early = [lecture(1, scheduleAt('MONDAY', 540, 615))];
    expect(findObstacle(early, lecture(2, scheduleAt('MONDAY', 615, 690)))).toBeNull();
    expect(findObstacle(early, lecture(2, scheduleAt('MONDAY', 610, 690)))?.kind).toBe('overlap');
  });
});

describe('totalCredits', () => {
  it('sums the credits of the lectures [TIME-04]', () => {
    expect(totalCredits([{ credits: 3 }, { credits: 2 }])).toBe(5);
    expect(totalCredits([])).toBe(0);
  });
});
