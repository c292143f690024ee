import { REPORTS_KEPT } from '@naru/contract/integrity-checks';
import { desc, notInArray, sql } from 'drizzle-orm';
import { textArray } from '../../db/arrays.ts';
import type { Executor } from '../../db/client.ts';
import {
  attachments,
  chatPictures,
  integrityReports,
  uploads,
  videos,
} from '../../db/schema/index.ts';

export type ReportRow = typeof integrityReports.$inferSelect;

/** By number: a clock that was set back would hide later reports behind those of before. */
const NEWEST = desc(integrityReports.id);

/** Stores a report and deletes all but the last. */
export async function insertReport(tx: Executor, report: Omit<ReportRow, 'id'>): Promise<void> {
  await tx.insert(integrityReports).values(report);
  const latest = tx
    .select({ id: integrityReports.id })
    .from(integrityReports)
    .orderBy(NEWEST)
    .limit(REPORTS_KEPT);
  await tx.delete(integrityReports).where(notInArray(integrityReports.id, latest));
}

export async function findLatest(db: Executor): Promise<ReportRow | null> {
  const [row] = await db.select().from(integrityReports).orderBy(NEWEST).limit(1);
  return row ?? null;
}

/** Reports before the newest one, without what they found in each check. */
export async function listEarlier(db: Executor) {
  return db
    .select({
      id: integrityReports.id,
      state: integrityReports.state,
      startedAt: integrityReports.startedAt,
      endedAt: integrityReports.endedAt,
      faults: sql<number>`(select coalesce(sum((one ->> 'faults')::bigint), 0)::bigint
        from jsonb_array_elements(${integrityReports.checks}) as one)`,
    })
    .from(integrityReports)
    .orderBy(NEWEST)
    .limit(REPORTS_KEPT)
    .offset(1);
}

const PAGE = 500;

/** Tables of files. */
const TABLES = [uploads, chatPictures, attachments, videos] as const;
export const FILE_TABLES = TABLES.length;

/** Which of these keys have a row. */
export async function findKnown(db: Executor, keys: readonly string[]): Promise<Set<string>> {
  const parts = TABLES.map(
    (table) => sql`select key from ${table} where key = any(${textArray(keys)})`,
  );
  const { rows } = await db.execute<{ key: string }>(sql.join(parts, sql` union all `));
  return new Set(rows.map(({ key }) => key));
}

/** Keys of checked files of one table after another key. */
export async function listReady(db: Executor, table: number, after: string): Promise<string[]> {
  const files = TABLES[table] ?? uploads;
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from ${files} where key > ${after} and status = 'ready' order by key limit ${PAGE}`);
  return rows.map(({ key }) => key);
}

/** Whether a file is still checked and in use. */
export async function isReady(db: Executor, table: number, key: string): Promise<boolean> {
  const files = TABLES[table] ?? uploads;
  const { rows } = await db.execute(
    sql`select 1 from ${files} where key = ${key} and status = 'ready'`,
  );
  return rows.length > 0;
}
