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

/** A further report of content goes to whoever works on the others. */
export async function inheritAssignee(db: Executor, id: number): Promise<void> {
  await db.execute(sql`update ${inquiries} as own set assignee_id = (
      select other.assignee_id from ${inquiries} as other
      where other.category = 'REPORT' and other.state = 'PROCESSING' and other.assignee_id is not null
        and other.target_type = own.target_type and other.target_id = own.target_id
      order by other.id limit 1)
    where own.id = ${id} and own.category = 'REPORT'
      and own.target_type in ('POST', 'COMMENT', 'COURSE_REVIEW')`);
}
