import { and, asc, eq, gte, isNull, lte, sql } from 'drizzle-orm';
import { idArray } from '../../db/arrays.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { insertOf } from '../../db/many-rows.ts';
import { academicDates } from '../../db/schema/index.ts';
import type { CleanDate } from './clean-dates.ts';
import type { DatePlan, KnownDate } from './plan-dates.ts';

export type AcademicDateRow = typeof academicDates.$inferSelect;

/** Serialises writers until the transaction ends. */
export async function lockAcademicDates(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('academic dates', 0))`);
}

/** What is stored of a source, deleted dates included. */
export async function listKnown(db: Executor, sourceKey: string): Promise<KnownDate[]> {
  return db
    .select({
      id: academicDates.id,
      sourceId: sql<string>`${academicDates.sourceId}`,
      title: academicDates.title,
      kind: academicDates.kind,
      startDate: academicDates.startsOn,
      endDate: academicDates.endsOn,
      note: academicDates.note,
      targetUrl: academicDates.targetUrl,
      isEdited: academicDates.isEdited,
      isDeleted: sql<boolean>`${academicDates.deletedAt} is not null`,
    })
    .from(academicDates)
    .where(eq(academicDates.sourceKey, sourceKey))
    .orderBy(academicDates.id);
}

/** The dates of the days `from` to `to` (yyyy-mm-dd, both inclusive), by their first day. */
export async function listBetween(
  db: Executor,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<AcademicDateRow[]> {
  const { startsOn, endsOn, deletedAt, id } = academicDates;
  return db
    .select()
    .from(academicDates)
    .where(and(isNull(deletedAt), gte(endsOn, from), lte(startsOn, to)))
    .orderBy(asc(startsOn), asc(endsOn), asc(id))
    .limit(limit);
}

/** What begins or ends next, from `today` (yyyy-mm-dd) on. */
export async function listNext(db: Executor, today: string, limit: number) {
  const { id, title, startsOn, endsOn, deletedAt } = academicDates;
  return db
    .select({ id, title, startsOn, endsOn })
    .from(academicDates)
    .where(and(isNull(deletedAt), gte(endsOn, today)))
    .orderBy(
      sql`case when ${startsOn} >= ${today} then ${startsOn} else ${endsOn} end`,
      asc(startsOn),
      asc(id),
    )
    .limit(limit);
}

type Changes = Pick<DatePlan, 'created' | 'updated'> & { removed: readonly KnownDate[] };

/** Stores what a reading of a source changes. */
export async function applyPlan(
  tx: Tx,
  sourceKey: string,
  { created, updated, removed }: Changes,
  now: Date,
): Promise<void> {
  if (removed.length > 0) {
    const ids = idArray(removed.map(({ id }) => id));
    await tx.delete(academicDates).where(sql`${academicDates.id} = any(${ids})`);
  }
  if (created.length > 0) {
    const times = { createdAt: now, updatedAt: now };
    const rows = created.map((date) => ({ ...columnsOf(date), sourceKey, ...times }));
    await tx.execute(insertOf(academicDates, rows));
  }
  if (updated.length > 0) {
    const rows = updated.map(({ before, after }) => ({ ...columnsOf(after), id: before.id }));
    await tx.execute(sql`update ${academicDates} as stored set title = given.title,
        kind = given.kind, starts_on = given."startsOn", ends_on = given."endsOn",
        note = given.note, target_url = given."targetUrl", updated_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id bigint, title text,
        kind text, "startsOn" date, "endsOn" date, note text, "targetUrl" text)
      where stored.id = given.id`);
  }
}

function columnsOf({ sourceId, title, kind, startDate, endDate, note, targetUrl }: CleanDate) {
  return { sourceId, title, kind, startsOn: startDate, endsOn: endDate, note, targetUrl };
}
