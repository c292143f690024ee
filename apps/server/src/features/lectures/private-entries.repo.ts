import type { Semester } from '@naru/contract/timetable';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { privateEntries, privateEntrySlots } from '../../db/schema/index.ts';
import type { SlotRow, TermFilter } from './lectures.read.repo.ts';

const columns = {
  id: privateEntries.id,
  title: privateEntries.title,
  place: privateEntries.place,
  themeColor: privateEntries.themeColor,
  year: privateEntries.year,
  semester: sql<Semester>`${privateEntries.semester}`,
  createdAt: privateEntries.createdAt,
  updatedAt: privateEntries.updatedAt,
  slots: sql<SlotRow[]>`(select coalesce(json_agg(json_build_object('dow', s.dow,
    'from', s.start_minute, 'to', s.end_minute) order by s.position), '[]')
    from ${privateEntrySlots} s where s.entry_id = ${privateEntries.id})`,
};

/** The private entries of a member, of one term or of all. */
export function listEntries(db: Executor, memberId: number, { year, semester }: TermFilter) {
  const isOfTerm = and(
    year === undefined ? undefined : eq(privateEntries.year, year),
    semester === undefined ? undefined : eq(privateEntries.semester, semester),
  );
  return db
    .select(columns)
    .from(privateEntries)
    .where(and(eq(privateEntries.memberId, memberId), isOfTerm))
    .orderBy(asc(privateEntries.id));
}

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

const isOwn = (memberId: number, id: number) =>
  and(eq(privateEntries.id, id), eq(privateEntries.memberId, memberId));

/** Null for another member's and a missing one. */
export async function findEntry(db: Executor, memberId: number, id: number) {
  const [row] = await db.select(columns).from(privateEntries).where(isOwn(memberId, id));
  return row ?? null;
}

export async function countEntries(
  db: Executor,
  memberId: number,
  { year, semester }: { year: number; semester: number },
) {
  const isOfTerm = and(eq(privateEntries.year, year), eq(privateEntries.semester, semester));
  return db.$count(privateEntries, and(eq(privateEntries.memberId, memberId), isOfTerm));
}

type NewEntry = typeof privateEntries.$inferInsert;

export async function insertEntry(db: Executor, values: NewEntry): Promise<number> {
  const [row] = await db.insert(privateEntries).values(values).returning({ id: privateEntries.id });
  if (row === undefined) throw new Error('the private entry was not stored');
  return row.id;
}

export async function updateEntry(db: Executor, id: number, values: Partial<NewEntry>) {
  await db.update(privateEntries).set(values).where(eq(privateEntries.id, id));
}

/** Also moves the times of the entry to its term. */
export async function replaceEntrySlots(db: Executor, entryId: number, slots: readonly SlotRow[]) {
  await db.delete(privateEntrySlots).where(eq(privateEntrySlots.entryId, entryId));
  await db.insert(privateEntrySlots).values(
    slots.map(({ dow, from, to }, position) => {
      return { entryId, position, dow, startMinute: from, endMinute: to };
    }),
  );
}

/** Removes own entries with their times; returns how many there were. */
export async function deleteEntries(db: Executor, memberId: number, ids: readonly number[]) {
  if (ids.length === 0) return 0;
  const isListed = and(eq(privateEntries.memberId, memberId), inArray(privateEntries.id, [...ids]));
  const { rowCount } = await db.delete(privateEntries).where(isListed);
  return rowCount ?? 0;
}
