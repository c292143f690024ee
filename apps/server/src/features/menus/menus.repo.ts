import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { menuDays } from '../../db/schema/index.ts';

/** The menus of a day, yyyy-mm-dd. */
export async function findMenuDay(db: Executor, day: string) {
  const [row] = await db.select().from(menuDays).where(eq(menuDays.day, day)).limit(1);
  return row ?? null;
}
