import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { chatRooms, posts } from '../../db/schema/index.ts';

/** The item or the recruiting post that a room is about. */
export const postOfRoom = sql<number>`coalesce(${chatRooms.itemId}, ${chatRooms.teamId})`;

/** What a room shows of its item or its team; null columns when the post was erased. */
export const itemColumns = {
  itemId: chatRooms.itemId,
  teamId: chatRooms.teamId,
  /** Of the post. */
  authorId: posts.authorId,
  itemTitle: posts.title,
  itemPrice: posts.price,
  itemStatus: posts.tradeStatus,
  itemImage: sql<string | null>`${posts.imageUrls}[1]`,
  itemBlindedAt: posts.blindedAt,
  itemDeletedAt: posts.deletedAt,
  itemUpdatedAt: posts.updatedAt,
  lastMessageAt: chatRooms.lastMessageAt,
};

export interface ItemRow {
  itemId: number | null;
  teamId: number | null;
  authorId: number | null;
  itemTitle: string | null;
  itemPrice: number | null;
  itemStatus: (typeof posts.$inferSelect)['tradeStatus'];
  itemImage: string | null;
  itemBlindedAt: Date | null;
  itemDeletedAt: Date | null;
  itemUpdatedAt: Date | null;
  lastMessageAt: Date | null;
}

/** The item with its seller, locked against deletion until the transaction ends; null when unknown. */
export async function lockItem(db: Executor, id: number) {
  const [row] = await db
    .select({
      boardType: posts.boardType,
      sellerId: posts.authorId,
      status: posts.tradeStatus,
      deletedAt: posts.deletedAt,
      blindedAt: posts.blindedAt,
    })
    .from(posts)
    .where(eq(posts.id, id))
    .for('key share');
  return row ?? null;
}
