import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Executor, Tx } from '../../db/client.ts';
import { lectureMarks, lectureSlots, lectures, timetableHours } from '../../db/schema/index.ts';

/** Any fixed number. Marks share it; a change of a lecture's times needs it alone. */
const TIMES_LOCK = 7_203_004;
/** Class of the locks that let one change at a time at a member's timetable. */
const MEMBER_LOCK = 7_203_005;

/**
 * Lets this transaction change the timetable of one member: no other one changes it meanwhile, and no
 * lecture changes its times. Before any other lock.
 */
export async function lockTimetable(tx: Tx, memberId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${TIMES_LOCK})`);
  await tx.execute(
    sql`select pg_advisory_xact_lock(${MEMBER_LOCK}::int, hashint8(${memberId}::bigint))`,
  );
}

/** Lets this transaction change times of a lecture: nobody's timetable changes meanwhile. */
export async function lockTimes(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TIMES_LOCK})`);
}

/** False when the member has the lecture already. */
export async function insertMark(
  db: Executor,
  values: { memberId: number; lectureId: number; createdAt: Date; seenAt: Date },
): Promise<boolean> {
  const rows = await db
    .insert(lectureMarks)
    .values(values)
    .onConflictDoNothing()
    .returning({ lectureId: lectureMarks.lectureId });
  return rows.length > 0;
}

/** Takes lectures out of a member's timetable; answers those that were in it. */
export async function deleteMarks(
  db: Executor,
  memberId: number,
  lectureIds: readonly number[],
): Promise<number[]> {
  const isOne = inArray(lectureMarks.lectureId, [...lectureIds]);
  const rows = await db
    .delete(lectureMarks)
    .where(and(eq(lectureMarks.memberId, memberId), isOne))
    .returning({ lectureId: lectureMarks.lectureId });
  await db
    .delete(timetableHours)
    .where(
      and(
        eq(timetableHours.memberId, memberId),
        inArray(timetableHours.lectureId, [...lectureIds]),
      ),
    );
  return rows.map(({ lectureId }) => lectureId);
}

/** Adds to the number of members who have each of the lectures; answers the new numbers. */
export async function addToMarkedCount(
  db: Executor,
  lectureIds: readonly number[],
  change: 1 | -1,
): Promise<Map<number, number>> {
  const rows = await db
    .update(lectures)
    .set({ markedCount: sql`${lectures.markedCount} + ${change}` })
    .where(inArray(lectures.id, [...lectureIds]))
    .returning({ id: lectures.id, markedCount: lectures.markedCount });
  return new Map(rows.map(({ id, markedCount }) => [id, markedCount]));
}

/** How many lectures of the lecture's term the member has. */
export async function countTerm(
  db: Executor,
  memberId: number,
  term: { year: number; semester: number },
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(lectureMarks)
    .innerJoin(lectures, eq(lectures.id, lectureMarks.lectureId))
    .where(
      and(
        eq(lectureMarks.memberId, memberId),
        eq(lectures.year, term.year),
        eq(lectures.semester, term.semester),
      ),
    );
  return row?.total ?? 0;
}

/** Lectures of a member's timetable that take an hour which another lecture needs, by id. */
export async function findInTheWay(
  db: Executor,
  memberId: number,
  lectureId: number,
): Promise<{ id: number; title: string }[]> {
  const { rows } = await db.execute<{ id: number; title: string }>(sql`
    select distinct o.id, o.title
    from ${lectures} l
    join ${lectureSlots} s on s.lecture_id = l.id
    join ${timetableHours} t on t.member_id = ${memberId} and t.year = l.year
      and t.semester = l.semester and t.dow = s.dow
      and t.hour >= s.start_hour and t.hour < s.end_hour
    join ${lectures} o on o.id = t.lecture_id
    where l.id = ${lectureId} and o.id <> l.id
    order by o.id`);
  return rows;
}

/**
 * Fills in the hours of a lecture for one member, or for all who have it. False when an hour is
 * taken: the key of the table decides, whoever else writes at the same time. Hours go in sorted, so
 * that two writers wait for each other in one direction only.
 */
export async function insertHours(
  db: Executor,
  lectureId: number,
  memberId?: number,
): Promise<boolean> {
  const isMember = memberId === undefined ? sql`` : sql`and k.member_id = ${memberId}`;
  const hours = sql`
    from ${lectureMarks} k
    join ${lectures} l on l.id = k.lecture_id
    join ${lectureSlots} s on s.lecture_id = l.id
    cross join generate_series(s.start_hour, s.end_hour - 1) as h
    where k.lecture_id = ${lectureId} ${isMember}`;
  const { rows } = await db.execute<{ isWhole: boolean }>(sql`
    with taken as (
      insert into ${timetableHours} (member_id, year, semester, dow, hour, lecture_id)
      select k.member_id, l.year, l.semester, s.dow, h, l.id ${hours}
      order by k.member_id, s.dow, h
      on conflict (member_id, year, semester, dow, hour) do nothing
      returning 1)
    select (select count(*) from taken) = (select count(*) ${hours}) as "isWhole"`);
  return rows[0]?.isWhole === true;
}

/** Frees the hours of a lecture in all timetables. */
export async function deleteHours(db: Executor, lectureId: number): Promise<void> {
  await db.delete(timetableHours).where(eq(timetableHours.lectureId, lectureId));
}

/** The member has looked into the room now; nothing happens when it does not have the lecture. */
export async function updateSeen(
  db: Executor,
  values: { memberId: number; lectureId: number; seenAt: Date },
): Promise<void> {
  await db
    .update(lectureMarks)
    .set({ seenAt: values.seenAt })
    .where(
      and(eq(lectureMarks.memberId, values.memberId), eq(lectureMarks.lectureId, values.lectureId)),
    );
}
