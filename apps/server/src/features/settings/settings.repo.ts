import type { HeadBoard } from '@naru/contract/boards';
import { asc, eq, sql } from 'drizzle-orm';
import { idArray, textArray } from '../../db/arrays.ts';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { boardHeadRules, boardHeads, settings } from '../../db/schema/index.ts';

/** Returns only the settings that differ from their default, by key. */
export async function listSettings(db: Executor): Promise<Map<string, string>> {
  const rows = await db.select({ key: settings.key, value: settings.value }).from(settings);
  return new Map(rows.map((row) => [row.key, row.value]));
}

/** Serialises changes until the transaction ends, so that the audited `before` values are exact. */
export async function lockSettings(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('settings', 0))`);
}

/** Lets no change begin until the transaction ends; waits for the one under way. */
export async function holdSettings(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended('settings', 0))`);
}

export async function upsertSettings(
  tx: Executor,
  values: ReadonlyMap<string, string>,
  updatedAt: Date,
): Promise<void> {
  const rows = [...values].map(([key, value]) => ({ key, value, updatedAt }));
  if (rows.length === 0) return;
  await tx
    .insert(settings)
    .values(rows)
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: sql`excluded.value`, updatedAt },
    });
}

/** `place` is null for a retired head. */
type HeadRow = typeof boardHeads.$inferSelect;

/** Those that can be chosen first, in their order, then the retired ones. */
export function listHeads(db: Executor) {
  return db
    .select({
      ...columns(boardHeads, 'id', 'boardType', 'name', 'place'),
      isRequired: sql<boolean>`coalesce(${boardHeadRules.isRequired}, false)`,
    })
    .from(boardHeads)
    .leftJoin(boardHeadRules, eq(boardHeadRules.boardType, boardHeads.boardType))
    .orderBy(sql`${boardHeads.place} nulls last`, asc(boardHeads.id));
}

export async function setRequired(tx: Executor, boardType: HeadBoard, isRequired: boolean) {
  await tx
    .insert(boardHeadRules)
    .values({ boardType, isRequired })
    .onConflictDoUpdate({ target: boardHeadRules.boardType, set: { isRequired } });
}

/**
 * Stores names and places of the board's heads. `renamed` are those with other names than before: no two
 * may have the same name or place meanwhile, so these have none for a moment.
 */
export async function storeHeads(
  tx: Executor,
  boardType: HeadBoard,
  heads: readonly Omit<HeadRow, 'boardType'>[],
  renamed: readonly number[],
): Promise<void> {
  const isRenamed = sql`${boardHeads.id} = any(${idArray(renamed)})`;
  await tx.execute(sql`update ${boardHeads}
    set place = null, name = case when ${isRenamed} then ' ' || ${boardHeads.id} else ${boardHeads.name} end
    where ${boardHeads.boardType} = ${boardType}`);
  await tx.execute(sql`update ${boardHeads} set name = next.name, place = next.place
    from unnest(${idArray(heads.map(({ id }) => id))}, ${textArray(heads.map(({ name }) => name))},
      ${sql.param(heads.map(({ place }) => place))}::smallint[]) as next(id, name, place)
    where ${boardHeads.id} = next.id and ${boardHeads.boardType} = ${boardType}`);
}

export async function insertHeads(tx: Executor, heads: readonly Omit<HeadRow, 'id'>[]) {
  if (heads.length > 0) await tx.insert(boardHeads).values([...heads]);
}
