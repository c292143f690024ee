import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members } from '../../db/schema/index.ts';
import { isActive } from '../../domain/access/members.sql.ts';

/** Two nulls end a suspension. */
export async function updateSuspension(
  db: Executor,
  memberId: number,
  values: { suspendedUntil: Date | null; suspendedReason: string | null },
): Promise<void> {
  await db
    .update(members)
    .set(values)
    .where(and(eq(members.id, memberId), isNull(members.withdrawnAt)));
}

/** Whether the member may log in. */
export async function isMemberActive(db: Executor, memberId: number, now: Date): Promise<boolean> {
  return (await db.$count(members, and(eq(members.id, memberId), isActive(now)))) === 1;
}
