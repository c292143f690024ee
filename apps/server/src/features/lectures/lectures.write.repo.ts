import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  lectureMarks,
  lectureSlots,
  lectures,
  members,
  timetableHours,
} from '../../db/schema/index.ts';
import type { Authorised } from '../../domain/access/authorised.ts';
import { holdsRole } from '../../domain/access/roles.sql.ts';
import type { SlotRow } from './lectures.read.repo.ts';

type NewLecture = typeof lectures.$inferInsert;

export async function insertLecture(db: Executor, values: NewLecture) {
  const [row] = await db.insert(lectures).values(values).returning({ id: lectures.id });
  if (row === undefined) throw new Error('the lecture was not stored');
  return row.id;
}

export async function updateLecture(
  db: Executor,
  { id }: EditableLecture,
  values: Partial<NewLecture>,
) {
  await db.update(lectures).set(values).where(eq(lectures.id, id));
}

export async function replaceSlots(db: Executor, lectureId: number, slots: readonly SlotRow[]) {
  await db.delete(lectureSlots).where(eq(lectureSlots.lectureId, lectureId));
  if (slots.length === 0) return;
  await db.insert(lectureSlots).values(slotRowsOf(lectureId, slots));
}

/** The rows of a lecture's slots: the hours that they touch, and minutes off the full hour. */
export function slotRowsOf(
  lectureId: number,
  slots: readonly SlotRow[],
): (typeof lectureSlots.$inferInsert)[] {
  return slots.map(({ dow, from, to }, position) => ({
    lectureId,
    position,
    dow,
    startHour: Math.floor(from / 60),
    endHour: Math.ceil(to / 60),
    startMinute: from % 60 === 0 ? null : from,
    endMinute: to % 60 === 0 ? null : to,
  }));
}

/** Soft-deletes a lecture and removes it from all timetables. */
export async function removeLecture(db: Executor, { id }: EditableLecture, deletedAt: Date) {
  await db.update(lectures).set({ deletedAt, markedCount: 0 }).where(eq(lectures.id, id));
  await db.delete(timetableHours).where(eq(timetableHours.lectureId, id));
  await db.delete(lectureMarks).where(eq(lectureMarks.lectureId, id));
}

/** Locks lectures in the order of their ids; missing and removed ones are not in the result. */
export async function lockLectures(db: Executor, ids: readonly number[]) {
  const rows = await db
    .select({
      id: lectures.id,
      title: lectures.title,
      year: lectures.year,
      semester: lectures.semester,
      markedCount: lectures.markedCount,
      professorId: lectures.professorId,
      creatorId: lectures.creatorId,
      membersOnly: lectures.membersOnly,
      entryCode: lectures.entryCode,
      createdAt: lectures.createdAt,
    })
    .from(lectures)
    .where(and(inArray(lectures.id, [...ids]), isNull(lectures.deletedAt)))
    .orderBy(lectures.id)
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

type LockedLectures = Awaited<ReturnType<typeof lockLectures>>;
export type LockedLecture = LockedLectures extends Map<number, infer Lecture> ? Lecture : never;
export type EditableLecture = Authorised<'edit', LockedLecture>;

/** False for a withdrawn member. */
export async function isProfessorMember(db: Executor, memberId: number) {
  const isProfessor = holdsRole(members.id, 'PROFESSOR');
  const found = and(eq(members.id, memberId), isNull(members.withdrawnAt), isProfessor);
  return (await db.$count(members, found)) > 0;
}
