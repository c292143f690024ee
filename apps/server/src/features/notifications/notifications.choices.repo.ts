import type { NotificationType } from '@naru/contract/notifications';
import { and, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { notificationMutes } from '../../db/schema/index.ts';

export async function listMutes(db: Executor, memberId: number): Promise<NotificationType[]> {
  const rows = await db
    .select({ type: notificationMutes.type })
    .from(notificationMutes)
    .where(eq(notificationMutes.memberId, memberId));
  return rows.map((row) => row.type);
}

export async function insertMutes(
  db: Executor,
  memberId: number,
  types: readonly NotificationType[],
): Promise<void> {
  if (types.length === 0) return;
  await db
    .insert(notificationMutes)
    .values(types.map((type) => ({ memberId, type })))
    .onConflictDoNothing();
}

export async function deleteMutes(
  db: Executor,
  memberId: number,
  types: readonly NotificationType[],
): Promise<void> {
  if (types.length === 0) return;
  await db
    .delete(notificationMutes)
    .where(
      and(eq(notificationMutes.memberId, memberId), inArray(notificationMutes.type, [...types])),
    );
}
