import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import type { Place } from '../../db/schema/index.ts';
import { backendTrouble } from '../../platform/database/query-errors.ts';

export type { Place };

/** What a copy of this database has differently. */
export async function findDatabase(
  db: Executor,
): Promise<Pick<Place, 'system' | 'database' | 'table'>> {
  const { rows } = await db.execute<{ database: string; table: string }>(
    sql`select (select oid from pg_database where datname = current_database())::text as database,
      'public.outgoing'::regclass::oid::text as table`,
  );
  const { database = null, table = null } = rows[0] ?? {};
  return { system: await findSystem(db), database, table };
}

/** Null where a managed database hides it. */
async function findSystem(db: Executor): Promise<string | null> {
  try {
    const { rows } = await db.execute<{ system: string }>(
      sql`select system_identifier::text as system from pg_control_system()`,
    );
    return rows[0]?.system ?? null;
  } catch (error) {
    if (backendTrouble(error) !== null) throw error;
    return null;
  }
}
