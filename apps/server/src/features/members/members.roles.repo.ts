import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members } from '../../db/schema/index.ts';

/** Id of a member that has not withdrawn. */
export async function findMemberId(db: Executor, username: string): Promise<number | null> {
  const [row] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.username, username), isNull(members.withdrawnAt)));
  return row?.id ?? null;
}
