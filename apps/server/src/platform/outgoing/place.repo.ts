import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import type { Place } from '../../db/schema/index.ts';
import { backendTrouble } from '../database/query-errors.ts';

export type { Place };

/** What tells this database from a copy of it. */
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

/** Some managed databases do not tell it. */
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
