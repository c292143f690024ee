import type { BoardType } from '@naru/contract/boards';
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { alertWords, boardFollows, lectures, postFollows, posts } from '../../db/schema/index.ts';
import { roomAccess } from '../../domain/access/room-access.sql.ts';
import type { Readable, Viewer } from '../../domain/access/room-access.ts';
import { isAuthorOf } from '../../domain/authorship/author.sql.ts';
import type { KnownAuthor, MarkOwner } from '../../domain/authorship/author.ts';
import { deleteMark, followedItems, insertMarks } from '../../domain/marks/marks.sql.ts';
import { isListed, isLive } from '../../domain/posts/post.sql.ts';

/** Of a sealed follow: the list of the follower has the time. */
const NO_TIME = new Date(0);

/** Null for a deleted post. */
export async function findPost(db: Executor, viewer: Viewer, id: number) {
  const [row] = await db
    .select({
      id: posts.id,
      isAnonymous: posts.anonymous,
      isAuthor: isAuthorOf(posts, viewer),
      access: roomAccess(viewer),
    })
    .from(posts)
    .where(and(eq(posts.id, id), isLive));
  return row ?? null;
}

type FoundPost = NonNullable<Awaited<ReturnType<typeof findPost>>>;

/** One change of the member's follows at a time, until the transaction ends. */
export async function lockFollows(db: Executor, memberId: number): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`follows ${memberId}`}::text, 0))`,
  );
}

type Follower = KnownAuthor & MarkOwner<number, Buffer>;

const ownFollows = (self: Follower): SQL => sql`${followedItems(self)} as mine`;

/** Of other posts than `except`. */
export async function countFollows(db: Executor, self: Follower, except: number) {
  return db.$count(ownFollows(self), sql`mine.item <> ${except}`);
}

export async function insertPostFollow(
  db: Executor,
  { id: postId }: Readable<FoundPost>,
  values: Omit<typeof postFollows.$inferInsert, 'postId'>,
): Promise<void> {
  await db
    .insert(postFollows)
    .values({ postId, ...values })
    .onConflictDoNothing();
}

/** Of an anonymous post; `inPost` is the member's seal beside it. */
export async function insertSealedFollow(
  db: Executor,
  { id: postId }: Readable<FoundPost>,
  { inPost, markKey, at }: { inPost: Buffer; markKey: Buffer; at: Date },
): Promise<void> {
  await db
    .insert(postFollows)
    .values({ postId, memberSeal: inPost, createdAt: NO_TIME })
    .onConflictDoNothing();
  await db.execute(insertMarks('follow', { item: postId, at, markKey }));
}

/** `inPost` as above. */
export async function deletePostFollow(
  db: Executor,
  { inPost, ...self }: Follower & { inPost: Buffer },
  postId: number,
): Promise<void> {
  await db.execute(sql`
    with unfollowed as (
      delete from ${postFollows} where post_id = ${postId}
        and (member_id = ${self.memberId} or member_seal in (${inPost}, ${self.seal}))
    ) ${deleteMark('follow', postId, self)}`);
}

export async function insertBoardFollow(
  db: Executor,
  values: typeof boardFollows.$inferInsert,
): Promise<void> {
  await db.insert(boardFollows).values(values).onConflictDoNothing();
}

export async function deleteBoardFollow(
  db: Executor,
  memberId: number,
  boardType: BoardType,
): Promise<void> {
  await db
    .delete(boardFollows)
    .where(and(eq(boardFollows.memberId, memberId), eq(boardFollows.boardType, boardType)));
}

/** The posts that a member follows, latest first, with what the member may know of them. */
export async function listFollowedPosts(db: Executor, viewer: Viewer) {
  const isOpen = sql`${isListed} and ${roomAccess(viewer)} = 'open'`;
  return db
    .select({
      id: posts.id,
      boardType: posts.boardType,
      lectureRoomId: posts.lectureId,
      title: sql<string | null>`case when ${isOpen} then ${posts.title} end`,
      lecture: lectures.title,
    })
    .from(posts)
    .innerJoin(ownFollows(viewer), sql`mine.item = ${posts.id}`)
    .leftJoin(lectures, eq(lectures.id, posts.lectureId))
    .orderBy(sql`mine.created_at desc`, desc(posts.id));
}

export async function listFollowedBoards(db: Executor, memberId: number): Promise<BoardType[]> {
  const rows = await db
    .select({ boardType: boardFollows.boardType })
    .from(boardFollows)
    .where(eq(boardFollows.memberId, memberId))
    .orderBy(asc(boardFollows.createdAt), asc(boardFollows.boardType));
  return rows.map(({ boardType }) => boardType);
}

/** One change of the member's words at a time, until the transaction ends. */
export async function lockWords(db: Executor, memberId: number): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`alert words ${memberId}`}::text, 0))`,
  );
}

/** In the order in which they were added. */
export async function listWords(db: Executor, memberId: number) {
  return db
    .select({ word: alertWords.word, folded: alertWords.folded })
    .from(alertWords)
    .where(eq(alertWords.memberId, memberId))
    .orderBy(asc(alertWords.createdAt), asc(alertWords.folded));
}

export async function insertWord(
  db: Executor,
  values: typeof alertWords.$inferInsert,
): Promise<void> {
  await db.insert(alertWords).values(values).onConflictDoNothing();
}

export async function deleteWord(db: Executor, memberId: number, folded: string): Promise<void> {
  await db
    .delete(alertWords)
    .where(and(eq(alertWords.memberId, memberId), eq(alertWords.folded, folded)));
}
