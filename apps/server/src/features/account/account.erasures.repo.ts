import { asc, gte, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members } from '../../db/schema/index.ts';

/** Members who left since then. */
export async function listWithdrawn(db: Executor, since: Date) {
  const rows = await db
    .select({ id: members.id, withdrawnAt: members.withdrawnAt })
    .from(members)
    .where(gte(members.withdrawnAt, since));
  return rows.map(({ id, withdrawnAt }) => ({ id, withdrawnAt: withdrawnAt ?? since }));
}

/** Ids of all members who have not left. */
export async function listLiving(db: Executor): Promise<number[]> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(isNull(members.withdrawnAt))
    .orderBy(asc(members.id));
  return rows.map(({ id }) => id);
}
