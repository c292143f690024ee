import type { Semester, Term } from '@naru/contract/timetable';
import { and, asc, eq, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  lectureMarks,
  lectures,
  members,
  planEntries,
  planEntrySlots,
  planLectures,
  timetablePlans,
} from '../../db/schema/index.ts';
import {
  isLive,
  isProfessor,
  lectureColumns,
  order,
  type SlotRow,
  type TermFilter,
} from './lectures.read.repo.ts';

interface PlanFilter extends TermFilter {
  id?: number;
  /** Instead of those that are there: those deleted since then. */
  deletedSince?: Date;
}

function isWanted({ id, year, semester, deletedSince }: PlanFilter): SQL | undefined {
  return and(
    id === undefined ? undefined : eq(timetablePlans.id, id),
    year === undefined ? undefined : eq(timetablePlans.year, year),
    semester === undefined ? undefined : eq(timetablePlans.semester, semester),
    deletedSince === undefined
      ? isNull(timetablePlans.deletedAt)
      : gte(timetablePlans.deletedAt, deletedSince),
  );
}

/** The plans of a member with what is in them, oldest first. */
export async function listPlans(db: Executor, memberId: number, filter: PlanFilter) {
  const rows = await db
    .select({
      id: timetablePlans.id,
      name: timetablePlans.name,
      year: timetablePlans.year,
      semester: sql<Semester>`${timetablePlans.semester}`,
    })
    .from(timetablePlans)
    .where(and(eq(timetablePlans.memberId, memberId), isWanted(filter)))
    .orderBy(asc(timetablePlans.id));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lectureRows = await listPlanLectures(db, memberId, ids);
  const entryRows = await listPlanEntries(db, ids);
  return rows.map((row) => ({
    ...row,
    lectures: lectureRows.filter(({ planId }) => planId === row.id),
    entries: entryRows.filter(({ planId }) => planId === row.id),
  }));
}

export type PlanRow = Awaited<ReturnType<typeof listPlans>>[number];

/** Also those that were removed or are in another term by now. */
function listPlanLectures(db: Executor, memberId: number, planIds: readonly number[]) {
  return db
    .select({
      planId: planLectures.planId,
      deletedAt: lectures.deletedAt,
      ...lectureColumns(memberId),
    })
    .from(planLectures)
    .innerJoin(lectures, eq(lectures.id, planLectures.lectureId))
    .leftJoin(members, isProfessor)
    .where(inArray(planLectures.planId, [...planIds]))
    .orderBy(...order);
}

function listPlanEntries(db: Executor, planIds: readonly number[]) {
  return db
    .select({
      planId: planEntries.planId,
      id: planEntries.id,
      title: planEntries.title,
      place: planEntries.place,
      themeColor: planEntries.themeColor,
      createdAt: planEntries.createdAt,
      updatedAt: planEntries.updatedAt,
      slots: sql<SlotRow[]>`(select coalesce(json_agg(json_build_object('dow', s.dow,
        'from', s.start_minute, 'to', s.end_minute) order by s.position), '[]')
        from ${planEntrySlots} s where s.entry_id = ${planEntries.id})`,
    })
    .from(planEntries)
    .where(inArray(planEntries.planId, [...planIds]))
    .orderBy(asc(planEntries.id));
}

/** The lectures that a member has marked in a term. */
export function listMarkedIn(db: Executor, memberId: number, { year, semester }: Term) {
  const isOfTerm = and(eq(lectures.year, year), eq(lectures.semester, semester), isLive);
  return db
    .select(lectureColumns(memberId))
    .from(lectureMarks)
    .innerJoin(lectures, eq(lectures.id, lectureMarks.lectureId))
    .leftJoin(members, isProfessor)
    .where(and(eq(lectureMarks.memberId, memberId), isOfTerm))
    .orderBy(...order);
}

