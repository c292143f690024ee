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
import type { LectureOwnership } from './lectures.policy.ts';
import type { SlotRow } from './lectures.read.repo.ts';

export interface LectureValues {
  title: string;
  year: number;
  semester: number;
  grade: number;
  intro: string;
  themeColor: string;
  location: string;
  credit: number | null;
  professorId: number | null;
  professorName: string | null;
  membersOnly: boolean;
}

export interface LockedLecture extends LectureOwnership {
  id: number;
  title: string;
  year: number;
  semester: number;
  markedCount: number;
}

export type EditableLecture = Authorised<'edit', LockedLecture>;

export async function insertLecture(
  db: Executor,
  values: LectureValues & { creatorId: number; createdAt: Date },
) {
  const [row] = await db.insert(lectures).values(values).returning({ id: lectures.id });
  if (row === undefined) throw new Error('the lecture was not stored');
  return row.id;
}

export async function updateLecture(
  db: Executor,
  { id }: EditableLecture,
  values: LectureValues & { updatedAt: Date },
) {
  await db.update(lectures).set(values).where(eq(lectures.id, id));
}

export async function replaceSlots(db: Executor, lectureId: number, slots: readonly SlotRow[]) {
  await db.delete(lectureSlots).where(eq(lectureSlots.lectureId, lectureId));
  if (slots.length === 0) return;
  await db.insert(lectureSlots).values(
    slots.map(({ dow, start, end }, position) => ({
      lectureId,
      position,
      dow,
      startHour: start,
      endHour: end,
    })),
  );
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
      createdAt: lectures.createdAt,
    })
    .from(lectures)
    .where(and(inArray(lectures.id, [...ids]), isNull(lectures.deletedAt)))
    .orderBy(lectures.id)
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** False for a withdrawn member. */
export async function isProfessorMember(db: Executor, memberId: number) {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(members.id, memberId),
        isNull(members.withdrawnAt),
        holdsRole(members.id, 'PROFESSOR'),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
