import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Tools } from '../tools.ts';
import { checkInBy, type Period, periodText } from './bookings.periods.ts';
import { type BookingRow, findResource, type ResourceRow, updateBooking } from './bookings.repo.ts';
import { lockNextInLine, lockUnit } from './bookings.waiting.repo.ts';

export type Waiting = ReturnType<typeof createWaiting>;

/** Gives what is free again to those who wait for it. */
export function createWaiting({ clock, notifications }: Pick<Tools, 'clock' | 'notifications'>) {
  /** What a member gets who takes a unit now. */
  function granted(resource: ResourceRow, period: Period) {
    const now = clock.now();
    if (resource.way === 'APPROVAL') return { state: 'REQUESTED' as const };
    return { state: 'BOOKED' as const, checkInBy: checkInBy(resource, period, now) };
  }

  /** An offer, where there is time for one. */
  function passedOn(resource: ResourceRow, period: Period) {
    const now = clock.now();
    const { offerMinutes } = resource;
    if (offerMinutes === null || period.startsAt <= now) return granted(resource, period);
    const until = addSeconds(now, offerMinutes * 60);
    const offeredUntil = new Date(Math.min(Number(until), Number(period.startsAt)));
    return { state: 'OFFERED' as const, offeredUntil };
  }

  /** Gives a unit to the next in line, as often as somebody's time fits. */
  async function passOn(
    tx: Tx,
    emit: Emit,
    freed: Period & { resourceId: number; unitId: number | null; state?: BookingRow['state'] },
  ): Promise<void> {
    const { unitId } = freed;
    // Who waits for a chosen unit does not have it.
    if (unitId === null || freed.state === 'WAITING' || freed.endsAt <= clock.now()) return;
    const resource = await findResource(tx, freed.resourceId);
    if (!resource?.isOpen || !(await lockUnit(tx, unitId))) return;
    for (;;) {
      const next = await lockNextInLine(tx, { ...freed, unitId }, clock.now());
      if (next === null) return;
      const given = { unitId, ...passedOn(resource, next) };
      await notifyNext(tx, emit, resource, await updateBooking(tx, next.id, given));
    }
  }

  async function notifyNext(tx: Tx, emit: Emit, resource: ResourceRow, booking: BookingRow) {
    const { memberId, startsAt, offeredUntil, state } = booking;
    if (state === 'REQUESTED')
      await notifications.workArrived(tx, emit, { kind: 'bookingArrived' });
    if (memberId === null) return;
    const facts = {
      name: resource.name,
      when: periodText(resource, startsAt),
      until:
        state === 'OFFERED' && offeredUntil ? periodText({ span: 'SLOTS' }, offeredUntil) : null,
      isAsked: state === 'REQUESTED',
    };
    await notifications.notify(tx, emit, { kind: 'bookingOffered', facts, to: [memberId] });
  }

  return { granted, passOn };
}
