import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, sessions } from '../../db/schema/index.ts';

/** A member with what verifying its password needs. */
export interface Owner
  extends Pick<
    typeof members.$inferSelect,
    'id' | 'username' | 'email' | 'name' | 'nickname' | 'passwordHash'
  > {
  /** Of the requesting session. */
  deviceHash: Buffer;
}

/** Null when the session has ended or the member withdrew. */
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
