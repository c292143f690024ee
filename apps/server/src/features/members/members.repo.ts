import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { boardFavorites, comments, members, posts, sessions } from '../../db/schema/index.ts';
import { writtenBy } from '../../domain/authorship/author.sql.ts';
import type { Actor } from '../../platform/actor.ts';

/**
 * One statement. `seal` finds the anonymous content of the member; show the counts to nobody else.
 */
export async function findMe(
  db: Db,
  { memberId, sessionId }: Pick<Actor, 'memberId' | 'sessionId'>,
  seal: Buffer,
) {
  const postCount = db
    .select({ count: sql`count(*)::int` })
    .from(posts)
    .where(and(writtenBy(posts, { memberId, seal }), isNull(posts.deletedAt)));
  const commentCount = db
    .select({ count: sql`count(*)::int` })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(
      and(
        writtenBy(comments, { memberId, seal }),
        isNull(comments.deletedAt),
        isNull(posts.deletedAt),
      ),
    );
  const favorites = db
    .select({ boardType: boardFavorites.boardType })
    .from(boardFavorites)
    .where(eq(boardFavorites.memberId, memberId))
    .orderBy(asc(boardFavorites.createdAt), asc(boardFavorites.boardType));
  const [row] = await db
    .select({
      id: members.id,
      username: members.username,
      name: members.name,
      nickname: members.nickname,
      email: members.email,
      intro: members.intro,
      profileImageUrl: members.profileImageUrl,
      emailPublic: members.emailPublic,
      createdAt: members.createdAt,
      reauthUntil: sessions.reauthUntil,
      favoriteBoards: sql<string[]>`array(${favorites})`,
      postCount: sql<number>`(${postCount})`,
      commentCount: sql<number>`(${commentCount})`,
    })
    .from(members)
    .innerJoin(sessions, and(eq(sessions.memberId, members.id), eq(sessions.id, sessionId)))
    .where(eq(members.id, memberId));
  return row ?? null;
}

/** Null for an unknown or withdrawn member. */
export async function findMemberId(db: Executor, username: string): Promise<number | null> {
  const [row] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.username, username), isNull(members.withdrawnAt)));
  return row?.id ?? null;
}
