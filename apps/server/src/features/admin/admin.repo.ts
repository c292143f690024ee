import type { Role } from '@naru/contract/roles';
import { and, asc, count, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { memberRoles, members } from '../../db/schema/index.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { holdsRole, rolesOf } from '../../domain/access/roles.sql.ts';

/** A member that has not withdrawn; nothing secret is read. */
export interface UserRow {
  id: number;
  username: string;
  name: string;
  nickname: string;
  email: string;
  /** Lowest first. */
  roles: Role[];
  profileImageUrl: string | null;
  createdAt: Date;
  suspendedUntil: Date | null;
  suspendedReason: string | null;
}

export interface UserFilter {
  username?: string | undefined;
  name?: string | undefined;
  nickname?: string | undefined;
  role?: Role | undefined;
}

const columns = {
  id: members.id,
  username: members.username,
  name: members.name,
  nickname: members.nickname,
  email: members.email,
  roles: rolesOf(members.id),
  profileImageUrl: members.profileImageUrl,
  createdAt: members.createdAt,
  suspendedUntil: members.suspendedUntil,
  suspendedReason: members.suspendedReason,
};

export async function findUser(db: Executor, id: number): Promise<UserRow | null> {
  const [row] = await db
    .select(columns)
    .from(members)
    .where(and(eq(members.id, id), isNull(members.withdrawnAt)));
  return row ?? null;
}

/** One page of the members that fit, by username, and how many there are. */
export async function searchUsers(
  db: Executor,
  filter: UserFilter,
  page: { limit: number; offset: number },
): Promise<{ users: UserRow[]; total: number }> {
  const where = and(
    isNull(members.withdrawnAt),
    holds(members.username, filter.username),
    holds(members.name, filter.name),
    holds(members.nickname, filter.nickname),
    filter.role === undefined ? undefined : holdsRole(members.id, filter.role),
  );
  const rows = await db
    .select(columns)
    .from(members)
    .where(where)
    .orderBy(asc(members.username), asc(members.id))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(members).where(where);
  return { users: rows, total: counted?.total ?? 0 };
}

/** Roles at this moment of a member who may act: neither withdrawn nor suspended. */
export async function findActiveRoles(db: Executor, id: number, now: Date): Promise<Role[] | null> {
  const [row] = await db
    .select({ roles: columns.roles })
    .from(members)
    .where(and(eq(members.id, id), isActive(now)));
  return row?.roles ?? null;
}

/** Answers false when the member had not got the role. */
export async function deleteRole(db: Executor, memberId: number, role: Role): Promise<boolean> {
  const rows = await db
    .delete(memberRoles)
    .where(and(eq(memberRoles.memberId, memberId), eq(memberRoles.role, role)))
    .returning({ role: memberRoles.role });
  return rows.length > 0;
}

/** Every ADMIN that has not withdrawn. */
export async function listAdmins(
  db: Executor,
): Promise<{ id: number; username: string; email: string }[]> {
  return db
    .select({ id: members.id, username: members.username, email: members.email })
    .from(members)
    .where(and(isNull(members.withdrawnAt), holdsRole(members.id, 'ADMIN')))
    .orderBy(asc(members.id));
}

/** The column holds the words, case aside; none fit everything. */
function holds(column: SQLWrapper, words: string | undefined): SQL | undefined {
  if (words === undefined || words === '') return undefined;
  return sql`${column} ilike ${`%${words.replace(/[\\%_]/g, '\\$&')}%`}`;
}
