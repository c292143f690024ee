import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { inquiries, members } from '../../db/schema/index.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { holdsRoleFrom } from '../../domain/access/roles.sql.ts';

/** Who may handle reports of content, by nickname; `isAdmin`: everything else too. */
export function listAssignees(db: Executor, now: Date) {
  return db
    .select({
      id: members.id,
      nickname: members.nickname,
      isAdmin: sql<boolean>`${holdsRoleFrom(members.id, 'ADMIN')}`,
    })
    .from(members)
    .where(and(isActive(now), holdsRoleFrom(members.id, 'MANAGER')))
    .orderBy(asc(members.nickname), asc(members.id));
}

/** Writes nothing into a completed inquiry. */
export async function updateAssignee(
  db: Executor,
  ids: readonly number[],
  assigneeId: number | null,
): Promise<void> {
  await db
    .update(inquiries)
    .set({ assigneeId })
    .where(and(inArray(inquiries.id, [...ids]), eq(inquiries.state, 'PROCESSING')));
}
