import type { BookingSpan } from '@naru/contract/booking-slots';
import type { OwnBooking } from '@naru/contract/bookings';
import type { OwnRow } from '../../domain/bookings/own-bookings.repo.ts';
import { versionOf } from '../../domain/edits/versions.ts';
import { toKst } from '../../platform/clock.ts';
import type { ResourceRow } from './bookings.repo.ts';

const kstOrNull = (at: Date | null) => at && toKst(at);

type Shown = Pick<OwnRow, 'booking' | 'unitName'> & {
  resource: { name: string; span: BookingSpan };
};

/** What members and staff see of a booking. */
export function presentBooking({ booking, resource, unitName }: Shown) {
  const { id, resourceId, state, startsAt, endsAt, checkedInAt } = booking;
  return {
    ...{ id, resourceId, resourceName: resource.name, span: resource.span, unitName, state },
    startsAt: toKst(startsAt),
    endsAt: toKst(endsAt),
    checkedInAt: kstOrNull(checkedInAt),
  };
}

export function presentOwn(row: OwnRow): OwnBooking {
  const { position, isWanted } = row;
  const { checkInBy, checkedInAt, offeredUntil, state, reason } = row.booking;
  const isAwaited = state === 'BOOKED' && checkedInAt === null;
  return {
    ...presentBooking(row),
    place: row.resource.place,
    checkInBy: isAwaited ? kstOrNull(checkInBy) : null,
    offeredUntil: state === 'OFFERED' ? kstOrNull(offeredUntil) : null,
    ...{ position, isWanted, reason },
  };
}

/** What members and staff see of a resource. */
export function presentRules(row: ResourceRow) {
  const { id, name, place, note, span, way, slotMinutes, lengthMax, hours, aheadDays } = row;
  const { weeklyMinutes, weeklyCount, termStartsOn, termEndsOn } = row;
  const { checkInMinutes, offerMinutes } = row;
  return {
    ...{ id, name, place, note, span, way, slotMinutes, lengthMax, hours, aheadDays },
    ...{ weeklyMinutes, weeklyCount, termStartsOn, termEndsOn, checkInMinutes, offerMinutes },
    closesAt: kstOrNull(row.closesAt),
    drawnAt: kstOrNull(row.drawnAt),
  };
}

interface EditedUnit {
  id: number;
  name: string;
  isOut: boolean;
}

/** A resource as staff edit it. */
export function editedOf(row: ResourceRow, units: readonly EditedUnit[]) {
  const parts = units.map(({ id, name, isOut }) => ({ id, name, isOut }));
  return { ...presentRules(row), isOpen: row.isOpen, units: parts };
}

export function presentEdited(row: ResourceRow, units: readonly EditedUnit[]) {
  const edited = editedOf(row, units);
  return { ...edited, version: versionOf(edited) };
}
