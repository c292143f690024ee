import { OPEN_STATES } from '@naru/contract/booking-slots';
import type { BookingInput, OwnBooking } from '@naru/contract/bookings';
import { LIMITS } from '@naru/contract/limits';
import type { Tx } from '../../db/client.ts';
import { lockLivingMember } from '../../domain/access/members.repo.ts';
import { findOwn } from '../../domain/bookings/own-bookings.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import { createBatchedRead } from '../../platform/batched-read.ts';
import { addSeconds, kstDay, truncateToMinute } from '../../platform/clock.ts';
import { AppError, found } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { createDesk } from './bookings.desk.ts';
import { createBookingJobs } from './bookings.jobs.ts';
import { createReading } from './bookings.lists.ts';
import { createPauses, type Pause, type PauseDeps, putOff } from './bookings.pauses.ts';
import { checkInBy, isBookable, type Period } from './bookings.periods.ts';
import { presentOwn } from './bookings.present.ts';
import {
  type BookingRow,
  claimUnit,
  findResource,
  hasUnit,
  insertBooking,
  listClosures,
  lockBooking,
  lockOf,
  type ResourceRow,
  readUse,
  readWanted,
  type UnitRequest,
  updateBooking,
} from './bookings.repo.ts';
import { createResources } from './bookings.resources.ts';
import { createWaiting } from './bookings.waiting.ts';

/** Before the begin, from when on one checks in. */
const CHECK_IN_EARLY = 10 * 60;
/** How long a cancellation can be taken back. */
const RESTORE_SECONDS = 10 * 60;

/** Calls that share a look-up. */
const LOOK_UPS_AT_ONCE = 32;

type Deps = Pick<
  Tools,
  'db' | 'clock' | 'live' | 'audit' | 'notifications' | 'emailNames' | 'log'
> &
  PauseDeps;

export type BookingsService = ReturnType<typeof createBookingsService>;

