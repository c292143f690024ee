import { answersFor, PETITION_ADDRESSEES } from '@naru/contract/petition-bodies';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { boardFavorites, comments, members, posts, sessions } from '../../db/schema/index.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';
import { writtenBy } from '../../domain/authorship/author.sql.ts';
import { countWaiting } from '../../domain/notices/must-reads.sql.ts';
import { owedBy } from '../../domain/petitions/petitions.sql.ts';
import type { Actor } from '../../platform/actor.ts';

export type CardRow = NonNullable<Awaited<ReturnType<typeof findCard>>>;

/** Without student number and real name; null for a withdrawn member. */
export async function findCard(db: Db, memberId: number) {
  const [row] = await db
    .select({
      ...columns(members, 'id', 'nickname', 'email', 'emailPublic', 'intro', 'profileImageUrl'),
      roles: rolesOf(members.id),
    })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.withdrawnAt)));
  return row ?? null;
}

/**
 * `seal` finds the anonymous posts and comments of the member. The counts contain them, so no other member may see
 * the counts.
 */
export async function findMe(
  db: Db,
  { memberId, sessionId, roles }: Actor,
  seal: Buffer,
  now: Date,
) {
  const bodies = PETITION_ADDRESSEES.filter((one) => answersFor(one, roles));
  const postCount = db
    .select({ count: sql`count(*)::int` })
    .from(posts)
    .where(and(writtenBy(posts, { memberId, seal }), isNull(posts.deletedAt)));
  const isShown = and(isNull(comments.deletedAt), isNull(posts.deletedAt));
  const commentCount = db
    .select({ count: sql`count(*)::int` })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(and(writtenBy(comments, { memberId, seal }), isShown));
  const favorites = db
    .select({ boardType: boardFavorites.boardType })
    .from(boardFavorites)
    .where(eq(boardFavorites.memberId, memberId))
    .orderBy(asc(boardFavorites.createdAt), asc(boardFavorites.boardType));
  const [row] = await db
    .select({
      ...columns(members, 'id', 'username', 'name', 'nickname', 'email', 'emailPublic'),
      ...columns(members, 'intro', 'profileImageUrl', 'createdAt', 'isNew'),
      reauthUntil: sessions.reauthUntil,
      favoriteBoards: sql<string[]>`array(${favorites})`,
      postCount: sql<number>`(${postCount})`,
      commentCount: sql<number>`(${commentCount})`,
      mustReadCount: countWaiting(memberId, now),
      owedAnswers: bodies.length > 0 ? owedBy(bodies) : sql<null>`null`,
    })
    .from(members)
    .innerJoin(sessions, and(eq(sessions.memberId, members.id), eq(sessions.id, sessionId)))
    .where(eq(members.id, memberId));
  return row ?? null;
}

export async function endFirstVisit(db: Executor, memberId: number): Promise<void> {
  await db
    .update(members)
    .set({ isNew: false })
    .where(and(eq(members.id, memberId), members.isNew));
}

/** Null for an unknown or withdrawn member. */
export async function findMemberId(db: Executor, username: string): Promise<number | null> {
  const [row] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.username, username), isNull(members.withdrawnAt)));
  return row?.id ?? null;
}
