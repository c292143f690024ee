import type { ErrorBody } from '@naru/contract/error-body';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  lectureMarks,
  lectureSlots,
  lectures,
  privateEntries,
  timetableHours,
  timetableTimes,
} from '../../db/schema/index.ts';
import type { SlotRow } from './lectures.read.repo.ts';

/** Returns false when the member has the lecture already. */
export async function insertMark(db: Executor, values: typeof lectureMarks.$inferInsert) {
  const { rowCount } = await db.insert(lectureMarks).values(values).onConflictDoNothing();
  return rowCount === 1;
}

/** Removes lectures from a member's timetable; returns the ids that were in it. */
export async function deleteMarks(db: Executor, memberId: number, lectureIds: readonly number[]) {
  const isListed = (table: typeof lectureMarks | typeof timetableHours) =>
    and(eq(table.memberId, memberId), inArray(table.lectureId, [...lectureIds]));
  const rows = await db
    .delete(lectureMarks)
    .where(isListed(lectureMarks))
    .returning({ lectureId: lectureMarks.lectureId });
  await db.delete(timetableHours).where(isListed(timetableHours));
  return rows.map(({ lectureId }) => lectureId);
}

/** Changes how many members have each lecture; returns the new counts by lecture id. */
export async function addToMarkedCount(
  db: Executor,
  lectureIds: readonly number[],
  change: 1 | -1,
) {
  const rows = await db
    .update(lectures)
    .set({ markedCount: sql`${lectures.markedCount} + ${change}` })
    .where(inArray(lectures.id, [...lectureIds]))
    .returning({ id: lectures.id, markedCount: lectures.markedCount });
  return new Map(rows.map(({ id, markedCount }) => [id, markedCount]));
}

/** Counts the member's lectures in a term. */
export async function countTerm(
  db: Executor,
  memberId: number,
  term: { year: number; semester: number },
) {
  const isOfTerm = and(eq(lectures.year, term.year), eq(lectures.semester, term.semester));
  const ids = db.select({ id: lectures.id }).from(lectures).where(isOfTerm);
  const isMarked = and(eq(lectureMarks.memberId, memberId), inArray(lectureMarks.lectureId, ids));
  return db.$count(lectureMarks, isMarked);
}

/** What a timetable has at the time of something else. */
type Conflict = NonNullable<ErrorBody['conflicts']>[number];

/**
 * Finds what overlaps with `wanted`, a table of year, semester, dow, start_minute and end_minute, among
 * the times `t` that are of something else.
 */
async function findOverlaps(
  db: Executor,
  memberId: number,
  wanted: SQL,
  isOther: SQL,
): Promise<Conflict[]> {
  const { rows } = await db.execute<{ id: number; title: string; isEntry: boolean }>(sql`
    select distinct t.entry_id is not null as "isEntry", coalesce(o.id, e.id) as id,
      coalesce(o.title, e.title) as title
    from (${wanted}) w
    join ${timetableTimes} t on t.member_id = ${memberId} and t.year = w.year
      and t.semester = w.semester and t.dow = w.dow
      and t.start_minute < w.end_minute and t.end_minute > w.start_minute
    left join ${lectures} o on o.id = t.lecture_id
    left join ${privateEntries} e on e.id = t.entry_id
    where ${isOther}
    order by 1, 2`);
  return rows.map(({ isEntry, ...row }) => (isEntry ? { ...row, isEntry } : row));
}

/** Finds what a member's timetable has at the times of a lecture. */
export function findConflicts(db: Executor, memberId: number, lectureId: number) {
  const wanted = sql`select l.year, l.semester, s.dow,
      coalesce(s.start_minute, s.start_hour * 60) as start_minute,
      coalesce(s.end_minute, s.end_hour * 60) as end_minute
    from ${lectures} l join ${lectureSlots} s on s.lecture_id = l.id where l.id = ${lectureId}`;
  const isOther = sql`t.lecture_id is distinct from ${lectureId}`;
  return findOverlaps(db, memberId, wanted, isOther);
}

/** Finds what a member's timetable has at these times of a term, except for one private entry. */
export function findConflictsOf(
  db: Executor,
  memberId: number,
  { year, semester, slots }: { year: number; semester: number; slots: readonly SlotRow[] },
  entryId?: number,
) {
  const wanted = sql`select ${year}::int as year, ${semester}::int as semester, s.dow,
      s."from" as start_minute, s."to" as end_minute
    from jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) as s(dow int, "from" int, "to" int)`;
  const isOther = entryId === undefined ? sql`true` : sql`t.entry_id is distinct from ${entryId}`;
  return findOverlaps(db, memberId, wanted, isOther);
}

/** True when a lecture overlaps another one in the timetable of any member; needs `lockTimes`. */
export async function hasClash(db: Executor, lectureId: number): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (
      select 1 from ${timetableTimes} t
      join ${timetableTimes} o on o.member_id = t.member_id and o.year = t.year
        and o.semester = t.semester and o.dow = t.dow
        and o.start_minute < t.end_minute and o.end_minute > t.start_minute
        and o.lecture_id <> t.lecture_id
      where t.lecture_id = ${lectureId}) as found`);
  return rows[0]?.found === true;
}

/**
 * Inserts the hours that a lecture touches for one member, or for all who have it; an hour that another
 * lecture touches, too, stays with that one. Only the previous release reads them. The order of the rows
 * prevents deadlocks.
 */
export async function insertHours(db: Executor, lectureId: number, memberId?: number) {
  const isMember = memberId === undefined ? sql`` : sql`and k.member_id = ${memberId}`;
  await db.execute(sql`
    insert into ${timetableHours} (member_id, year, semester, dow, hour, lecture_id)
    select k.member_id, l.year, l.semester, s.dow, h, l.id
    from ${lectureMarks} k
    join ${lectures} l on l.id = k.lecture_id
    join ${lectureSlots} s on s.lecture_id = l.id
    cross join generate_series(s.start_hour, s.end_hour - 1) as h
    where k.lecture_id = ${lectureId} ${isMember}
    order by k.member_id, s.dow, h
    on conflict (member_id, year, semester, dow, hour) do nothing`);
}

export async function replaceHours(db: Executor, lectureId: number): Promise<void> {
  await db.delete(timetableHours).where(eq(timetableHours.lectureId, lectureId));
  await insertHours(db, lectureId);
}

/** Does nothing when the member does not have the lecture. */
export async function updateSeen(
  db: Executor,
  { memberId, lectureId, seenAt }: { memberId: number; lectureId: number; seenAt: Date },
) {
  await db
    .update(lectureMarks)
    .set({ seenAt })
    .where(and(eq(lectureMarks.memberId, memberId), eq(lectureMarks.lectureId, lectureId)));
}
