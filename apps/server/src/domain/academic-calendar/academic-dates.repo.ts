import { and, asc, eq, getTableColumns, gte, isNull, lte, sql } from 'drizzle-orm';
import { idArray } from '../../db/arrays.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { insertManyRows } from '../../db/many-rows.ts';
import { academicDates, MAY_NAME_TERM } from '../../db/schema/index.ts';
import type { CleanDate } from './clean-dates.ts';
import type { DatePlan, KnownDate } from './plan-dates.ts';

export type AcademicDateRow = typeof academicDates.$inferSelect;

/** Serialises writers until the transaction ends. */
export async function lockAcademicDates(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('academic dates', 0))`);
}

/** Stored dates of a source, including deleted ones. */
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

/**
 * Dates that overlap `from` to `to` (yyyy-mm-dd, both inclusive), by their first day: at most `limit`, and no
 * further ones once the texts of the listed dates exceed `bytes`.
 */
export async function listBetween(
  db: Executor,
  { from, to, limit, bytes }: { from: string; to: string; limit: number; bytes?: number },
): Promise<AcademicDateRow[]> {
  const { startsOn, endsOn, deletedAt, id, title, note } = academicDates;
  const order = [asc(startsOn), asc(endsOn), asc(id)];
  const before = sql<number>`sum(octet_length(${title}) + octet_length(${note})) over
    (order by ${sql.join(order, sql`, `)} rows between unbounded preceding and 1 preceding)`;
  const dates = db
    .select({ ...getTableColumns(academicDates), before: before.as('before') })
    .from(academicDates)
    .where(and(isNull(deletedAt), gte(endsOn, from), lte(startsOn, to)))
    .orderBy(...order)
    .limit(limit)
    .as('dates');
  const { before: bytesBefore, ...columns } = dates._.selectedFields;
  return db
    .select(columns)
    .from(dates)
    .where(bytes === undefined ? undefined : sql`coalesce(${bytesBefore}, 0) <= ${bytes}`)
    .orderBy(asc(dates.startsOn), asc(dates.endsOn), asc(dates.id));
}

/**
 * Days and title hash of dates in the range that are not from `sourceKey`, to find duplicates; a hash,
 * because a thousand titles can take megabytes.
 */
export function listTaken(
  db: Executor,
  { from, to, limit, sourceKey }: { from: string; to: string; limit: number; sourceKey: string },
) {
  const { startsOn, endsOn, deletedAt, id, title } = academicDates;
  return db
    .select({
      startsOn,
      endsOn,
      titleHash: sql<string>`encode(sha256(convert_to(${title}, 'UTF8')), 'hex')`,
    })
    .from(academicDates)
    .where(
      and(
        isNull(deletedAt),
        gte(endsOn, from),
        lte(startsOn, to),
        sql`${academicDates.sourceKey} is distinct from ${sourceKey}`,
      ),
    )
    .orderBy(asc(startsOn), asc(endsOn), asc(id))
    .limit(limit);
}

export type TermDateRow = Awaited<ReturnType<typeof listTermDates>>[number];

/** Entries whose titles may name the first or last day of a term or of its enrolment. */
export function listTermDates(db: Executor) {
  const { title, startsOn, endsOn, sourceKey, isEdited, deletedAt } = academicDates;
  const isOfStaff = sql<boolean>`(${sourceKey} is null or ${isEdited})`;
  return db
    .select({ title, startsOn, endsOn, isOfStaff })
    .from(academicDates)
    .where(and(isNull(deletedAt), MAY_NAME_TERM));
}

/** Days without lectures that overlap `from` to `to` (yyyy-mm-dd, both inclusive), by their first day. */
export function listHolidays(
  db: Executor,
  { from, to, limit }: { from: string; to: string; limit: number },
) {
  const { id, title, startsOn, endsOn, updatedAt, kind, deletedAt } = academicDates;
  const isInRange = and(isNull(deletedAt), gte(endsOn, from), lte(startsOn, to));
  return db
    .select({ id, title, startsOn, endsOn, updatedAt })
    .from(academicDates)
    .where(and(eq(kind, 'HOLIDAY'), isInRange))
    .orderBy(asc(startsOn), asc(id))
    .limit(limit);
}

/** Dates that begin or end next, from `today` (yyyy-mm-dd) on. */
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

/** Stores the changes that were found when a source was read. */
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
    await tx.execute(insertManyRows(academicDates, rows));
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
