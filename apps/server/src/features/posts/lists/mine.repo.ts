import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { members, posts } from '../../../db/schema/index.ts';
import { roomAccess } from '../../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../../domain/access/room-access.ts';
import { writtenBy } from '../../../domain/authorship/author.sql.ts';
import type { KnownAuthor } from '../../../domain/authorship/author.ts';
import { markedItems } from '../../../domain/marks/marks.sql.ts';
import { postColumns, type RowOf, writtenAt } from '../../../domain/posts/post.sql.ts';
import type { PageRange } from '../../../platform/paging.ts';

/** Characters; enough for an excerpt of 50 graphemes. */
const EXCERPT_SOURCE = 600;

const ownColumns = {
  id: posts.id,
  title: posts.title,
  boardType: posts.boardType,
  createdAt: writtenAt,
  /** Null outside lecture rooms. */
  lectureId: posts.lectureId,
};

export type OwnRow = RowOf<typeof ownColumns>;

const savedColumns = (viewer: Viewer) => ({
  ...postColumns(viewer),
  ...ownColumns,
  text: sql<string>`left(${posts.contentText}, ${sql.raw(String(EXCERPT_SOURCE))})`,
  deletedAt: posts.deletedAt,
});

export type SavedRow = RowOf<ReturnType<typeof savedColumns>>;

/** Items of a member by their state. */
export async function listSales(db: Db, memberId: number, slice: PageRange) {
  const isOwn = and(
    eq(posts.authorId, memberId),
    eq(posts.boardType, 'MARKET'),
    isNull(posts.deletedAt),
  );
  const rank = sql`array_position(array['ON_SALE', 'RESERVED', 'SOLD'], coalesce(${posts.tradeStatus}, 'ON_SALE'))`;
  const [rows, total] = await Promise.all([
    db
      .select({
        ...ownColumns,
        price: posts.price,
        tradeStatus: posts.tradeStatus,
        /** When it was written or last moved to the top. */
        placedAt: posts.createdAt,
        isBlinded: sql<boolean>`${posts.blindedAt} is not null`,
      })
      .from(posts)
      .where(isOwn)
      .orderBy(rank, desc(posts.createdAt), desc(posts.id))
      .limit(slice.limit)
      .offset(slice.offset),
    db.$count(posts, isOwn),
  ]);
  return { rows, total };
}

/** Includes the member's anonymous posts. */
export async function listOwn(db: Db, own: KnownAuthor, slice: PageRange) {
  const isOwn = and(
    writtenBy(posts, own),
    isNull(posts.deletedAt),
    // Authors keep access when a room closes, but not when it is deleted.
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
    db.$count(posts, isOwn),
  ]);
  return { rows, total };
}

/** Newest like first, without deleted posts. */
export function listLiked(db: Db, viewer: Viewer, slice: PageRange) {
  return listSaved(db, 'like', viewer, slice, isNull(posts.deletedAt));
}

/** Newest scrap first, with deleted posts. */
export function listScrapped(db: Db, viewer: Viewer, slice: PageRange) {
  return listSaved(db, 'scrap', viewer, slice, undefined);
}

async function listSaved(
  db: Db,
  list: 'like' | 'scrap',
  viewer: Viewer,
  slice: PageRange,
  condition: SQL | undefined,
) {
  const mine = sql`${markedItems(list, viewer)} as mine`;
  const isShown = and(sql`${posts.id} = mine.item`, sql`${roomAccess(viewer)} = 'open'`, condition);
  const [rows, total] = await Promise.all([
    db
      .select(savedColumns(viewer))
      .from(posts)
      .innerJoin(mine, sql`true`)
      .leftJoin(members, eq(members.id, posts.authorId))
      .where(isShown)
      .orderBy(sql`mine.created_at desc`, desc(posts.id))
      .limit(slice.limit)
      .offset(slice.offset),
    db.$count(sql`${posts}, ${mine}`, isShown),
  ]);
  return { rows, total };
}
