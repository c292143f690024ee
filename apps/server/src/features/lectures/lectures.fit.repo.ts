import { type SQL, sql } from 'drizzle-orm';
import {
  lectureSlots,
  lectures,
  planEntries,
  planEntrySlots,
  planLectures,
  timetablePlans,
  timetableTimes,
} from '../../db/schema/index.ts';

/** No time of the lecture overlaps the member's timetable of its term. */
export function fitsInto(memberId: number): SQL {
  return isFreeOf(sql`select dow, start_minute, end_minute from ${timetableTimes}
    where member_id = ${memberId} and year = ${lectures.year} and semester = ${lectures.semester}`);
}

/** No time of the lecture overlaps the plan, if that is one for its term. */
export function fitsIntoPlan(planId: number): SQL {
  return isFreeOf(sql`select o.dow, ${startOf} as start_minute, ${endOf} as end_minute
    from ${timetablePlans} p
    join ${planLectures} pl on pl.plan_id = p.id
    join ${lectures} ol on ol.id = pl.lecture_id and ol.deleted_at is null
      and ol.year = p.year and ol.semester = p.semester
    join ${lectureSlots} o on o.lecture_id = ol.id
    where p.id = ${planId} and p.year = ${lectures.year} and p.semester = ${lectures.semester}
    union all
    select o.dow, o.start_minute, o.end_minute
    from ${timetablePlans} p
    join ${planEntries} e on e.plan_id = p.id
    join ${planEntrySlots} o on o.entry_id = e.id
    where p.id = ${planId} and p.year = ${lectures.year} and p.semester = ${lectures.semester}`);
}

const startOf = sql`coalesce(o.start_minute, o.start_hour * 60)`;
const endOf = sql`coalesce(o.end_minute, o.end_hour * 60)`;

/** `busy` is a table of dow, start_minute and end_minute. */
function isFreeOf(busy: SQL): SQL {
  return sql`not exists (select 1 from ${lectureSlots} s
    join lateral (${busy}) t on t.dow = s.dow
      and t.start_minute < coalesce(s.end_minute, s.end_hour * 60)
      and t.end_minute > coalesce(s.start_minute, s.start_hour * 60)
    where s.lecture_id = ${lectures.id})`;
}
