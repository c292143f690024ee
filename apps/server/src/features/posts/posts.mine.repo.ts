import type { PostBoardType } from '@naru/contract/boards';
import { and, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { isByBlocked } from '../../db/blocks.ts';
import type { Db } from '../../db/client.ts';
import { type doorViewer, roomDoor } from '../../db/room-doors.ts';
import { members, postLikes, postScraps, posts } from '../../db/schema/index.ts';

/** Enough characters of the text for an excerpt of 50 graphemes, without shipping all of it. */
const EXCERPT_SOURCE = 600;

export interface Slice {
  limit: number;
  offset: number;
}

type Viewer = ReturnType<typeof doorViewer>;

export interface OwnRow {
  id: number;
  title: string;
  boardType: PostBoardType;
  createdAt: Date;
  /** Set on posts of lecture rooms. */
  lectureId: number | null;
}

export interface KeptRow extends OwnRow {
  isAnonymous: boolean;
  text: string;
  likeCount: number;
  authorId: number | null;
  nickname: string | null;
  withdrawnAt: Date | null;
  deletedAt: Date | null;
  /** The member blocks the author. */
  isBlocked: boolean;
}

const keptColumns = {
  id: posts.id,
  title: posts.title,
  boardType: posts.boardType,
  isAnonymous: posts.anonymous,
  createdAt: posts.createdAt,
  text: sql<string>`left(${posts.contentText}, ${sql.raw(String(EXCERPT_SOURCE))})`,
  likeCount: posts.likeCount,
  lectureId: posts.lectureId,
  authorId: posts.authorId,
  nickname: members.nickname,
  withdrawnAt: members.withdrawnAt,
  deletedAt: posts.deletedAt,
};

/** Own posts, also the sealed ones: `seal` is the member's. */
export async function listOwn(
  db: Db,
  own: { memberId: number; seal: Buffer },
  slice: Slice,
): Promise<{ rows: OwnRow[]; total: number }> {
  const isOwn = and(
    or(eq(posts.authorId, own.memberId), eq(posts.authorSeal, own.seal)),
    isNull(posts.deletedAt),
    // Own words stay in sight when a room closes, not when it is removed.
    sql`${roomDoor({ ...own, ownerId: 0, isStaff: true })} = 'open'`,
  );
  const [rows, total] = await Promise.all([
    db
      .select({
        id: posts.id,
        title: posts.title,
        boardType: posts.boardType,
        createdAt: posts.createdAt,
        lectureId: posts.lectureId,
      })
      .from(posts)
      .where(isOwn)
      .orderBy(desc(posts.createdAt), desc(posts.id))
      .limit(slice.limit)
      .offset(slice.offset),
    db.select({ total: count() }).from(posts).where(isOwn),
  ]);
  return { rows, total: total[0]?.total ?? 0 };
}

/** Posts the member likes, newest like first; deleted ones are left out. */
export function listLiked(db: Db, viewer: Viewer, slice: Slice) {
  return listKept(db, postLikes, viewer, slice, isNull(posts.deletedAt));
}

/** Posts the member keeps, newest first; deleted ones stay (decisions 76). */
export function listScrapped(db: Db, viewer: Viewer, slice: Slice) {
  return listKept(db, postScraps, viewer, slice, undefined);
}

async function listKept(
  db: Db,
  table: typeof postLikes | typeof postScraps,
  viewer: Viewer,
  slice: Slice,
  condition: SQL | undefined,
): Promise<{ rows: KeptRow[]; total: number }> {
  // What a room no longer shows is not shown here either.
  const isMine = and(
    eq(table.memberId, viewer.memberId),
    sql`${roomDoor(viewer)} = 'open'`,
    condition,
  );
  const [rows, total] = await Promise.all([
    db
      .select({ ...keptColumns, isBlocked: isByBlocked(posts.authorId, viewer.memberId) })
      .from(table)
      .innerJoin(posts, eq(posts.id, table.postId))
      .leftJoin(members, eq(members.id, posts.authorId))
      .where(isMine)
      .orderBy(desc(table.createdAt), desc(table.postId))
      .limit(slice.limit)
      .offset(slice.offset),
    db
      .select({ total: count() })
      .from(table)
      .innerJoin(posts, eq(posts.id, table.postId))
      .where(isMine),
  ]);
  return { rows, total: total[0]?.total ?? 0 };
}
