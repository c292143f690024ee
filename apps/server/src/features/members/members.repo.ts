import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { boardFavorites, comments, members, posts, sessions } from '../../db/schema/index.ts';
import { writtenBy } from '../../domain/authorship/author.sql.ts';
import type { Actor } from '../../platform/actor.ts';

export interface MeRow {
  id: number;
  username: string;
  name: string;
  nickname: string;
  email: string;
  intro: string;
  profileImageUrl: string | null;
  emailPublic: boolean;
  createdAt: Date;
  /** Of the session that asks. */
  reauthUntil: Date | null;
  favoriteBoards: string[];
  postCount: number;
  commentCount: number;
}

/**
 * The member with its counts in one statement. `seal` finds what it wrote anonymously: the counts
 * are shown to nobody else.
 */
export async function findMe(
  db: Db,
  { memberId, sessionId }: Pick<Actor, 'memberId' | 'sessionId'>,
  seal: Buffer,
): Promise<MeRow | null> {
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
