import { scheduleAt } from '@naru/contract/timetable';
import { describe, expect, it } from 'vitest';
import { formatHours } from '../days.ts';
import { comparedDays, freeSpans, spansOf } from './common-week.tsx';

const person = (nickname: string, ...busy: ReturnType<typeof scheduleAt>[]) => ({
  id: nickname.length,
  nickname,
  busy,
});
const ME = person('나', scheduleAt('MONDAY', 540, 615), scheduleAt('TUESDAY', 480, 1300));
const FRIEND = person('해솔', scheduleAt('MONDAY', 600, 720), scheduleAt('MONDAY', 730, 1260));

describe('freeSpans', () => {
  it('are where nobody is busy, without breaks of minutes [TIME-74]', () => {
    expect(freeSpans([ME, FRIEND], 'MONDAY')).toEqual([]);
    expect(freeSpans([ME], 'MONDAY').map(formatHours)).toEqual(['10:15~21:00']);
    expect(freeSpans([ME, FRIEND], 'TUESDAY')).toEqual([]);
    expect(freeSpans([ME, FRIEND], 'WEDNESDAY').map(formatHours)).toEqual(['09:00~21:00']);
  });
});

describe('spansOf', () => {
  it('names who is busy and fills the day', () => {
    const spans = spansOf([ME, FRIEND], 'MONDAY');
    expect(spans.map((span) => `${formatHours(span)} ${span.busy.join(',')}`)).toEqual([
      '09:00~10:00 나',
      '10:00~10:15 나,해솔',
      '10:15~12:00 해솔',
      '12:00~12:10 ',
      '12:10~21:00 해솔',
    ]);
  });
});

it('shows weekend days only when somebody is busy on them', () => {
  expect(comparedDays([ME])).toHaveLength(5);
  expect(comparedDays([person('가', scheduleAt('SUNDAY', 600, 660))]).at(-1)).toBe('SUNDAY');
});
