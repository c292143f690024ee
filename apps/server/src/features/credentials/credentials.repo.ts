import type { Role } from '@naru/contract/roles';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor, Tx } from '../../db/client.ts';
import { memberConsents, memberRoles, members } from '../../db/schema/index.ts';

/** Null for a withdrawn member. */
export async function findByUsername(db: Executor, username: string) {
  const [row] = await db
    .select({ id: members.id, email: members.email })
    .from(members)
    .where(and(eq(members.username, username), isNull(members.withdrawnAt)));
  return row ?? null;
}

export async function isEmailTaken(db: Executor, email: string): Promise<boolean> {
  return (await findTaken(db, { email })).includes('email');
}

const UNIQUE_FIELDS = ['username', 'email', 'nickname'] as const;
export type UniqueField = (typeof UNIQUE_FIELDS)[number];

/** The fields whose values are taken; nicknames compare case-insensitively. */
export async function findTaken(
  db: Executor,
  values: Partial<Record<UniqueField, string>>,
): Promise<UniqueField[]> {
  const same = {
    username: eq(members.username, values.username ?? ''),
    email: eq(members.email, values.email ?? ''),
    nickname: sql`lower(${members.nickname}) = lower(${values.nickname ?? ''})`,
  };
  const given = UNIQUE_FIELDS.filter((field) => values[field] !== undefined);
  const found = await Promise.all(
    given.map((field) => db.select({ id: members.id }).from(members).where(same[field]).limit(1)),
  );
  return given.filter((_, position) => (found[position]?.length ?? 0) > 0);
}

/** Returns the new id, or null when a unique value was taken meanwhile. */
export async function insertMember(
  db: Executor,
  values: Omit<typeof members.$inferInsert, 'createdAt'> & { createdAt: Date },
  roles: readonly Role[],
): Promise<number | null> {
  const [row] = await db
    .insert(members)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: members.id });
  if (row === undefined) return null;
  await db
    .insert(memberRoles)
    .values(
      [...new Set(roles)].map((role) => ({ memberId: row.id, role, grantedAt: values.createdAt })),
    );
  return row.id;
}

export async function insertConsents(
  db: Executor,
  memberId: number,
  versions: Record<string, string>,
  agreedAt: Date,
): Promise<void> {
  await db.insert(memberConsents).values(
    Object.entries(versions).map(([document, version]) => ({
      memberId,
      document,
      version,
      agreedAt,
    })),
  );
}

/** Ignores a withdrawn member. Throws a unique violation when the address is taken. */
export async function updateMember(
  db: Executor,
  memberId: number,
  values: { passwordHash: string } | { email: string },
): Promise<void> {
  await db
    .update(members)
    .set(values)
    .where(and(eq(members.id, memberId), isNull(members.withdrawnAt)));
}

/** Returns the former nickname, null for a withdrawn member. Throws a unique violation when it is taken in any case. */
export async function replaceNickname(
  tx: Tx,
  memberId: number,
  nickname: string,
): Promise<string | null> {
  const isOwn = and(eq(members.id, memberId), isNull(members.withdrawnAt));
  const [row] = await tx
    .select({ nickname: members.nickname })
    .from(members)
    .where(isOwn)
    .for('no key update');
  await tx.update(members).set({ nickname }).where(isOwn);
  return row?.nickname ?? null;
}
