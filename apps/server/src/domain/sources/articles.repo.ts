import type { BoardType } from '@naru/contract/boards';
import { and, desc, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import {
  alertsDue,
  attachments,
  importedArticles,
  posts,
  serviceKeys,
  sources,
  uploads,
} from '../../db/schema/index.ts';
import { isLive, isLivePost } from '../posts/post.sql.ts';

type Row = typeof importedArticles.$inferSelect;

/** An article that was imported, with the state of its post. */
export interface Imported
  extends Pick<Row, 'sourceId' | 'postId' | 'readHash' | 'textHash' | 'pinned' | 'createdAt'> {
  boardType: BoardType | null;
  /** The post is removed, or erased already. */
  isGone: boolean;
  /** Another source, which still exists, imported the post first; only that one may change it. */
  isOthers: boolean;
  isBlinded: boolean;
  /** Its text is not of this source: it was there before, or a person has changed it since. */
  isEdited: boolean;
  /** It shows pictures or files that were copied. */
  hasCopies: boolean;
  isPostPinned: boolean;
  pinnedUntil: Date | null;
}

const isCopyOfPost = (table: typeof uploads | typeof attachments) =>
  sql`exists (select from ${table} where ${table.postId} = ${posts.id} and ${table.copiedFrom} is not null)`;

/**
 * Serialises copying notices of other sites until the transaction ends, by hand and by importers, so that
 * no notice is copied twice.
 */
export async function lockCopies(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('pasted notices', 0))`);
}

/** The imported articles of a source, by their ids. */
export async function findImported(
  db: Executor,
  sourceKey: string,
  sourceIds: readonly string[],
): Promise<Map<string, Imported>> {
  const rows = await db
    .select({
      sourceId: importedArticles.sourceId,
      postId: importedArticles.postId,
      readHash: importedArticles.readHash,
      textHash: importedArticles.textHash,
      pinned: importedArticles.pinned,
      createdAt: importedArticles.createdAt,
      boardType: sql<BoardType | null>`${posts.boardType}`,
      isGone: sql<boolean>`${posts.id} is null or ${posts.deletedAt} is not null`,
      isOthers: sql<boolean>`${isOthers(db)}`,
      isBlinded: sql<boolean>`${posts.blindedAt} is not null`,
      isEdited: sql<boolean>`coalesce(coalesce(${posts.updatedAt}, ${posts.createdAt}) > ${importedArticles.updatedAt}, false)`,
      hasCopies: sql<boolean>`(${isCopyOfPost(uploads)} or ${isCopyOfPost(attachments)})`,
      isPostPinned: sql<boolean>`coalesce(${posts.pinned}, false)`,
      pinnedUntil: posts.pinnedUntil,
    })
    .from(importedArticles)
    .leftJoin(posts, eq(posts.id, importedArticles.postId))
    .where(
      and(
        eq(importedArticles.sourceKey, sourceKey),
        inArray(importedArticles.sourceId, [...sourceIds]),
      ),
    );
  return new Map(rows.map((row) => [row.sourceId, row]));
}

const earlier = alias(importedArticles, 'earlier');

function isOthers(db: Executor): SQL {
  const source = db
    .select({ id: sources.id })
    .from(sources)
    .where(sql`'source:' || ${sources.name} = ${earlier.sourceKey}`);
  const key = db
    .select({ id: serviceKeys.id })
    .from(serviceKeys)
    .where(
      and(sql`'key:' || ${serviceKeys.name} = ${earlier.sourceKey}`, isNull(serviceKeys.revokedAt)),
    );
  return exists(
    db
      .select({ id: earlier.sourceId })
      .from(earlier)
      .where(
        and(
          eq(earlier.postId, importedArticles.postId),
          sql`(${earlier.createdAt}, ${earlier.sourceKey}) < (${importedArticles.createdAt}, ${importedArticles.sourceKey})`,
          or(exists(source), exists(key)),
        ),
      ),
  );
}

/** If a list names more articles than this, the older ones are read again. */
const KNOWN_MAX = 5_000;

/** Ids of the articles of a source that were imported, the newest of them. */
export async function listImportedIds(db: Executor, sourceKey: string): Promise<Set<string>> {
  const rows = await db
    .select({ sourceId: importedArticles.sourceId })
    .from(importedArticles)
    .where(eq(importedArticles.sourceKey, sourceKey))
    .orderBy(desc(importedArticles.createdAt))
    .limit(KNOWN_MAX);
  return new Set(rows.map(({ sourceId }) => sourceId));
}

interface Copy {
  boardType: BoardType;
  targetUrl: string;
  title: string;
  sourceKey: string;
}

/**
 * The post that already shows the article: one that was pasted by hand, or one of another source with the
 * same title, such as that of a source which was renamed. Null without one.
 */
export async function findCopy(tx: Executor, copy: Copy): Promise<number | null> {
  const { boardType, targetUrl, title, sourceKey } = copy;
  const isTaken: SQL = sql`exists (select from ${importedArticles} where ${importedArticles.postId} = ${posts.id}
    and (${importedArticles.sourceKey} = ${sourceKey} or ${posts.title} <> ${title}))`;
  const [row] = await tx
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(
        eq(posts.boardType, boardType),
        eq(posts.targetUrl, targetUrl),
        isNull(posts.authorId),
        isNull(posts.authorSeal),
        isLive,
        sql`not ${isTaken}`,
      ),
    )
    .limit(1);
  return row?.id ?? null;
}

export async function insertImported(
  tx: Executor,
  values: typeof importedArticles.$inferInsert,
): Promise<void> {
  await tx.insert(importedArticles).values(values);
}

export async function updateImported(
  tx: Executor,
  { sourceKey, sourceId }: Pick<Row, 'sourceKey' | 'sourceId'>,
  change: Partial<Pick<Row, 'readHash' | 'textHash' | 'publishedAt' | 'pinned' | 'updatedAt'>>,
): Promise<void> {
  await tx
    .update(importedArticles)
    .set(change)
    .where(and(eq(importedArticles.sourceKey, sourceKey), eq(importedArticles.sourceId, sourceId)));
}

/** Locks a post until the transaction ends; false for a deleted and for a blinded one. */
export async function lockOpenPost(tx: Executor, id: number): Promise<boolean> {
  const isOpen = and(isLivePost(id), isNull(posts.blindedAt));
  const rows = await tx.select({ id: posts.id }).from(posts).where(isOpen).for('update');
  return rows.length === 1;
}

/** Call in the transaction that inserts the post: nobody is notified as a follower or for an alert word. */
export async function dropAlerts(tx: Executor, postId: number): Promise<void> {
  await tx.delete(alertsDue).where(eq(alertsDue.postId, postId));
}
