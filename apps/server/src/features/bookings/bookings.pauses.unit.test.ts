import { expect, it } from 'vitest';
import { createPauses, putOff } from './bookings.pauses.ts';

const at = (text: string) => new Date(`2026-11-20T${text}:00+09:00`);
const gap = (since: string, endedAt: string) => ({ since: at(since), endedAt: at(endedAt) });

const pausesOf = (off: ReturnType<typeof gap>[], readOnly: ReturnType<typeof gap>[] = []) => {
  // The site started at noon.
  const clock = { now: () => at('12:00') };
  const siteStatus = { listReadOnlyTimes: async () => readOnly };
  return createPauses({ clock, siteStatus, uptime: { listTimesOff: async () => off } })();
};

it.each([
  ['before a pause stays', '13:59', '13:59'],
  ['in a pause counts for a quarter of an hour after it', '14:00', '14:45'],
  ['soon after a pause does so too', '14:44', '14:45'],
  ['later stays', '14:46', '14:46'],
  ['of a pause that is followed by another counts after that', '16:00', '16:55'],
  [
    'before a start that came soon counts, for the pause may be too short for a record',
    '11:56',
    '12:15',
  ],
  ['long before a start stays', '11:54', '11:54'],
])('a deadline %s [BOOK-09]', async (_, deadline, until) => {
  const pauses = await pausesOf(
    [gap('14:00', '14:30'), gap('15:50', '16:10')],
    [gap('16:20', '16:40')],
  );
  expect(putOff(at(deadline), pauses)).toEqual(at(until));
});
