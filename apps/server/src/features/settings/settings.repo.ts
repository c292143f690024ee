import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { settings } from '../../db/schema/index.ts';

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
