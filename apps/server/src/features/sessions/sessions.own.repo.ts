import { and, count, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { sessions } from '../../db/schema/index.ts';

export type OwnSessionRow = Pick<
  typeof sessions.$inferSelect,
  'id' | 'userAgent' | 'createdAt' | 'lastUsedAt'
>;

/** Live sessions of the member, last used first. */
export async function listSessions(
  db: Executor,
  memberId: number,
  now: Date,
): Promise<OwnSessionRow[]> {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.memberId, memberId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        gt(sessions.endsAt, now),
      ),
    )
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt), sessions.id);
}

/** False when the member has no such live session. */
export async function revokeOfMember(
  db: Executor,
  memberId: number,
  id: string,
  now: Date,
): Promise<boolean> {
  const result = await db
    .update(sessions)
    .set({ revokedAt: now, successorBox: null })
    .where(
      and(
        eq(sessions.id, id),
        eq(sessions.memberId, memberId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    );
  return result.rowCount === 1;
}

/** Ends all sessions of the member but one; returns how many of them were live. */
export async function revokeOthers(
  db: Executor,
  { memberId, keptId, now }: { memberId: number; keptId: string; now: Date },
): Promise<number> {
  const isOther = and(
    eq(sessions.memberId, memberId),
    ne(sessions.id, keptId),
    isNull(sessions.revokedAt),
  );
  const [live] = await db
    .select({ count: count() })
    .from(sessions)
    .where(and(isOther, gt(sessions.expiresAt, now)));
  await db.update(sessions).set({ revokedAt: now, successorBox: null }).where(isOther);
  return live?.count ?? 0;
}

export async function findProvenUntil(db: Executor, id: string): Promise<Date | null> {
  const [row] = await db
    .select({ reauthUntil: sessions.reauthUntil })
    .from(sessions)
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)));
  return row?.reauthUntil ?? null;
}

/** Sets or clears the proof; false when the session has ended. */
export async function updateProof(
  db: Executor,
  id: string,
  reauthUntil: Date | null,
): Promise<boolean> {
  const result = await db
    .update(sessions)
    .set({ reauthUntil })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)));
  return result.rowCount === 1;
}
