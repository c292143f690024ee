import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Facts } from '../../domain/notifications/texts.ts';
import { addSeconds, kstText } from '../../platform/clock.ts';
import type { Tools } from '../tools.ts';
import { lockNextInLine } from './bookings.jobs.repo.ts';
import { checkInBy, type Period, periodText } from './bookings.periods.ts';
import {
  type BookingRow,
  findResource,
  lockUnits,
  type ResourceRow,
  updateBooking,
} from './bookings.repo.ts';

export type Waiting = ReturnType<typeof createWaiting>;

type Kind = `booking${'Decided' | 'Offered' | 'Reminded' | 'Cancelled' | 'Missed'}`;
type Owned = Pick<BookingRow, 'memberId' | 'startsAt'>;

/** Ends bookings, and gives what is free again to those who wait for it. */
export function createWaiting({ clock, notifications }: Pick<Tools, 'clock' | 'notifications'>) {
  /** What a member gets who takes a unit now. */
  function granted(resource: ResourceRow, period: Period) {
    if (resource.way === 'APPROVAL') return { state: 'REQUESTED' as const };
    return { state: 'BOOKED' as const, checkInBy: checkInBy(resource, period, clock.now()) };
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
    if (!resource?.isOpen) return;
    const [unit] = await lockUnits(tx, [unitId]);
    if (unit?.isOut !== false) return;
    const findNext = () => lockNextInLine(tx, { ...freed, unitId }, clock.now());
    for (let next = await findNext(); next !== null; next = await findNext()) {
      await give(tx, emit, [next, resource], unitId);
    }
  }

  async function give(
    tx: Tx,
    emit: Emit,
    [next, resource]: readonly [BookingRow, ResourceRow],
    unitId: number,
  ): Promise<void> {
    const given = passedOn(resource, next);
    await updateBooking(tx, next.id, { unitId, ...given });
    const isAsked = given.state === 'REQUESTED';
    if (isAsked) await notifications.workArrived(tx, emit, { kind: 'bookingArrived' });
    const until = given.state === 'OFFERED' ? kstText(given.offeredUntil) : null;
    await notify(tx, emit, [next, resource], 'bookingOffered', { until, isAsked });
  }

  /** Notifies the member of a booking, unless the account was deleted. */
  async function notify<K extends Kind>(
    tx: Tx,
    emit: Emit,
    [{ memberId, startsAt }, resource]: readonly [Owned, ResourceRow],
    kind: K,
    more: Omit<Facts[K], 'name' | 'when'>,
  ): Promise<void> {
    if (memberId === null) return;
    const { name } = resource;
    const facts = { name, when: periodText(resource, startsAt), ...more } as Facts[K];
    await notifications.notify(tx, emit, { kind, facts, to: [memberId] });
  }

  /** Locks all that the bookings hold, before several of them are ended. */
  async function lockHeld(tx: Tx, rows: readonly BookingRow[]): Promise<void> {
    const ids = rows.flatMap(({ state, unitId }) => (state === 'WAITING' ? [] : (unitId ?? [])));
    if (ids.length > 0) await lockUnits(tx, ids);
  }

  /** Ends a booking; what it held goes to the next in line. */
  async function end(
    tx: Tx,
    emit: Emit,
    row: BookingRow,
    values: Partial<BookingRow>,
  ): Promise<void> {
    await updateBooking(tx, row.id, { endedAt: clock.now(), ...values });
    await passOn(tx, emit, row);
    if (row.state === 'REQUESTED') await notifications.workChanged(tx, emit);
  }

  return { granted, passOn, notify, lockHeld, end };
}
