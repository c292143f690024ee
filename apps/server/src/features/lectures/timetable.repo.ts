import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor, Tx } from '../../db/client.ts';
import {
  lectureMarks,
  lectureSlots,
  lectures,
  timetableHours,
  timetableTimes,
} from '../../db/schema/index.ts';

/** Advisory lock: shared by timetable changes, exclusive for a change of a lecture's times. */
const TIMES_LOCK = 7_203_004;
/** Class of the advisory locks on one member's timetable. */
const MEMBER_LOCK = 7_203_005;

/**
 * Locks one member's timetable, and the times of all lectures against changes. Take it before any
 * other lock.
 */
export async function lockTimetable(tx: Tx, memberId: number) {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${TIMES_LOCK})`);
  await tx.execute(
    sql`select pg_advisory_xact_lock(${MEMBER_LOCK}::int, hashint8(${memberId}::bigint))`,
  );
}

/** Locks the times of lectures for a change; no timetable changes meanwhile. */
export async function lockTimes(tx: Tx) {
  await tx.execute(sql`select pg_advisory_xact_lock(${TIMES_LOCK})`);
}

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

/** Finds the lectures in a member's timetable that overlap with the given one. */
export async function findConflicts(db: Executor, memberId: number, lectureId: number) {
  const { rows } = await db.execute<{ id: number; title: string }>(sql`
    select distinct o.id, o.title
    from ${lectures} l
    join ${lectureSlots} s on s.lecture_id = l.id
    join ${timetableTimes} t on t.member_id = ${memberId} and t.year = l.year
      and t.semester = l.semester and t.dow = s.dow
      and t.start_minute < coalesce(s.end_minute, s.end_hour * 60)
      and t.end_minute > coalesce(s.start_minute, s.start_hour * 60)
    join ${lectures} o on o.id = t.lecture_id
    where l.id = ${lectureId} and o.id <> l.id
    order by o.id`);
  return rows;
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
 * lecture touches, too, stays with that one. Only the release before reads them. The order of the rows
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
