import type { HoldReason } from '@naru/contract/outgoing';
import { sql } from 'drizzle-orm';
import type { Executor, Tx } from '../../db/client.ts';
import { outgoing, type Place } from '../../db/schema/index.ts';
import { backendTrouble } from '../../platform/database/query-errors.ts';

export interface Hold {
  since: Date;
  reason: HoldReason;
}

interface State {
  place: Place | null;
  hold: Hold | null;
}

type Row = typeof outgoing.$inferSelect;

function holdOf({ heldSince, reason }: Pick<Row, 'heldSince' | 'reason'>): Hold | null {
  return heldSince === null || reason === null ? null : { since: heldSince, reason };
}

/** Null while nothing is held. */
export async function findHold(db: Executor): Promise<Hold | null> {
  const [row] = await db
    .select({ heldSince: outgoing.heldSince, reason: outgoing.reason })
    .from(outgoing);
  return row === undefined ? null : holdOf(row);
}

/** Locks the row until the transaction ends. */
export async function lockState(tx: Tx): Promise<State> {
  await tx.insert(outgoing).values({}).onConflictDoNothing();
  const [row] = await tx.select().from(outgoing).for('update');
  if (row === undefined) throw new Error('The row of what is outgoing is missing');
  return { place: row.place, hold: holdOf(row) };
}

export async function savePlace(tx: Tx, place: Place): Promise<void> {
  await tx.update(outgoing).set({ place });
}

export async function saveHold(tx: Tx, hold: Hold | null): Promise<void> {
  await tx.update(outgoing).set({ heldSince: hold?.since ?? null, reason: hold?.reason ?? null });
}

/** Clears the location: the next start records its own without comparing. */
export async function clearPlace(tx: Tx): Promise<void> {
  await tx.update(outgoing).set({ place: sql`null` });
}

export type { Place };

/** The properties in which a copy of this database differs. */
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
