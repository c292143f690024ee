import type { NotificationType } from '@naru/contract/notifications';
import { and, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { notificationMutes } from '../../db/schema/index.ts';

type Types = readonly NotificationType[];

const isOf = (memberId: number) => eq(notificationMutes.memberId, memberId);

export async function listMutes(db: Executor, memberId: number) {
  const rows = await db.select().from(notificationMutes).where(isOf(memberId));
  return rows.map(({ type }) => type);
}

export async function insertMutes(db: Executor, memberId: number, types: Types): Promise<void> {
  if (types.length === 0) return;
  const rows = types.map((type) => ({ memberId, type }));
  await db.insert(notificationMutes).values(rows).onConflictDoNothing();
}

export async function deleteMutes(db: Executor, memberId: number, types: Types): Promise<void> {
  const isOne = inArray(notificationMutes.type, [...types]);
  await db.delete(notificationMutes).where(and(isOf(memberId), isOne));
}
