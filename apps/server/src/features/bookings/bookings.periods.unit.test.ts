import { describe, expect, it } from 'vitest';
import { checkInBy, isBookable, periodText, weekOf } from './bookings.periods.ts';

const at = (text: string) => new Date(`${text}:00+09:00`);
const NOW = at('2026-11-20T14:00');
const RULES = {
  span: 'SLOTS' as const,
  slotMinutes: 60,
  lengthMax: 2,
  hours: Array.from({ length: 7 }, () => ({ from: 540, to: 1440 })),
  aheadDays: 7,
  termStartsOn: null,
  termEndsOn: null,
};
const closed = (day: string) => [{ startsOn: day, endsOn: day }];

describe('a time', () => {
  it.each([
    ['the last slot before midnight', '2026-11-21T23:00', '2026-11-22T00:00', true],
    ['across midnight', '2026-11-21T23:00', '2026-11-22T01:00', false],
    ['the slot that goes on', '2026-11-20T14:00', '2026-11-20T15:00', true],
    ['a slot that is over', '2026-11-20T13:00', '2026-11-20T14:00', false],
    ['the last day', '2026-11-27T09:00', '2026-11-27T10:00', true],
    ['the day after it', '2026-11-28T09:00', '2026-11-28T10:00', false],
    ['seconds of a slot', '2026-11-21T09:01', '2026-11-21T10:01', false],
  ])('%s is bookable or not [BOOK-01]', (_, from, to, isFine) => {
    const period = { startsAt: at(from), endsAt: at(to) };
    expect(isBookable(RULES, [], period, NOW)).toBe(isFine);
    expect(isBookable(RULES, closed(from.slice(0, 10)), period, NOW)).toBe(false);
  });

  it('of days touches no closed one [BOOK-01, BOOK-11]', () => {
    const rules = { ...RULES, span: 'DAYS' as const, lengthMax: 3 };
    const period = { startsAt: at('2026-11-21T00:00'), endsAt: at('2026-11-24T00:00') };
    expect(isBookable(rules, [], period, NOW)).toBe(true);
    expect(isBookable(rules, closed('2026-11-22'), period, NOW)).toBe(false);
  });
});

it('weeks go from Monday to Monday in Korea [BOOK-04]', () => {
  expect(weekOf(at('2026-11-22T23:59'))).toEqual({
    startsAt: at('2026-11-16T00:00'),
    endsAt: at('2026-11-23T00:00'),
  });
});

it('who gets slots late has as long to check in [BOOK-09]', () => {
  const rules = { span: 'SLOTS', checkInMinutes: 10 };
  const period = { startsAt: at('2026-11-20T15:00'), endsAt: at('2026-11-20T16:00') };
  expect(checkInBy(rules, period, NOW)).toEqual(at('2026-11-20T15:10'));
  expect(checkInBy(rules, period, at('2026-11-20T15:30'))).toEqual(at('2026-11-20T15:40'));
  expect(checkInBy(rules, period, at('2026-11-20T15:55'))).toEqual(at('2026-11-20T16:00'));
  expect(checkInBy({ ...rules, span: 'DAYS' }, period, NOW)).toBeNull();
});

it('texts name days without a time [BOOK-12]', () => {
  expect(periodText({ span: 'DAYS' }, at('2026-11-21T00:00'))).toBe('11월 21일');
  expect(periodText({ span: 'SLOTS' }, at('2026-11-21T09:00'))).toBe('11월 21일 09:00');
});
