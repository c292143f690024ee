import { and, asc, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { bookingResources, bookings, bookingUnits, members } from '../../db/schema/index.ts';
import { at, isHolding, isOpen, isTaken, overlaps } from '../../domain/bookings/bookings.sql.ts';
import type { Period } from './bookings.periods.ts';

const TAKEN_MAX = 2_000;
const LISTED = 500;
const MISSED_DAYS = 180;

/** Resources with how many units they have, and how many nobody has now or in the term. */
export function listResources(db: Executor, now: Date, which: 'open' | 'all' | number = 'open') {
  const isShown = which === 'all' ? undefined : eq(bookingResources.isOpen, true);
  const isIt = typeof which === 'number' ? eq(bookingResources.id, which) : undefined;
  const first = sql`case when r.span = 'TERM'
    then r.term_starts_on::timestamp at time zone 'Asia/Seoul' else ${at(now)} end`;
  const last = sql`case when r.span = 'TERM'
    then (r.term_ends_on + 1)::timestamp at time zone 'Asia/Seoul' else ${at(now)} + interval '1 second' end`;
  // Of the one row of `r`: a column of the builder would lose its table in the list of what is selected.
  const ofUnits = (condition: SQL) => sql<number>`(select count(*)::integer
    from ${bookingUnits} u inner join ${bookingResources} r on r.id = u.resource_id
    where r.id = booking_resources.id and not u.is_out and ${condition})`;
  return db
    .select({
      row: bookingResources,
      units: ofUnits(sql`true`),
      free: ofUnits(sql`not ${isTaken(sql`u.id`, first, last)}`),
    })
    .from(bookingResources)
    .where(and(isShown, isIt))
    .orderBy(asc(bookingResources.name), asc(bookingResources.id));
}

export async function findListed(db: Executor, id: number, now: Date) {
  return (await listResources(db, now, id))[0] ?? null;
}

export function listUnits(db: Executor, resourceIds: readonly number[]) {
  return db
    .select()
    .from(bookingUnits)
    .where(inArray(bookingUnits.resourceId, [...resourceIds]))
    .orderBy(asc(bookingUnits.position), asc(bookingUnits.id));
}

/** Times that somebody has, without whom. */
export function listTaken(db: Executor, resourceId: number, period: Period) {
  return db
    .select({ unitId: bookings.unitId, startsAt: bookings.startsAt, endsAt: bookings.endsAt })
    .from(bookings)
    .where(
      and(
        eq(bookings.resourceId, resourceId),
        isHolding,
        isNotNull(bookings.unitId),
        overlaps(period),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(TAKEN_MAX);
}

export type DeskRow = Awaited<ReturnType<typeof selectDesk>>[number];

function selectDesk(db: Executor, now: Date) {
  const missed = sql<number>`(select count(*)::integer from ${bookings} missed
    where missed.member_id = ${members.id} and missed.state = 'MISSED'
      and missed.starts_at > ${at(now)} - make_interval(days => ${MISSED_DAYS}))`;
  return db
    .select({
      booking: bookings,
      resource: { name: bookingResources.name, span: bookingResources.span },
      unitName: bookingUnits.name,
      nickname: members.nickname,
      missed,
    })
    .from(bookings)
    .innerJoin(bookingResources, eq(bookingResources.id, bookings.resourceId))
    .leftJoin(bookingUnits, eq(bookingUnits.id, bookings.unitId))
    .leftJoin(members, eq(members.id, bookings.memberId))
    .$dynamic();
}

/** What staff see of a time of a resource: open bookings, of an earlier term too, and what nobody came to. */
export function listOfPeriod(
  db: Executor,
  { id, isTerm }: { id: number; isTerm: boolean },
  period: Period,
  now: Date,
) {
  const isShown = or(isOpen, eq(bookings.state, 'MISSED'));
  const isOfOther = isTerm ? and(isOpen, gt(bookings.endsAt, now)) : undefined;
  return selectDesk(db, now)
    .where(and(eq(bookings.resourceId, id), isShown, or(overlaps(period), isOfOther)))
    .orderBy(asc(bookings.startsAt), asc(bookingUnits.position), asc(bookings.id))
    .limit(LISTED);
}

/** What waits for approval. */
export function listRequests(db: Executor, now: Date) {
  return selectDesk(db, now)
    .where(eq(bookings.state, 'REQUESTED'))
    .orderBy(asc(bookings.createdAt), asc(bookings.id))
    .limit(LISTED);
}

/** Of what touches the time: hours count within it and until now, of what ended early until then. */
export function countUsage(db: Executor, { startsAt, endsAt }: Period, now: Date) {
  const until = at(endsAt < now ? endsAt : now);
  const isUsed = sql`(${bookings.state} = 'BOOKED'
    or ${bookings.state} = 'CANCELLED' and ${bookings.unitId} is not null
      and coalesce(${bookings.formerState}, 'BOOKED') = 'BOOKED' and ${bookings.endedAt} > ${bookings.startsAt})`;
  const isMissed = sql`${bookings.state} = 'MISSED'`;
  const end = sql`least(${bookings.endsAt}, ${until},
    case when ${bookings.state} = 'CANCELLED' then ${bookings.endedAt} end)`;
  const seconds = sql`greatest(0, extract(epoch from ${end}
    - greatest(${bookings.startsAt}, ${at(startsAt)})))`;
  return db
    .select({
      resourceId: bookingResources.id,
      name: bookingResources.name,
      span: bookingResources.span,
      bookings: sql<number>`(count(*) filter (where ${isUsed} or ${isMissed}))::integer`,
      hours: sql<number>`coalesce(round(sum(${seconds}) filter (where ${isUsed}) / 3600), 0)::integer`,
      missed: sql<number>`(count(*) filter (where ${isMissed}))::integer`,
      cancelled: sql<number>`(count(*) filter (where ${bookings.state} = 'CANCELLED'
        and ${bookings.unitId} is not null and coalesce(${bookings.formerState}, '') <> 'WAITING'))::integer`,
    })
    .from(bookingResources)
    .leftJoin(
      bookings,
      and(eq(bookings.resourceId, bookingResources.id), overlaps({ startsAt, endsAt })),
    )
    .groupBy(bookingResources.id)
    .orderBy(asc(bookingResources.name), asc(bookingResources.id));
}

/** Entries of the term of a lottery, by their numbers; after the draw by rank. */
export function listEntries(
  db: Executor,
  resourceId: number,
  { startsAt }: Period,
  isDrawn: boolean,
) {
  const { id, memberId, drawPlace, state } = bookings;
  const isOfTerm = and(eq(bookings.resourceId, resourceId), eq(bookings.startsAt, startsAt));
  return db
    .select({ id, memberId })
    .from(bookings)
    .where(and(isOfTerm, isDrawn ? isNotNull(drawPlace) : eq(state, 'ENTERED')))
    .orderBy(isDrawn ? asc(drawPlace) : asc(id));
}
