import { sql } from 'drizzle-orm';
import { textArray } from '../../db/arrays.ts';
import type { Executor } from '../../db/client.ts';
import { attachments, chatPictures, uploads, videos } from '../../db/schema/index.ts';

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
