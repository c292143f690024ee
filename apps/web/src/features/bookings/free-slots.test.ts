import type { BookingDetail } from '@naru/contract/bookings';
import { expect, it } from 'vitest';
import { lengthsFrom, slotsOfDay } from './free-slots.ts';

const DAY = '2026-11-21';
const at = (hour: number) => `${DAY}T${String(hour).padStart(2, '0')}:00:00+09:00`;
const NOON = Date.parse(at(12));

function detailOf(values: Partial<BookingDetail> = {}): BookingDetail {
  const hours = Array.from({ length: 7 }, () => ({ from: 540, to: 900 }));
  const resource = { span: 'SLOTS', slotMinutes: 60, lengthMax: 3, hours };
  return {
    resource: resource as unknown as BookingDetail['resource'],
    units: [
      { id: 1, name: 'A' },
      { id: 2, name: 'B' },
    ],
    taken: [
      { unitId: 1, startsAt: at(13), endsAt: at(14) },
      { unitId: 2, startsAt: at(14), endsAt: at(15) },
    ],
    closures: [],
    mine: [],
    ...values,
  };
}

it('counts the free units of each slot, of all or of one [BOOK-01]', () => {
  const free = (unitId: number | null) =>
    slotsOfDay(detailOf(), DAY, { unitId, now: NOON }).map((slot) => slot.free);
  expect(free(null)).toEqual([2, 2, 2, 2, 1, 1]);
  expect(free(1)).toEqual([1, 1, 1, 1, 0, 1]);
});

it('has past slots, own ones, and none on a closed day [BOOK-01]', () => {
  const mine = [{ startsAt: at(12), endsAt: at(13) }] as BookingDetail['mine'];
  const slots = slotsOfDay(detailOf({ mine }), DAY, { unitId: null, now: NOON });
  expect(slots.map(({ isPast }) => isPast)).toEqual([true, true, true, false, false, false]);
  expect(slots.map(({ isMine }) => isMine)).toEqual([false, false, false, true, false, false]);
  const closures = [{ id: 1, resourceId: null, startsOn: DAY, endsOn: DAY, reason: '' }];
  expect(slotsOfDay(detailOf({ closures }), DAY, { unitId: null, now: NOON })).toEqual([]);
});

it('offers only lengths that one unit has free at once [BOOK-01]', () => {
  const detail = detailOf();
  const slots = slotsOfDay(detail, DAY, { unitId: null, now: NOON });
  const ends = (index: number) =>
    lengthsFrom(detail, slots, slots[index] as (typeof slots)[0], null).map(({ endsAt }) => endsAt);
  expect(ends(0)).toEqual([at(10), at(11), at(12)]);
  // Unit 2 is free at 13, unit 1 at 14: never both hours in one.
  expect(ends(4)).toEqual([at(14)]);
});
