import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { wrappedKeys } from '../../db/schema/index.ts';

/** Stores the wrapped key unless one exists; returns the stored one. */
export async function insertFirstKey(db: Executor, name: string, wrapped: Buffer): Promise<Buffer> {
  await db.insert(wrappedKeys).values({ name, wrapped }).onConflictDoNothing();
  const [row] = await db.select().from(wrappedKeys).where(eq(wrappedKeys.name, name));
  return row?.wrapped ?? wrapped;
}

export async function updateKey(db: Executor, name: string, wrapped: Buffer): Promise<void> {
  await db.update(wrappedKeys).set({ wrapped }).where(eq(wrappedKeys.name, name));
}

export async function deleteKey(db: Executor, name: string): Promise<void> {
  await db.delete(wrappedKeys).where(eq(wrappedKeys.name, name));
}
