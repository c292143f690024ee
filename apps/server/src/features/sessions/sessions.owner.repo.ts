import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, sessions } from '../../db/schema/index.ts';

/** A member with what a proof of its password needs. */
export interface Owner {
  id: number;
  username: string;
  email: string;
  name: string;
  nickname: string;
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
