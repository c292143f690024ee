import type { OwnBooking } from '@naru/contract/bookings';
import type { OwnRow } from '../../domain/bookings/own-bookings.repo.ts';
import { versionOf } from '../../domain/edits/versions.ts';
import { toKst } from '../../platform/clock.ts';
import type { ResourceRow } from './bookings.repo.ts';

const kstOrNull = (at: Date | null) => at && toKst(at);

export function presentOwn({
  booking,
  resource,
  unitName,
  position,
  isWanted,
}: OwnRow): OwnBooking {
  const { checkedInAt, state } = booking;
  const isAwaited = state === 'BOOKED' && checkedInAt === null;
  return {
    id: booking.id,
    resourceId: booking.resourceId,
    resourceName: resource.name,
    place: resource.place,
    span: resource.span,
    unitName,
    state,
    startsAt: toKst(booking.startsAt),
    endsAt: toKst(booking.endsAt),
    checkInBy: isAwaited ? kstOrNull(booking.checkInBy) : null,
    checkedInAt: kstOrNull(checkedInAt),
    offeredUntil: state === 'OFFERED' ? kstOrNull(booking.offeredUntil) : null,
    position,
    isWanted,
    reason: booking.reason,
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
