import type { SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { drawOrder } from '../../domain/bookings/draw-order.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Tools } from '../tools.ts';
import { findGraceEnd, type Pauses } from './bookings.grace.ts';
import {
  bookEntry,
  isToRemind,
  isUnanswered,
  listOverlooked,
  listUndrawn,
  lockEntries,
  markDrawn,
  placeInLine,
} from './bookings.jobs.repo.ts';
import { type Period, periodText, termOf } from './bookings.periods.ts';
import {
  type BookingRow,
  claimUnit,
  findResource,
  isMissed,
  isOfferOver,
  isPast,
  lockDue,
  updateBooking,
} from './bookings.repo.ts';
import type { Waiting } from './bookings.waiting.ts';

const NOT_ELIGIBLE = '추첨할 때 예약 권한이 없었습니다.';
const UNANSWERED = '시작 전에 승인되지 않았습니다.';
/** Rows of one transaction. */
const BATCH = 100;

interface Deps extends Pauses, Pick<Tools, 'db' | 'clock' | 'live' | 'notifications'> {
  waiting: Waiting;
}

/** What the time does: draws, offers that end, places that nobody came to, reminders. */
export function createBookingJobs({ db, clock, live, notifications, waiting, ...pauses }: Deps) {
  type Handle = (tx: Tx, emit: Emit, row: BookingRow) => Promise<void>;

  /** Handles all that are due, a batch in a transaction; returns how many. */
  async function each(which: (now: Date) => SQL | undefined, handle: Handle): Promise<number> {
    let total = 0;
    for (let size = BATCH; size === BATCH; total += size) {
      size = await live.transaction(async (tx, emit) => {
        const rows = await lockDue(tx, which(clock.now()), BATCH);
        for (const row of rows) await handle(tx, emit, row);
        return rows.length;
      });
    }
    return total;
  }

  const end =
    (state: 'EXPIRED' | 'MISSED', reason?: string): Handle =>
    async (tx, emit, row) => {
      await updateBooking(tx, row.id, { state, reason, endedAt: clock.now() });
      await waiting.passOn(tx, emit, row);
    };

  const leaveUnanswered: Handle = async (tx, emit, row) => {
    await end('EXPIRED', UNANSWERED)(tx, emit, row);
    await notify(tx, emit, row, 'bookingDecided');
    await notifications.workChanged(tx, emit);
  };

  const miss: Handle = async (tx, emit, row) => {
    await end('MISSED')(tx, emit, row);
    await notify(tx, emit, row, 'bookingMissed');
  };

  const remind: Handle = async (tx, emit, row) => {
    await updateBooking(tx, row.id, { remindedAt: clock.now() });
    await notify(tx, emit, row, 'bookingReminded');
  };

  async function notify(
    tx: Tx,
    emit: Emit,
    { resourceId, memberId, startsAt }: BookingRow,
    kind: 'bookingMissed' | 'bookingReminded' | 'bookingDecided',
  ): Promise<void> {
    const resource = await findResource(tx, resourceId);
    if (memberId === null || resource === null) return;
    const { name, place } = resource;
    const when = periodText(resource, startsAt);
    const facts = { name, place, when, isApproved: false, reason: UNANSWERED };
    await notifications.notify(tx, emit, { kind, facts, to: [memberId] });
  }

  /** The lottery with its term, locked; null once it was drawn. */
  async function lockLottery(tx: Tx, id: number) {
    const resource = await findResource(tx, id, 'update');
    const term = resource && termOf(resource);
    if (!resource || !term || resource.seed === null || resource.drawnAt !== null) return null;
    return { name: resource.name, seed: resource.seed, term };
  }

  /** Gives the units to the first of the order, and puts the others in line; returns how many got one. */
  async function giveAway(tx: Tx, resourceId: number, term: Period, order: readonly number[]) {
    let won = 0;
    for (const entry of order) {
      const unitId = await claimUnit(tx, { resourceId, unitId: null, ...term });
      if (unitId === null) break;
      won += 1;
      await bookEntry(tx, entry, { unitId, drawPlace: won });
    }
    await placeInLine(tx, order.slice(won), won + 1);
    await markDrawn(tx, resourceId, clock.now(), won);
    return won;
  }

  /** Members by their entries; those who may not book any more are cancelled. */
  async function takeEntries(tx: Tx, resourceId: number, term: Period) {
    const now = clock.now();
    const memberOf = new Map<number, number | null>();
    for (const { id, memberId, isEligible } of await lockEntries(tx, resourceId, term, now)) {
      if (isEligible) memberOf.set(id, memberId);
      else {
        await updateBooking(tx, id, { state: 'CANCELLED', reason: NOT_ELIGIBLE, endedAt: now });
      }
    }
    return memberOf;
  }

  /** Draws once: the lock of the resource ends every second try. */
  async function draw(id: number): Promise<number> {
    return live.transaction(async (tx, emit) => {
      const lottery = await lockLottery(tx, id);
      if (lottery === null) return 0;
      const { name, seed, term } = lottery;
      const memberOf = await takeEntries(tx, id, term);
      const order = drawOrder(seed, [...memberOf.keys()]);
      const won = await giveAway(tx, id, term, order);
      for (const hasWon of [true, false]) {
        const part = hasWon ? order.slice(0, won) : order.slice(won);
        const to = part.flatMap((entry) => memberOf.get(entry) ?? []);
        const facts = { name, hasWon };
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
    const isLenient = clock.now() <= (await findGraceEnd(pauses));
    for (const id of await listUndrawn(db, clock.now())) drawn += await draw(id);
    return {
      drawn,
      offers: isLenient ? 0 : await each(isOfferOver, end('EXPIRED')),
      missed: isLenient ? 0 : await each(isMissed, miss),
      unanswered: await each(isUnanswered, leaveUnanswered),
      passedOn: await passOnOverlooked(),
      past: await each(isPast, end('EXPIRED')),
      reminded: await each(isToRemind, remind),
    };
  };
}
