import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, sessions } from '../../db/schema/index.ts';
import type { MemberIdentity } from './auth.repo.ts';

/** A member with what a proof of its password needs. */
export interface Owner extends MemberIdentity {
  passwordHash: string;
  /** Of the session that asks. */
  deviceHash: Buffer;
}

/** The member of a session that has not ended. */
export async function findOwner(db: Executor, sessionId: string): Promise<Owner | null> {
  const [row] = await db
    .select({
      id: members.id,
      username: members.username,
      email: members.email,
      name: members.name,
      nickname: members.nickname,
      passwordHash: members.passwordHash,
      deviceHash: sessions.deviceHash,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(
      and(eq(sessions.id, sessionId), isNull(sessions.revokedAt), isNull(members.withdrawnAt)),
    );
  return row ?? null;
}

/** Throws the database's refusal when the address is taken. */
export async function updateEmail(db: Executor, memberId: number, email: string): Promise<void> {
  await db.update(members).set({ email }).where(eq(members.id, memberId));
}

/** Throws the database's refusal when the nickname is taken, in whatever case. */
export async function updateNickname(
  db: Executor,
  memberId: number,
  nickname: string,
): Promise<void> {
  await db
    .update(members)
    .set({ nickname })
    .where(and(eq(members.id, memberId), isNull(members.withdrawnAt)));
}
