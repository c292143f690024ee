import { and, asc, eq, gt, inArray, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { Executor, Tx } from '../../db/client.ts';
import { bookingResources, bookings, bookingUnits, members } from '../../db/schema/index.ts';
import { at, isOf, isTaken, mayBook, overlaps } from '../../domain/bookings/bookings.sql.ts';
import type { Pause } from './bookings.pauses.ts';
import type { Period } from './bookings.periods.ts';
import type { BookingRow } from './bookings.repo.ts';

const isOfTerm = isOf(eq(bookingResources.span, 'TERM'));
const isOfSlots = isOf(eq(bookingResources.span, 'SLOTS'));
const isAsked = isOf(eq(bookingResources.way, 'APPROVAL'));

/** Members in line who may get a unit; staff do not answer a request for slots or days that have begun. */
function mayGet(now: Date): SQL | undefined {
  return and(
    eq(bookings.state, 'WAITING'),
    gt(bookings.endsAt, now),
    or(gt(bookings.startsAt, now), isOfTerm, not(isAsked)),
    mayBook(now),
  );
}

/**
 * The next in line for a unit that is free at this time, locked: whose own time touches it and fits into what is free.
 * Suspended members and those without a proven role stay in line.
 */
export async function lockNextInLine(
  tx: Tx,
  { resourceId, unitId, ...freed }: Period & { resourceId: number; unitId: number },
  now: Date,
): Promise<BookingRow | null> {
  const [row] = await tx
    .select({ booking: bookings })
    .from(bookings)
    .innerJoin(members, eq(members.id, bookings.memberId))
    .where(
      and(
        eq(bookings.resourceId, resourceId),
        or(isNull(bookings.unitId), eq(bookings.unitId, unitId)),
        mayGet(now),
        overlaps(freed),
        not(isTaken(unitId, bookings.startsAt, bookings.endsAt)),
      ),
    )
    .orderBy(sql`${bookings.drawPlace} asc nulls last`, asc(bookings.id))
    .limit(1)
    .for('update', { of: bookings });
  return row?.booking ?? null;
}

/**
 * Units that somebody in line could have: a suspension that ended, a closed unit that is open again. What is cancelled
 * goes to the next one at once.
 */
export async function listOverlooked(db: Executor, now: Date, limit: number) {
  const { resourceId, startsAt, endsAt } = bookings;
  return db
    .select({ resourceId, unitId: sql<number>`min(${bookingUnits.id})`, startsAt, endsAt })
    .from(bookings)
    .innerJoin(members, eq(members.id, bookings.memberId))
    .innerJoin(bookingResources, eq(bookingResources.id, resourceId))
    .innerJoin(bookingUnits, eq(bookingUnits.resourceId, resourceId))
    .where(
      and(
        mayGet(now),
        eq(bookingUnits.isOut, false),
        or(isNull(bookings.unitId), eq(bookings.unitId, bookingUnits.id)),
        eq(bookingResources.isOpen, true),
        not(isTaken(bookingUnits.id, startsAt, endsAt)),
      ),
    )
    .groupBy(resourceId, startsAt, endsAt)
    .limit(limit);
}

/** Lotteries whose time for entries is over. */
export async function listUndrawn(db: Executor, now: Date): Promise<number[]> {
  const { id, way, drawnAt, closesAt } = bookingResources;
  const isDue = and(eq(way, 'LOTTERY'), isNull(drawnAt), lte(closesAt, now));
  return (await db.select({ id }).from(bookingResources).where(isDue)).map((row) => row.id);
}

/** The entries of a lottery with whether their members may get a unit, locked in order of ids. */
export function lockEntries(tx: Tx, resourceId: number, { startsAt }: Period, now: Date) {
  const { id, memberId, state } = bookings;
  const isEligible = sql<boolean>`exists (select from ${members}
    where ${members.id} = ${memberId} and ${mayBook(now)})`;
  const isOfTerm = and(eq(bookings.resourceId, resourceId), eq(bookings.startsAt, startsAt));
  return tx
    .select({ id, memberId, isEligible })
    .from(bookings)
    .where(and(isOfTerm, eq(state, 'ENTERED')))
    .orderBy(asc(id))
    .for('update');
}

export async function markDrawn(tx: Tx, id: number, drawnAt: Date, units: number): Promise<void> {
  const drawn = { drawnAt, drawnUnits: units };
  await tx.update(bookingResources).set(drawn).where(eq(bookingResources.id, id));
}

/** Puts those who got nothing in line, in the order of the draw; `first` is the rank of the first one. */
export async function placeInLine(tx: Tx, ids: readonly number[], first: number): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`update ${bookings} set state = 'WAITING', draw_place = ${first}::integer + rank - 1
    from unnest(${sql.param([...ids])}::bigint[]) with ordinality as line (entry, rank)
    where ${bookings.id} = entry and state = 'ENTERED'`);
}

/** Deadlines that are over, but for those of a pause after which members still may act. */
function isLate(deadline: typeof bookings.checkInBy, now: Date, pauses: readonly Pause[]) {
  const current = pauses.filter(({ until }) => now <= until);
  return and(
    lt(deadline, now),
    ...current.map(({ from, until }) => sql`${deadline} not between ${at(from)} and ${at(until)}`),
  );
}

export const isOfferOver = (now: Date, pauses: readonly Pause[]) =>
  and(eq(bookings.state, 'OFFERED'), isLate(bookings.offeredUntil, now, pauses));

export const isMissed = (now: Date, pauses: readonly Pause[]) =>
  and(
    eq(bookings.state, 'BOOKED'),
    isNull(bookings.checkedInAt),
    isLate(bookings.checkInBy, now, pauses),
  );

/** An entry or a place in line whose time is over. */
export const isPast = (now: Date) =>
  and(inArray(bookings.state, ['WAITING', 'ENTERED']), lt(bookings.endsAt, now));

/** Requests that staff did not answer in time, as `answerBy` has it. */
export function isUnanswered(now: Date): SQL | undefined {
  const { state, createdAt, startsAt, endsAt } = bookings;
  const by = sql`case when ${isOfTerm} or ${createdAt} >= ${startsAt} then ${endsAt} else ${startsAt} end`;
  return and(eq(state, 'REQUESTED'), sql`${by} <= ${at(now)}`);
}

/**
 * Bookings of which the member is to be reminded: an hour before slots, at nine of the day before for whole days.
 * Who booked later than that needs no reminder.
 */
export function isToRemind(now: Date): SQL | undefined {
  const { state, remindedAt, createdAt, startsAt } = bookings;
  const due = sql`${startsAt} - case when ${isOfSlots} then interval '1 hour' else interval '15 hours' end`;
  return and(
    eq(state, 'BOOKED'),
    isNull(remindedAt),
    gt(startsAt, now),
    sql`${due} <= ${at(now)} and ${createdAt} <= ${due}`,
  );
}