/** Those of the lectures in whose rooms the member wrote a post that is still there. */
export async function findRoomsWithPosts(
  db: Executor,
  { id, seal }: { id: number; seal: Buffer },
  lectureIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select l.id from ${lectures} l
    where l.id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(lectureIds)}::jsonb))
      and exists (select from posts p where p.lecture_id = l.id and p.deleted_at is null
        and (p.author_id = ${id} or p.author_seal = ${seal}::bytea))`);
  return new Set(rows.map((row) => row.id));
}

export async function hasPlan(db: Executor, memberId: number, id: number): Promise<boolean> {
  const isOwn = and(eq(timetablePlans.memberId, memberId), isWanted({ id }));
  return (await db.$count(timetablePlans, isOwn)) > 0;
}

export function countPlans(db: Executor, memberId: number, { year, semester }: Term) {
  const isOfTerm = isWanted({ year, semester });
  return db.$count(timetablePlans, and(eq(timetablePlans.memberId, memberId), isOfTerm));
}

export async function insertPlan(db: Executor, values: typeof timetablePlans.$inferInsert) {
  const [row] = await db.insert(timetablePlans).values(values).returning({ id: timetablePlans.id });
  if (row === undefined) throw new Error('the plan was not stored');
  return row.id;
}

export async function updatePlan(
  db: Executor,
  id: number,
  values: Partial<Pick<typeof timetablePlans.$inferInsert, 'name' | 'updatedAt' | 'deletedAt'>>,
): Promise<void> {
  await db.update(timetablePlans).set(values).where(eq(timetablePlans.id, id));
}

/** Erases what the member deleted before. */
export async function eraseDeletedPlans(db: Executor, memberId: number): Promise<void> {
  const isOwn = eq(timetablePlans.memberId, memberId);
  await db.delete(timetablePlans).where(and(isOwn, isNotNull(timetablePlans.deletedAt)));
}

export async function insertPlanLectures(
  db: Executor,
  planId: number,
  lectureIds: readonly number[],
  createdAt: Date,
): Promise<void> {
  if (lectureIds.length === 0) return;
  const rows = lectureIds.map((lectureId) => ({ planId, lectureId, createdAt }));
  await db.insert(planLectures).values(rows);
}

export async function deletePlanLectures(
  db: Executor,
  planId: number,
  lectureIds: readonly number[],
): Promise<void> {
  if (lectureIds.length === 0) return;
  const isListed = inArray(planLectures.lectureId, [...lectureIds]);
  await db.delete(planLectures).where(and(eq(planLectures.planId, planId), isListed));
}

interface EntryValues {
  title: string;
  place: string;
  themeColor: string;
  slots: readonly SlotRow[];
}

export async function insertPlanEntry(
  db: Executor,
  planId: number,
  { slots, title, place, themeColor }: EntryValues,
  createdAt: Date,
): Promise<void> {
  const values = { planId, title, place, themeColor, createdAt };
  const [row] = await db.insert(planEntries).values(values).returning({ id: planEntries.id });
  if (row === undefined) throw new Error('the private entry was not stored');
  await insertSlots(db, row.id, slots);
}

export async function updatePlanEntry(
  db: Executor,
  id: number,
  { slots, title, place, themeColor }: EntryValues,
  updatedAt: Date,
): Promise<void> {
  await db
    .update(planEntries)
    .set({ title, place, themeColor, updatedAt })
    .where(eq(planEntries.id, id));
  await db.delete(planEntrySlots).where(eq(planEntrySlots.entryId, id));
  await insertSlots(db, id, slots);
}

async function insertSlots(db: Executor, entryId: number, slots: readonly SlotRow[]) {
  await db.insert(planEntrySlots).values(
    slots.map(({ dow, from, to }, position) => {
      return { entryId, position, dow, startMinute: from, endMinute: to };
    }),
  );
}

export async function deletePlanEntries(
  db: Executor,
  planId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const isListed = inArray(planEntries.id, [...ids]);
  await db.delete(planEntries).where(and(eq(planEntries.planId, planId), isListed));
}
