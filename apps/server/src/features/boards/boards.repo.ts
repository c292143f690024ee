import type { BoardType } from '@naru/contract/boards';
import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { boardFavorites } from '../../db/schema/index.ts';

export async function insertFavorite(
  db: Executor,
  favorite: { memberId: number; boardType: BoardType; createdAt: Date },
): Promise<void> {
  await db.insert(boardFavorites).values(favorite).onConflictDoNothing();
}

export async function deleteFavorite(
  db: Executor,
  memberId: number,
  boardType: BoardType,
): Promise<void> {
  await db
    .delete(boardFavorites)
    .where(and(eq(boardFavorites.memberId, memberId), eq(boardFavorites.boardType, boardType)));
}
