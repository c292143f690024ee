import type { RosterRole } from '@naru/contract/roster';
import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import { idArray } from '../../db/arrays.ts';
import { chunksOf, LARGE_CHUNK } from '../../db/chunks.ts';
import type { Executor } from '../../db/client.ts';
import { insertManyRows } from '../../db/many-rows.ts';
import { members, roleEnds } from '../../db/schema/index.ts';
import { holdsRole, rolesOf } from '../../domain/access/roles.sql.ts';

/** Living members with the role STUDENT, by number. */
export function listStudents(db: Executor) {
  return db
    .select({
      id: members.id,
      username: members.username,
      name: members.name,
      email: members.email,
      roles: rolesOf(members.id),
    })
    .from(members)
    .where(and(isNull(members.withdrawnAt), holdsRole(members.id, 'STUDENT')))
    .orderBy(asc(members.username));
}

/** Every role that ends by itself, the next one first. */
export function listRoleEnds(db: Executor) {
  return db
    .select({
      memberId: roleEnds.memberId,
      username: members.username,
      name: members.name,
      role: roleEnds.role,
      lastDay: roleEnds.lastDay,
    })
    .from(roleEnds)
    .innerJoin(members, eq(members.id, roleEnds.memberId))
    .orderBy(asc(roleEnds.lastDay), asc(members.username), asc(roleEnds.role));
}

/** Roles whose last day is before `today` (YYYY-MM-DD), with who set it and why. */
export function listOverdue(db: Executor, today: string) {
  return db
    .select()
    .from(roleEnds)
    .where(lt(roleEnds.lastDay, today))
    .orderBy(asc(roleEnds.setBy), asc(roleEnds.memberId));
}

interface NewEnd {
  memberId: number;
  role: RosterRole;
  /** Null: without end. */
  lastDay: string | null;
}

/** Sets or removes the last days of roles that the members have. */
export async function saveRoleEnds(
  db: Executor,
  ends: readonly NewEnd[],
  { setBy, reason }: { setBy: number; reason: string },
): Promise<void> {
  const values = ends.flatMap(({ memberId, role, lastDay }) =>
    lastDay === null ? [] : [{ memberId, role, lastDay, setBy, reason }],
  );
  for (const some of chunksOf(values, LARGE_CHUNK)) {
    await db.execute(sql`${insertManyRows(roleEnds, some)} on conflict (member_id, role)
      do update set (last_day, set_by, reason) = (excluded.last_day, excluded.set_by, excluded.reason)`);
  }
  const endless = ends.filter(({ lastDay }) => lastDay === null);
  for (const role of new Set(endless.map((one) => one.role))) {
    const ids = endless.filter((one) => one.role === role).map(({ memberId }) => memberId);
    await db
      .delete(roleEnds)
      .where(and(eq(roleEnds.role, role), sql`${roleEnds.memberId} = any(${idArray(ids)})`));
  }
}
