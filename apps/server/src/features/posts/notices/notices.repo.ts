import type { BoardType } from '@naru/contract/boards';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { mustReads, posts } from '../../../db/schema/index.ts';
import { isListed, isLive } from '../../../domain/posts/post.sql.ts';

export type MustReadRow = typeof mustReads.$inferSelect;

/** The lock of the post serialises changes. */
export async function findMustRead(tx: Executor, postId: number): Promise<MustReadRow | null> {
  const [row] = await tx.select().from(mustReads).where(eq(mustReads.postId, postId));
  return row ?? null;
}

/** Whether the notice is for groups; locks its post. */
export async function lockGroups(tx: Executor, postId: number): Promise<boolean> {
  const [row] = await tx
    .select({ groups: posts.audienceGroups })
    .from(posts)
    .where(eq(posts.id, postId))
    .for('no key update');
  return row !== undefined && row.groups !== null;
}

export async function insertMustRead(
  tx: Executor,
  values: Pick<MustReadRow, 'postId' | 'dueOn' | 'askedAt'>,
): Promise<void> {
  await tx.insert(mustReads).values(values);
}

export async function updateMustRead(
  tx: Executor,
  postId: number,
  values: Partial<Omit<MustReadRow, 'postId'>>,
): Promise<void> {
  await tx.update(mustReads).set(values).where(eq(mustReads.postId, postId));
}

interface PastedAddress {
  boardType: BoardType;
  targetUrl: string;
  exceptId?: number;
}

/** Another notice of a board with this original address. */
export async function findPasted(tx: Executor, { boardType, targetUrl, exceptId }: PastedAddress) {
  const [row] = await tx
    .select({ id: posts.id, title: posts.title, content: posts.content })
    .from(posts)
    .where(
      and(
        eq(posts.boardType, boardType),
        eq(posts.targetUrl, targetUrl),
        exceptId === undefined ? undefined : ne(posts.id, exceptId),
        isLive,
      ),
    )
    .limit(1);
  return row ?? null;
}

/** Title and address before a change. */
export async function findPastedText(tx: Executor, postId: number) {
  const [row] = await tx
    .select({ title: posts.title, targetUrl: posts.targetUrl })
    .from(posts)
    .where(eq(posts.id, postId));
  return row ?? null;
}

/** The title of a notice of the board that is for everybody. */
export async function findOpenTitle(
  db: Executor,
  boardType: BoardType,
  id: number,
): Promise<string | null> {
  const isForEverybody = and(isNull(posts.audienceYears), isNull(posts.audienceGroups));
  const [row] = await db
    .select({ title: posts.title })
    .from(posts)
    .where(and(eq(posts.id, id), eq(posts.boardType, boardType), isListed, isForEverybody));
  return row?.title ?? null;
}
