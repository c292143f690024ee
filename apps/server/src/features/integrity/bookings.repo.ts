import { and, asc, isNotNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { bookingResources, bookings, bookingUnits } from '../../db/schema/index.ts';
import { HOLDING } from '../../domain/bookings/bookings.sql.ts';
import { drawOrder } from '../../domain/bookings/draw-order.ts';
import { type Found, foundOf } from './integrity.scan.ts';

/**
 * Bookings that break a promise: two of a unit at once, a unit of another resource, more than the quota of a week,
 * somebody in line behind the one who got the place, and a draw with another order than that of its seed.
 */
export async function compareBookings(db: Executor): Promise<Found> {
  const looked = await db.$count(bookings);
  const { rows } = await db.execute<{ place: string }>(sql`
    select 'bookings ' || b.id as place from ${bookings} b
      inner join ${bookings} other on other.unit_id = b.unit_id and other.id > b.id
      where b.state in ${HOLDING} and other.state in ${HOLDING}
        and b.starts_at < other.ends_at and b.ends_at > other.starts_at
    union select 'bookings ' || b.id from ${bookings} b
      inner join ${bookingUnits} u on u.id = b.unit_id where u.resource_id <> b.resource_id
    union select 'bookings ' || min(b.id) from ${bookings} b
      inner join ${bookingResources} r on r.id = b.resource_id
      where b.member_id is not null and b.created_at > r.quota_since
        and b.state in ('ENTERED', 'WAITING', 'OFFERED', 'REQUESTED', 'BOOKED', 'MISSED')
      group by r.id, b.member_id, date_trunc('week', b.starts_at at time zone 'Asia/Seoul')
      having count(*) > coalesce(r.weekly_count, 2147483647) or (r.span = 'SLOTS'
        and sum(extract(epoch from b.ends_at - b.starts_at)) / 60 > coalesce(r.weekly_minutes, 2147483647))
    union select 'bookings ' || b.id from ${bookings} b
      inner join ${bookings} later on later.resource_id = b.resource_id and later.starts_at = b.starts_at
        and later.draw_place > b.draw_place and later.state in ${HOLDING}
      where b.state = 'WAITING' and later.draw_place <= (select drawn_units from ${bookingResources} where id = b.resource_id)
    limit 200`);
  return foundOf(looked, [...rows.map(({ place }) => place), ...(await listWrongDraws(db))]);
}

async function listWrongDraws(db: Executor): Promise<string[]> {
  const drawn = await db
    .select()
    .from(bookingResources)
    .where(and(isNotNull(bookingResources.drawnAt), isNotNull(bookingResources.seed)))
    .orderBy(asc(bookingResources.id));
  const wrong: string[] = [];
  for (const { id, seed, termStartsOn } of drawn) {
    const { rows } = await db.execute<{ id: number }>(sql`select id from ${bookings}
      where resource_id = ${id} and draw_place is not null
        and starts_at = (${termStartsOn}::date)::timestamp at time zone 'Asia/Seoul'
      order by draw_place`);
    const places = rows.map((row) => row.id);
    const order = drawOrder(seed ?? '', places);
    if (order.some((entry, at) => entry !== places[at])) wrong.push(`booking_resources ${id}`);
  }
  return wrong;
}
