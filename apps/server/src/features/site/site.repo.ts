import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { settings } from '../../db/schema/index.ts';

export async function pingDatabase(db: Executor): Promise<void> {
  await db.execute(sql`select 1`);
}

export async function listSettings(db: Executor): Promise<Map<string, string>> {
  const rows = await db.select({ key: settings.key, value: settings.value }).from(settings);
  return new Map(rows.map((row) => [row.key, row.value]));
}
