import { hoursOf, instantAt, isClosedOn, slotsOf } from '@naru/contract/booking-slots';
import type { BookingDetail } from '@naru/contract/bookings';

export type Slot = {
  startsAt: string;
  endsAt: string;
  /** Units that are free. */
  free: number;
  /** The viewer has it, or waits for it. */
  isMine: boolean;
  isPast: boolean;
};

type Period = { startsAt: string; endsAt: string };

const overlaps = (a: Period, b: Period) => a.startsAt < b.endsAt && a.endsAt > b.startsAt;

/** Ids of the units that nobody has at a time; texts of Korean times compare like the times. */
export function freeUnits({ units, taken }: BookingDetail, period: Period, unitId: number | null) {
  return units
    .filter(({ id }) => unitId === null || id === unitId)
    .filter(({ id }) => !taken.some((one) => one.unitId === id && overlaps(one, period)))
    .map(({ id }) => id);
}

/** The viewer has a part of this time, or waits for it. */
export const isMineAt = ({ mine }: BookingDetail, period: Period) =>
  mine.some((one) => overlaps(one, period));

/** The slots of a day as they are now; `unitId`: of one unit. */
export function slotsOfDay(
  detail: BookingDetail,
  day: string,
  { unitId, now }: { unitId: number | null; now: number },
): Slot[] {
  const { resource, closures } = detail;
  if (isClosedOn(closures, day)) return [];
  return slotsOf(resource, day).map((minute) => {
    const period = {
      startsAt: instantAt(day, minute),
      endsAt: instantAt(day, minute + resource.slotMinutes),
    };
    return {
      ...period,
      free: freeUnits(detail, period, unitId).length,
      isMine: isMineAt(detail, period),
      isPast: Date.parse(period.endsAt) <= now,
    };
  });
}

/** How many slots from the first one on can be booked at once in one unit. */
export function lengthsFrom(
  detail: BookingDetail,
  slots: readonly Slot[],
  first: Slot,
  unitId: number | null,
): Slot[] {
  const at = slots.indexOf(first);
  const ends: Slot[] = [];
  for (const slot of slots.slice(at, at + detail.resource.lengthMax)) {
    const period = { startsAt: first.startsAt, endsAt: slot.endsAt };
    const isFree = freeUnits(detail, period, unitId).length > 0;
    if (slot.isMine || (first.free > 0 && !isFree)) break;
    ends.push(slot);
  }
  return ends;
}

/** Whether days can be booked from this one on. */
export function isOpenOn({ resource, closures }: BookingDetail, day: string): boolean {
  return hoursOf(resource, day) !== null && !isClosedOn(closures, day);
}
