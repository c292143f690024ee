import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  boardFavorites,
  commentLikes,
  comments,
  memberConsents,
  memberRoles,
  members,
  postLikes,
  postScraps,
  posts,
  sessions,
  uploads,
} from '../../db/schema/index.ts';
import { writtenBy } from '../../domain/authorship/author.sql.ts';
import type { AuthorIdentity } from '../../domain/authorship/author.ts';
import { marketColumns } from '../../domain/posts/market.sql.ts';

export type Self = AuthorIdentity<number, Buffer>;

export async function readProfile(db: Executor, { memberId }: Self) {
  const [row] = await db
    .select({
      id: members.id,
      username: members.username,
      name: members.name,
      nickname: members.nickname,
      email: members.email,
      emailPublic: members.emailPublic,
      intro: members.intro,
      profileImageUrl: members.profileImageUrl,
      joinedAt: members.createdAt,
    })
    .from(members)
    .where(eq(members.id, memberId));
  return row ?? null;
}

export function readRoles(db: Executor, { memberId }: Self) {
  return db
    .select({ role: memberRoles.role, grantedAt: memberRoles.grantedAt })
    .from(memberRoles)
    .where(eq(memberRoles.memberId, memberId))
    .orderBy(asc(memberRoles.grantedAt), asc(memberRoles.role));
}

export function readConsents(db: Executor, { memberId }: Self) {
  return db
    .select({
      document: memberConsents.document,
      version: memberConsents.version,
      agreedAt: memberConsents.agreedAt,
    })
    .from(memberConsents)
    .where(eq(memberConsents.memberId, memberId))
    .orderBy(asc(memberConsents.id));
}

/** Without tokens and device cookies. */
export function readSessions(db: Executor, { memberId }: Self) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
      endedAt: sessions.revokedAt,
    })
    .from(sessions)
    .where(eq(sessions.memberId, memberId))
    .orderBy(asc(sessions.createdAt), asc(sessions.id));
}

/** Anonymous and deleted posts included. */
export function readPosts(db: Executor, self: Self) {
  return db
    .select({
      id: posts.id,
      boardType: posts.boardType,
      lectureId: posts.lectureId,
      anonymous: posts.anonymous,
      title: posts.title,
      content: posts.content,
      imageUrls: posts.imageUrls,
      ...marketColumns,
      targetUrl: posts.targetUrl,
      createdAt: posts.createdAt,
      updatedAt: posts.updatedAt,
      deletedAt: posts.deletedAt,
    })
    .from(posts)
    .where(writtenBy(posts, self))
    .orderBy(asc(posts.createdAt), asc(posts.id));
}

/** Anonymous and deleted comments included. */
export function readComments(db: Executor, self: Self) {
  return db
    .select({
      id: comments.id,
      postId: comments.postId,
      boardType: posts.boardType,
      parentId: comments.parentId,
      content: comments.content,
      createdAt: comments.createdAt,
      editedAt: comments.editedAt,
      deletedAt: comments.deletedAt,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(writtenBy(comments, self))
    .orderBy(asc(comments.createdAt), asc(comments.id));
}

export const readPostLikes = (db: Executor, self: Self) => readKept(db, self, postLikes);
export const readScraps = (db: Executor, self: Self) => readKept(db, self, postScraps);

function readKept(db: Executor, { memberId }: Self, table: typeof postLikes | typeof postScraps) {
  return db
    .select({ postId: table.postId, boardType: posts.boardType, createdAt: table.createdAt })
    .from(table)
    .innerJoin(posts, eq(posts.id, table.postId))
    .where(eq(table.memberId, memberId))
    .orderBy(asc(table.createdAt), asc(table.postId));
}

export function readCommentLikes(db: Executor, { memberId }: Self) {
  return db
    .select({ commentId: commentLikes.commentId, createdAt: commentLikes.createdAt })
    .from(commentLikes)
    .where(eq(commentLikes.memberId, memberId))
    .orderBy(asc(commentLikes.createdAt), asc(commentLikes.commentId));
}

export function readFavorites(db: Executor, { memberId }: Self) {
  return db
    .select({ boardType: boardFavorites.boardType, createdAt: boardFavorites.createdAt })
    .from(boardFavorites)
    .where(eq(boardFavorites.memberId, memberId))
    .orderBy(asc(boardFavorites.createdAt));
}

/** URLs of own pictures that still exist: profile, own posts, not used yet. */
export async function readPictures(db: Executor, self: Self): Promise<string[]> {
  const own = db.select({ id: posts.id }).from(posts).where(writtenBy(posts, self));
  const rows = await db
    .select({ url: sql<string>`'/files/' || ${uploads.key} || '.webp'` })
    .from(uploads)
    .leftJoin(posts, eq(posts.id, uploads.postId))
    .where(
      and(
        eq(uploads.status, 'ready'),
        isNull(posts.deletedAt),
        or(
          eq(uploads.ownerId, self.memberId),
          eq(uploads.profileOf, self.memberId),
          inArray(uploads.postId, own),
        ),
      ),
    )
    .orderBy(asc(uploads.createdAt), asc(uploads.key));
  return rows.map(({ url }) => url);
}
