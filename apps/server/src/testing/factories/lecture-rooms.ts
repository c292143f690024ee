import { and, eq, sql } from 'drizzle-orm';
import { lectureMarks, lectures } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

let counter = 0;

/** A lecture room without slots; returns its id. */
export async function createLectureRoom(
  t: TestApp,
  values: Partial<typeof lectures.$inferInsert> = {},
): Promise<number> {
  counter += 1;
  const [row] = await t.db
    .insert(lectures)
    .values({
      title: `시험 강의실 ${counter}`,
      year: 2026,
      semester: 2,
      grade: 2,
      themeColor: '#2f6fdb',
      createdAt: t.clock.now(),
      ...values,
    })
    .returning({ id: lectures.id });
  if (row === undefined) throw new Error('no room was made');
  return row.id;
}

/** Adds the room to the member's timetable. */
export async function markRoom(
  t: TestApp,
  member: { id: number },
  lectureId: number,
): Promise<void> {
  await insertMark(t, { memberId: member.id, lectureId, createdAt: t.clock.now() });
}

/** Stores a lecture of a timetable, and counts it. */
export async function insertMark(
  t: TestApp,
  mark: typeof lectureMarks.$inferInsert,
): Promise<void> {
  await t.db.insert(lectureMarks).values(mark);
  await countMark(t, mark.lectureId, 1);
}

async function countMark(t: TestApp, lectureId: number, change: number): Promise<void> {
  await t.db
    .update(lectures)
    .set({ markedCount: sql`${lectures.markedCount} + ${change}` })
    .where(eq(lectures.id, lectureId));
}

/** Sets columns that no call can set. */
export async function changeRoom(
  t: TestApp,
  id: number,
  values: Partial<typeof lectures.$inferInsert>,
): Promise<void> {
  await t.db.update(lectures).set(values).where(eq(lectures.id, id));
}

export async function unmarkRoom(
  t: TestApp,
  member: { id: number },
  lectureId: number,
): Promise<void> {
  const { rowCount } = await t.db
    .delete(lectureMarks)
    .where(and(eq(lectureMarks.memberId, member.id), eq(lectureMarks.lectureId, lectureId)));
  await countMark(t, lectureId, -(rowCount ?? 0));
}
