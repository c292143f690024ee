import type { Semester, Term } from '@naru/contract/timetable';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
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
import { lectureKey } from './lectures.key.ts';
import { type SlotRow, slots } from './lectures.read.repo.ts';

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
function slotRowsOf(
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

interface LectureIdentity {
  title: string;
  year: number;
  semester: number;
  professorId: number | null;
  professorName: string | null;
}

/** The oldest lecture with the title, term and professor of a new one; needs `lockTimes`. */
export async function findDuplicate(db: Executor, lecture: LectureIdentity) {
  const { year, semester, professorId } = lecture;
  const stored = await db
    .select({
      id: lectures.id,
      title: lectures.title,
      professorId: lectures.professorId,
      professorName: sql<string>`coalesce(${lectures.professorName}, ${members.nickname}, '')`,
    })
    .from(lectures)
    .leftJoin(members, and(eq(members.id, lectures.professorId), isNull(members.withdrawnAt)))
    .where(
      and(eq(lectures.year, year), eq(lectures.semester, semester), isNull(lectures.deletedAt)),
    )
    .orderBy(lectures.id);
  const professorName = lecture.professorName ?? (await nicknameOf(db, professorId));
  const key = lectureKey({ ...lecture, professorName });
  const isDuplicate = (one: (typeof stored)[number]) => {
    const isSameMember = professorId !== null && one.professorId === professorId;
    const name = isSameMember ? professorName : one.professorName;
    return lectureKey({ title: one.title, year, semester, professorName: name }) === key;
  };
  return stored.find(isDuplicate) ?? null;
}

async function nicknameOf(db: Executor, memberId: number | null): Promise<string> {
  if (memberId === null) return '';
  const [row] = await db
    .select({ nickname: members.nickname })
    .from(members)
    .where(eq(members.id, memberId));
  return row?.nickname ?? '';
}

/** Rows of one INSERT. */
const CHUNK = 100;

/** The lectures of some terms, oldest first, as an import compares them. */
export async function listForImport(db: Executor, terms: readonly Term[]) {
  const isOfTerm = terms.map(({ year, semester }) =>
    and(eq(lectures.year, year), eq(lectures.semester, semester)),
  );
  return db
    .select({
      id: lectures.id,
      title: lectures.title,
      year: lectures.year,
      semester: sql<Semester>`${lectures.semester}`,
      grade: lectures.grade,
      professorName: sql<string>`coalesce(${lectures.professorName}, ${members.nickname}, '')`,
      room: lectures.location,
      credit: lectures.credit,
      intro: lectures.intro,
      slots,
    })
    .from(lectures)
    .leftJoin(members, and(eq(members.id, lectures.professorId), isNull(members.withdrawnAt)))
    .where(and(isNull(lectures.deletedAt), or(...isOfTerm)))
    .orderBy(lectures.id);
}

/** Inserts lectures with their slots. */
export async function insertLectures(
  db: Executor,
  rows: readonly { values: NewLecture; slots: readonly SlotRow[] }[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK) {
    const chunk = rows.slice(at, at + CHUNK);
    const values = chunk.map((row) => row.values);
    const ids = await db.insert(lectures).values(values).returning({ id: lectures.id });
    const times = ids.flatMap(({ id }, index) => slotRowsOf(id, chunk[index]?.slots ?? []));
    if (times.length > 0) await db.insert(lectureSlots).values(times);
  }
}
