import type { Semester, Term } from '@naru/contract/timetable';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { lectureSlots, lectures, members } from '../../db/schema/index.ts';
import { type SlotRow, slots } from './lectures.read.repo.ts';
import { slotRowsOf } from './lectures.write.repo.ts';

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

type NewLecture = typeof lectures.$inferInsert;

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
