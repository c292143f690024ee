import type { SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { drawOrder } from '../../domain/bookings/draw-order.ts';
import type { Emit } from '../../domain/live/live.ts';
import { addSeconds } from '../../platform/clock.ts';
import { found } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import {
  isMissed,
  isOfferOver,
  isPast,
  isToRemind,
  isUnanswered,
  listOverlooked,
  listUndrawn,
  lockEntries,
  markDrawn,
  placeInLine,
} from './bookings.jobs.repo.ts';
import { type Pause, putOff } from './bookings.pauses.ts';
import { type Period, termOf } from './bookings.periods.ts';
import {
  type BookingRow,
  claimUnit,
  findResource,
  lockBookings,
  lockUnits,
  updateBooking,
} from './bookings.repo.ts';
import type { Waiting } from './bookings.waiting.ts';

const NOT_ELIGIBLE = '추첨할 때 예약 권한이 없었습니다.';
const UNANSWERED = '시작 전에 승인되지 않았습니다.';
/** Rows of one transaction. */
const BATCH = 100;
/** After the end of a booking, how long its member is still notified of what became of it. */
const STALE_SECONDS = 60 * 60;

interface Deps extends Pick<Tools, 'db' | 'clock' | 'live' | 'notifications'> {
  waiting: Waiting;
  listPauses: () => Promise<Pause[]>;
}

/** What the time does: draws, offers that end, places that nobody came to, reminders. */
export function createBookingJobs(deps: Deps) {
  const { db, clock, live, notifications, waiting, listPauses } = deps;
  type Handle = (tx: Tx, emit: Emit, row: BookingRow) => Promise<void>;

  /** Handles all that are due, a batch in a transaction; returns how many. */
  async function each(which: (now: Date) => SQL | undefined, handle: Handle): Promise<number> {
    let total = 0;
    for (let size = BATCH; size === BATCH; total += size) {
      size = await live.transaction(async (tx, emit) => {
        const rows = await lockBookings(tx, which(clock.now()), BATCH);
        if (handle !== remind) await waiting.lockHeld(tx, rows);
        for (const row of rows) await handle(tx, emit, row);
        return rows.length;
      });
    }
    return total;
  }

  const resourceOf = async (tx: Tx, { resourceId }: BookingRow) =>
    found(await findResource(tx, resourceId), 'BOOKING_RESOURCE_NOT_FOUND');
  const isStale = ({ endsAt }: BookingRow) => addSeconds(endsAt, STALE_SECONDS) < clock.now();

  const expire: Handle = (tx, emit, row) => waiting.end(tx, emit, row, { state: 'EXPIRED' });

  const leaveUnanswered: Handle = async (tx, emit, row) => {
    await waiting.end(tx, emit, row, { state: 'EXPIRED', reason: UNANSWERED });
    if (isStale(row)) return;
    const facts = { isApproved: false, reason: UNANSWERED };
    await waiting.notify(tx, emit, [row, await resourceOf(tx, row)], 'bookingDecided', facts);
  };

  /** Who could not check in until the end, because of a pause, misses nothing. */
  const miss =
    (pauses: readonly Pause[]): Handle =>
    async (tx, emit, row) => {
      const by = row.checkInBy ?? row.endsAt;
      const until = putOff(by, pauses);
      if (until > by && row.endsAt <= until) {
        await updateBooking(tx, row.id, { checkInBy: null });
        return;
      }
      await waiting.end(tx, emit, row, { state: 'MISSED' });
      if (isStale(row)) return;
      await waiting.notify(tx, emit, [row, await resourceOf(tx, row)], 'bookingMissed', {});
    };

  const remind: Handle = async (tx, emit, row) => {
    await updateBooking(tx, row.id, { remindedAt: clock.now() });
    const resource = await resourceOf(tx, row);
    const facts = { place: resource.place };
    await waiting.notify(tx, emit, [row, resource], 'bookingReminded', facts);
  };

  /** Members by their entries; those who may not book any more are cancelled. */
  async function takeEntries(tx: Tx, resourceId: number, term: Period) {
    const now = clock.now();
    const memberOf = new Map<number, number | null>();
    for (const { id, memberId, isEligible } of await lockEntries(tx, resourceId, term, now)) {
      if (isEligible) memberOf.set(id, memberId);
      else {
        const cancelled = { state: 'CANCELLED', reason: NOT_ELIGIBLE, endedAt: now } as const;
        await updateBooking(tx, id, cancelled);
      }
    }
    return memberOf;
  }

  /** Gives the units to the first of the order, and puts the others in line; returns how many got one. */
  async function giveAway(tx: Tx, resourceId: number, term: Period, order: readonly number[]) {
    let won = 0;
    await lockUnits(tx, { resourceId });
    for (const entry of order) {
      const unitId = await claimUnit(tx, { resourceId, unitId: null, ...term });
      if (unitId === null) break;
      won += 1;
      await updateBooking(tx, entry, { state: 'BOOKED', unitId, drawPlace: won });
    }
    await placeInLine(tx, order.slice(won), won + 1);
    await markDrawn(tx, resourceId, clock.now(), won);
    return won;
  }

  /** Draws once: the lock of the resource ends every second try. */
  async function draw(id: number): Promise<number> {
    return live.transaction(async (tx, emit) => {
      const resource = await findResource(tx, id, 'update');
      const term = resource && termOf(resource);
      if (!resource || !term || resource.seed === null || resource.drawnAt !== null) return 0;
      const memberOf = await takeEntries(tx, id, term);
      const order = drawOrder(resource.seed, [...memberOf.keys()]);
      const won = await giveAway(tx, id, term, order);
      for (const hasWon of [true, false]) {
        const part = hasWon ? order.slice(0, won) : order.slice(won);
        const to = part.flatMap((entry) => memberOf.get(entry) ?? []);
        const facts = { name: resource.name, hasWon };
        await notifications.notify(tx, emit, { kind: 'bookingDrawn', facts, to });
      }
      return order.length;
    });
  }

  async function passOnOverlooked(): Promise<number> {
    const overlooked = await listOverlooked(db, clock.now(), BATCH);
    for (const freed of overlooked) {
      await live.transaction((tx, emit) => waiting.passOn(tx, emit, freed));
    }
    return overlooked.length;
  }

  return async (): Promise<Record<string, number>> => {
    let drawn = 0;
    const pauses = await listPauses();
    for (const id of await listUndrawn(db, clock.now())) drawn += await draw(id);
    return {
      drawn,
      offers: await each((now) => isOfferOver(now, pauses), expire),
      missed: await each((now) => isMissed(now, pauses), miss(pauses)),
      unanswered: await each(isUnanswered, leaveUnanswered),
      passedOn: await passOnOverlooked(),
      past: await each(isPast, expire),
      reminded: await each(isToRemind, remind),
    };
  };
}
