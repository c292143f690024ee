import type { HoldReason } from '@naru/contract/outgoing';
import { sql } from 'drizzle-orm';
import type { Executor, Tx } from '../../db/client.ts';
import { outgoing, type Place } from '../../db/schema/index.ts';

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

/** Locked until the transaction ends. */
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

/** The next start takes the place in which it finds the database. */
export async function clearPlace(tx: Tx): Promise<void> {
  await tx.update(outgoing).set({ place: sql`null` });
}
