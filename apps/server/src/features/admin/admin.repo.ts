import type { MemberOrder } from '@naru/contract/member-search';
import type { Role } from '@naru/contract/roles';
import { and, asc, eq, gt, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { idArray } from '../../db/arrays.ts';
import type { Executor } from '../../db/client.ts';
import { containsName } from '../../db/contains.ts';
import { insertManyRows } from '../../db/many-rows.ts';
import { memberRoles, members } from '../../db/schema/index.ts';
import { isUnseenSince, lastVisit } from '../../domain/access/last-visit.sql.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { holdsRole, rolesOf } from '../../domain/access/roles.sql.ts';
import { hasSecondFactor } from '../../domain/access/second-factors.repo.ts';
import { studyYear } from '../../domain/notices/audience.sql.ts';

export interface UserFilter {
  /** Part of any of the names or of the e-mail address. */
  text?: string | undefined;
  username?: string | undefined;
  name?: string | undefined;
  nickname?: string | undefined;
  role?: Role | undefined;
  /** A Korean day since which the member has not been here. */
  unseenSince?: string | undefined;
  order?: MemberOrder | undefined;
}

const columns = {
  id: members.id,
  username: members.username,
  name: members.name,
  nickname: members.nickname,
  email: members.email,
  standing: members.standing,
  major: members.major,
  roles: rolesOf(members.id),
  profileImageUrl: members.profileImageUrl,
  createdAt: members.createdAt,
  suspendedUntil: members.suspendedUntil,
  suspendedReason: members.suspendedReason,
  hasSecondFactor: hasSecondFactor(members.id),
  lastVisit,
};

const NAMED = [members.username, members.name, members.nickname, members.email];

/** Returns null for a withdrawn member. */
export async function findUser(db: Executor, id: number) {
  const [row] = await db
    .select(columns)
    .from(members)
    .where(and(eq(members.id, id), isNull(members.withdrawnAt)));
  return row ?? null;
}

/** Returns null for a withdrawn member, whose username is another. */
export async function findByUsername(db: Executor, username: string) {
  const [row] = await db
    .select({ id: members.id, email: members.email })
    .from(members)
    .where(eq(members.username, username));
  return row ?? null;
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

const ORDERS: Record<MemberOrder, SQL[]> = {
  USERNAME: [],
  RECENT: [sql`${lastVisit} desc nulls last`],
  LONGEST: [sql`${lastVisit} asc nulls first`],
};

/** Returns one page, by username unless another order is asked for, without withdrawn members, and the total. */
export async function searchUsers(
  db: Executor,
  filter: UserFilter,
  page: { limit: number; offset: number },
): Promise<{ users: UserRow[]; total: number }> {
  const where = condition(filter);
  const rows = await db
    .select(columns)
    .from(members)
    .where(where)
    .orderBy(...ORDERS[filter.order ?? 'USERNAME'], asc(members.username), asc(members.id))
    .limit(page.limit)
    .offset(page.offset);
  return { users: rows, total: await db.$count(members, where) };
}

/** Returns null for a withdrawn or suspended member. */
export async function findActiveRoles(db: Executor, id: number, now: Date): Promise<Role[] | null> {
  const [row] = await db
    .select({ roles: columns.roles })
    .from(members)
    .where(and(eq(members.id, id), isActive(now)));
  return row?.roles ?? null;
}

/** Returns false when the member did not have the role. */
export async function deleteRole(db: Executor, memberId: number, role: Role): Promise<boolean> {
  const rows = await db
    .delete(memberRoles)
    .where(and(eq(memberRoles.memberId, memberId), eq(memberRoles.role, role)))
    .returning({ role: memberRoles.role });
  return rows.length > 0;
}

/** Ignores a withdrawn member. Throws a unique violation when the address is taken. */
export async function updateIdentity(
  db: Executor,
  id: number,
  values: Partial<Pick<UserRow, 'email' | 'name' | 'standing' | 'major'>>,
): Promise<void> {
  await db
    .update(members)
    .set(values)
    .where(and(eq(members.id, id), isNull(members.withdrawnAt)));
}

export async function listAdmins(db: Executor) {
  return db
    .select({ id: members.id, username: members.username, email: members.email })
    .from(members)
    .where(and(isNull(members.withdrawnAt), holdsRole(members.id, 'ADMIN')))
    .orderBy(asc(members.id));
}

function condition(filter: UserFilter): SQL | undefined {
  return and(
    isNull(members.withdrawnAt),
    or(...NAMED.map((column) => contains(column, filter.text))),
    contains(members.username, filter.username),
    contains(members.name, filter.name),
    contains(members.nickname, filter.nickname),
    filter.role === undefined ? undefined : holdsRole(members.id, filter.role),
    filter.unseenSince === undefined ? undefined : isUnseenSince(filter.unseenSince),
  );
}

/** The found members after an id, by id, with the year of study that they stated. */
export async function listExported(
  db: Executor,
  filter: UserFilter,
  { afterId, now, limit }: { afterId: number; now: Date; limit: number },
) {
  return db
    .select({ ...columns, year: studyYear(now) })
    .from(members)
    .where(and(condition(filter), gt(members.id, afterId)))
    .orderBy(asc(members.id))
    .limit(limit);
}

export type ExportedRow = Awaited<ReturnType<typeof listExported>>[number];

function contains(column: SQLWrapper, text: string | undefined): SQL | undefined {
  return text ? containsName(column, text) : undefined;
}

/** The roles of the living ones among these members. */
export async function listRoles(
  db: Executor,
  memberIds: readonly number[],
): Promise<Map<number, Role[]>> {
  const found = new Map<number, Role[]>();
  const rows = await db
    .select({ id: members.id, roles: columns.roles })
    .from(members)
    .where(and(sql`${members.id} = any(${idArray(memberIds)})`, isNull(members.withdrawnAt)));
  for (const { id, roles } of rows) found.set(id, roles);
  return found;
}

type Held = { memberId: number; role: Role };

export async function insertRoles(
  db: Executor,
  grants: readonly Held[],
  grantedAt: Date,
): Promise<void> {
  if (grants.length === 0) return;
  const rows = grants.map(({ memberId, role }) => ({ memberId, role, grantedAt }));
  await db.execute(sql`${insertManyRows(memberRoles, rows)} on conflict do nothing`);
}

export async function deleteRoles(db: Executor, revoked: readonly Held[]): Promise<void> {
  for (const role of new Set(revoked.map((one) => one.role))) {
    const ids = revoked.filter((one) => one.role === role).map(({ memberId }) => memberId);
    await db
      .delete(memberRoles)
      .where(and(eq(memberRoles.role, role), sql`${memberRoles.memberId} = any(${idArray(ids)})`));
  }
}
