import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members } from '../../db/schema/index.ts';

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
