import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { members, postLikes, postScraps, posts } from '../../db/schema/index.ts';
import { roomAccess } from '../../domain/access/room-access.sql.ts';
import type { RoomViewer } from '../../domain/access/room-access.ts';
import { writtenBy } from '../../domain/authorship/author.sql.ts';
import type { AuthorIdentity } from '../../domain/authorship/author.ts';
import { postColumns, type RowOf } from '../../domain/posts/post.sql.ts';

/** Enough characters of the text for an excerpt of 50 graphemes, without shipping all of it. */
const EXCERPT_SOURCE = 600;

export interface Slice {
  limit: number;
  offset: number;
}

type Viewer = RoomViewer<number | boolean> & { memberId: number };

const ownColumns = {
  id: posts.id,
  title: posts.title,
  boardType: posts.boardType,
  createdAt: posts.createdAt,
  /** Set on posts of lecture rooms. */
  lectureId: posts.lectureId,
};

export type OwnRow = RowOf<typeof ownColumns>;

const keptColumns = (memberId: number) => ({
  ...postColumns(memberId),
  ...ownColumns,
  text: sql<string>`left(${posts.contentText}, ${sql.raw(String(EXCERPT_SOURCE))})`,
  deletedAt: posts.deletedAt,
});

export type KeptRow = RowOf<ReturnType<typeof keptColumns>>;

/** Own posts, also the sealed ones: `seal` is the member's. */
export async function listOwn(
  db: Db,
  own: AuthorIdentity<number, Buffer>,
  slice: Slice,
): Promise<{ rows: OwnRow[]; total: number }> {
  const isOwn = and(
    writtenBy(posts, own),
    isNull(posts.deletedAt),
    // Own words stay in sight when a room closes, not when it is removed.
    sql`${roomAccess({ ...own, ownerId: 0, isStaff: true })} = 'open'`,
  );
  const [rows, total] = await Promise.all([
    db
      .select(ownColumns)
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

/** Posts the member keeps, newest first; deleted ones stay. */
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
    sql`${roomAccess(viewer)} = 'open'`,
    condition,
  );
  const [rows, total] = await Promise.all([
    db
      .select(keptColumns(viewer.memberId))
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