/** Rooms, computers, lockers and kits: one engine for all that a department lends. */
export function createBookingsService(deps: Deps) {
  const { clock, live, notifications } = deps;
  const waiting = createWaiting(deps);
  const listPauses = createPauses(deps);
  // Most of many who want the last one are refused by one statement that they share, without a lock.
  const lookUp = createBatchedRead((keys: string[]) => readAll(deps.db, keys), {
    most: LOOK_UPS_AT_ONCE,
    retriesAlone: true,
  });
  const present = async (tx: Tx, { memberId }: Actor, id: number): Promise<OwnBooking> =>
    presentOwn(found(await findOwn(tx, memberId, id), 'BOOKING_NOT_FOUND'));

  /** Throws unless the member may have one more booking at this time. Needs the lock of the member. */
  async function requireQuota(
    tx: Tx,
    resource: ResourceRow,
    period: Period,
    memberId: number,
  ): Promise<void> {
    const { id: resourceId, weeklyCount, weeklyMinutes, span } = resource;
    const use = await readUse(tx, memberId, { resourceId, ...period }, clock.now());
    if (use.isDouble) throw new AppError('BOOKING_DOUBLE');
    const minutes = (Number(period.endsAt) - Number(period.startsAt)) / 60_000;
    const isOver =
      use.open >= LIMITS.bookingsOpen ||
      (weeklyCount !== null && use.count >= weeklyCount) ||
      (weeklyMinutes !== null && span === 'SLOTS' && use.minutes + minutes > weeklyMinutes);
    if (isOver) throw new AppError('BOOKING_QUOTA');
  }

  async function requireTime(tx: Tx, resource: ResourceRow, period: Period): Promise<void> {
    const now = clock.now();
    const closures = await listClosures(tx, kstDay(now), resource.id);
    if (!isBookable(resource, closures, period, now)) throw new AppError('BOOKING_CLOSED');
  }

  /** The member and the resource, locked in this order. */
  async function lockBoth(tx: Tx, memberId: number, resourceId: number): Promise<ResourceRow> {
    if (!(await lockLivingMember(tx, memberId))) throw new AppError('TOKEN_INVALID');
    const resource = await findResource(tx, resourceId, 'share');
    if (!resource?.isOpen) throw new AppError('BOOKING_RESOURCE_NOT_FOUND');
    return resource;
  }

  /** What a request becomes: an entry before the draw, else a unit, or a place in line. */
  async function placeOf(tx: Tx, resource: ResourceRow, request: UnitRequest & { waits: boolean }) {
    const { way, drawnAt, closesAt } = resource;
    if (way === 'LOTTERY' && drawnAt === null) {
      if (Number(closesAt) <= Number(clock.now())) throw new AppError('BOOKING_CLOSED');
      return { state: 'ENTERED' as const };
    }
    const unitId = await claimUnit(tx, request);
    if (unitId !== null) return { unitId, ...waiting.granted(resource, request) };
    if (!request.waits) throw new AppError('BOOKING_TAKEN');
    if (!(await hasUnit(tx, request))) throw new AppError('BOOKING_RESOURCE_NOT_FOUND');
    return { state: 'WAITING' as const, unitId: request.unitId };
  }

  async function announce(tx: Tx, emit: Emit, { state }: BookingRow, actor: Actor) {
    if (state !== 'REQUESTED') return;
    const actorId = actor.memberId;
    await notifications.workArrived(tx, emit, { kind: 'bookingArrived', actorId });
  }

  /** An own booking in one of the states, locked. */
  async function lockOwn(
    tx: Tx,
    { memberId }: Actor,
    id: number,
    states: readonly BookingRow['state'][],
  ): Promise<BookingRow> {
    const row = await lockBooking(tx, id);
    if (row?.memberId !== memberId) throw new AppError('BOOKING_NOT_FOUND');
    if (!states.includes(row.state)) throw new AppError('BOOKING_CHANGED');
    return row;
  }

  return {
    ...createReading(deps),
    desk: { ...createDesk({ ...deps, waiting }), ...createResources({ ...deps, waiting }) },
    runJobs: createBookingJobs({ ...deps, waiting, listPauses }),

    /**
     * Books a unit, asks for it, enters a draw, or joins the waiting list. The lock of the member keeps quotas in a
     * race, that of the unit two bookings apart.
     */
    async create(actor: Actor, input: BookingInput): Promise<OwnBooking> {
      const period = { startsAt: new Date(input.startsAt), endsAt: new Date(input.endsAt) };
      const { resourceId, waits } = input;
      const wanted = { resourceId, unitId: input.unitId ?? null, ...period };
      const known = await lookUp(keyOf(wanted));
      if (!known?.resource.isOpen) throw new AppError('BOOKING_RESOURCE_NOT_FOUND');
      const isDrawn = known.resource.way === 'LOTTERY' && known.resource.drawnAt === null;
      if (!waits && !isDrawn && !known.isFree) {
        const isFine = isBookable(known.resource, [], period, clock.now());
        throw new AppError(isFine ? 'BOOKING_TAKEN' : 'BOOKING_CLOSED');
      }
      return live.transaction(async (tx, emit) => {
        const resource = await lockBoth(tx, actor.memberId, resourceId);
        await requireTime(tx, resource, period);
        await requireQuota(tx, resource, period, actor.memberId);
        const place = await placeOf(tx, resource, { ...wanted, waits });
        const own = { resourceId, memberId: actor.memberId, ...period, createdAt: clock.now() };
        const row = await insertBooking(tx, { ...own, ...place });
        await announce(tx, emit, row, actor);
        return present(tx, actor, row.id);
      });
    },

    async checkIn(actor: Actor, id: number): Promise<OwnBooking> {
      const pauses = await listPauses();
      return deps.db.transaction(async (tx) => {
        const row = await lockOwn(tx, actor, id, ['BOOKED']);
        const now = clock.now();
        if (row.checkedInAt !== null) return present(tx, actor, id);
        if (now < addSeconds(row.startsAt, -CHECK_IN_EARLY)) {
          throw new AppError('BOOKING_TOO_EARLY');
        }
        if (now > row.endsAt) throw new AppError('BOOKING_CHECK_IN_OVER');
        requireCheckIn(row, pauses);
        await updateBooking(tx, id, { checkedInAt: now });
        return present(tx, actor, id);
      });
    },

    async accept(actor: Actor, id: number): Promise<OwnBooking> {
      const pauses = await listPauses();
      return live.transaction(async (tx, emit) => {
        const row = await lockOwn(tx, actor, id, ['OFFERED', 'REQUESTED', 'BOOKED']);
        if (row.state !== 'OFFERED') return present(tx, actor, id);
        requireOffer(row, pauses);
        const resource = found(await findResource(tx, row.resourceId), 'BOOKING_NOT_FOUND');
        const taken = await updateBooking(tx, id, waiting.granted(resource, row));
        await announce(tx, emit, taken, actor);
        return present(tx, actor, id);
      });
    },

    async cancel(actor: Actor, id: number): Promise<OwnBooking> {
      const pauses = await listPauses();
      return live.transaction(async (tx, emit) => {
        const row = await lockOwn(tx, actor, id, OPEN_STATES);
        const now = clock.now();
        if (row.endsAt <= now) throw new AppError('BOOKING_CHANGED');
        // Who did not check in in time cannot end it instead.
        if (row.state === 'BOOKED' && !row.checkedInAt) requireCheckIn(row, pauses);
        const resource = found(await findResource(tx, row.resourceId), 'BOOKING_NOT_FOUND');
        await waiting.end(tx, emit, row, cancelled(resource, row, now));
        return present(tx, actor, id);
      });
    },

    /** Takes the own cancellation back, with the same rules as a new booking. */
    async restore(actor: Actor, id: number): Promise<OwnBooking> {
      return live.transaction(async (tx, emit) => {
        const { memberId } = actor;
        if (!(await lockLivingMember(tx, memberId))) throw new AppError('TOKEN_INVALID');
        const row = await lockOwn(tx, actor, id, ['CANCELLED']);
        const { formerState, endedAt } = row;
        const isLate = endedAt === null || endedAt < addSeconds(clock.now(), -RESTORE_SECONDS);
        if (formerState === null || isLate) throw new AppError('BOOKING_CHANGED');
        const resource = await lockBoth(tx, memberId, row.resourceId);
        await requireTime(tx, resource, row);
        await requireQuota(tx, resource, row, memberId);
        const state = await stateAgain(tx, resource, row, formerState);
        const by = state === 'BOOKED' ? checkInBy(resource, row, clock.now()) : null;
        const again = { state, checkInBy: by, formerState: null, endedAt: null };
        const restored = await updateBooking(tx, id, again);
        await announce(tx, emit, restored, actor);
        return present(tx, actor, id);
      });
    },

    /** Frees what an account that is being deleted still has. */
    async erase(tx: Tx, emit: Emit, memberId: number): Promise<void> {
      for (const which of ['held', 'open'] as const) {
        const rows = await lockOf(tx, memberId, which, clock.now());
        await waiting.lockHeld(tx, rows);
        for (const row of rows) await waiting.end(tx, emit, row, { state: 'CANCELLED' });
      }
    },
  };

  async function stateAgain(
    tx: Tx,
    resource: ResourceRow,
    row: BookingRow,
    former: BookingRow['state'],
  ): Promise<BookingRow['state']> {
    if (former === 'WAITING') return former;
    if (former === 'ENTERED') {
      if (resource.drawnAt !== null) throw new AppError('BOOKING_CLOSED');
      return former;
    }
    if (former === 'OFFERED') requireOffer(row, []);
    if ((await claimUnit(tx, row)) === null) throw new AppError('BOOKING_TAKEN');
    return former;
  }

  function requireCheckIn(row: BookingRow, pauses: readonly Pause[]): void {
    if (row.checkInBy !== null && putOff(row.checkInBy, pauses) < clock.now()) {
      throw new AppError('BOOKING_CHECK_IN_OVER');
    }
  }

  function requireOffer({ offeredUntil, endsAt }: BookingRow, pauses: readonly Pause[]): void {
    const now = clock.now();
    const isLate = offeredUntil !== null && putOff(offeredUntil, pauses) < now;
    if (isLate || endsAt <= now) throw new AppError('BOOKING_CHANGED');
  }
}

/** The same for all who want the same. */
function keyOf({ resourceId, unitId, startsAt, endsAt }: UnitRequest): string {
  return [resourceId, unitId ?? 0, Number(startsAt), Number(endsAt)].join();
}

/** What is wanted by its key, with its resource and whether a unit is free. */
async function readAll(db: Tools['db'], keys: readonly string[]) {
  const wanted = keys.map((key) => {
    const [resourceId = 0, unitId = 0, startsAt = 0, endsAt = 0] = key.split(',').map(Number);
    const period = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
    return { key, resourceId, unitId: unitId || null, ...period };
  });
  return new Map((await readWanted(db, wanted)).map((found) => [found.request.key, found]));
}

/** One that has begun ends now and still counts; that of a term goes to the next one as a whole. */
function cancelled({ span }: ResourceRow, { state, startsAt }: BookingRow, now: Date) {
  if (state !== 'BOOKED' || startsAt > now || span === 'TERM') {
    return { state: 'CANCELLED', formerState: state } as const;
  }
  const minute = truncateToMinute(now);
  return { endsAt: minute > startsAt ? minute : addSeconds(startsAt, 60), checkInBy: null };
}
