import { and, eq, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { members, posts, uploads } from '../../db/schema/index.ts';

/**
 * pending: address handed out. receiving: its one PUT is running. ready: checked and stored.
 * removing: being swept, of no use any more.
 */
const STATUS = {
  pending: 'pending',
  receiving: 'receiving',
  ready: 'ready',
  removing: 'removing',
} as const;

interface NewUpload {
  key: string;
  ownerId: number | null;
  contentType: string;
  createdAt: Date;
}

interface Measured {
  bytes: number;
  width: number;
  height: number;
  readyAt: Date;
}

export async function insertUpload(db: Executor, values: NewUpload): Promise<void> {
  await db.insert(uploads).values({ ...values, status: STATUS.pending });
}

/** Begins the one PUT of an address; false when it has been used, or is unknown. */
export async function claimUpload(db: Executor, key: string): Promise<boolean> {
  const result = await db
    .update(uploads)
    .set({ status: STATUS.receiving })
    .where(and(eq(uploads.key, key), eq(uploads.status, STATUS.pending)));
  return result.rowCount === 1;
}

/** Answers whose it is; null when the row was swept in the meantime. */
export async function completeUpload(
  db: Executor,
  key: string,
  values: Measured,
): Promise<{ ownerId: number | null } | null> {
  const [row] = await db
    .update(uploads)
    .set({ ...values, status: STATUS.ready })
    .where(and(eq(uploads.key, key), eq(uploads.status, STATUS.receiving)))
    .returning({ ownerId: uploads.ownerId });
  return row ?? null;
}

export async function deleteUpload(db: Executor, key: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.key, key));
}

/** Whether a picture is checked, and its post (if it has one) not deleted. Prepared. */
export function prepareIsPublic(db: Db): (key: string) => Promise<boolean> {
  const query = db
    .select({ key: uploads.key })
    .from(uploads)
    .leftJoin(posts, eq(posts.id, uploads.postId))
    .where(
      and(
        eq(uploads.key, sql.placeholder('key')),
        eq(uploads.status, STATUS.ready),
        isNull(posts.deletedAt),
      ),
    )
    .prepare('is_public_upload');
  return async (key) => (await query.execute({ key })).length > 0;
}

interface Attachment {
  keys: string[];
  postId: number;
  memberId: number;
  /** Null cuts the tie to the member (quality AN-31). */
  ownerId: number | null;
  attachedAt: Date;
}

/** Ties ready pictures, free ones of the member or the post's own, to the post; answers how many. */
export async function attachUploads(
  db: Executor,
  { keys, postId, memberId, ownerId, attachedAt }: Attachment,
): Promise<number> {
  const isFree = and(
    eq(uploads.ownerId, memberId),
    isNull(uploads.postId),
    isNull(uploads.profileOf),
  );
  const result = await db
    .update(uploads)
    .set({
      postId,
      ownerId: ownerId === null ? null : sql`coalesce(${uploads.ownerId}, ${ownerId})`,
      attachedAt: sql`coalesce(${uploads.attachedAt}, ${attachedAt})`,
      // To the second they would lead to the member whose upload counter began just then.
      ...(ownerId === null && {
        createdAt: sql`date_trunc('day', ${uploads.createdAt})`,
        readyAt: sql`date_trunc('day', ${uploads.readyAt})`,
      }),
    })
    .where(
      and(
        inArray(uploads.key, keys),
        eq(uploads.status, STATUS.ready),
        or(isFree, eq(uploads.postId, postId)),
      ),
    );
  return result.rowCount ?? 0;
}

/** Unties the pictures of a post that it no longer shows; the sweep takes them. */
export async function releaseUploads(
  db: Executor,
  postId: number,
  keptKeys: string[],
): Promise<void> {
  const isDropped = keptKeys.length > 0 ? notInArray(uploads.key, keptKeys) : undefined;
  await db
    .update(uploads)
    .set({ postId: null })
    .where(and(eq(uploads.postId, postId), isDropped));
}

interface SweepLimits {
  /** Unused pictures older than this go. */
  unusedBefore: Date;
  /** Pictures of posts deleted before this go. */
  deletedBefore: Date;
  limit: number;
}

/**
 * Takes unused pictures out of use and answers their keys. Rows locked by a running attach are left
 * alone; an attach that comes later finds them no longer ready.
 */
export async function markRemovableUploads(
  db: Executor,
  { unusedBefore, deletedBefore, limit }: SweepLimits,
): Promise<string[]> {
  const isProfilePicture = sql`exists (select 1 from ${members}
    where ${members.profileImageUrl} = '/files/' || ${uploads.key} || '.webp')`;
  const isUnused = and(
    isNull(uploads.postId),
    lt(uploads.createdAt, unusedBefore),
    sql`not ${isProfilePicture}`,
  );
  const isOfDeletedPost = sql`exists (select 1 from ${posts}
    where ${posts.id} = ${uploads.postId} and ${lt(posts.deletedAt, deletedBefore)})`;
  const removable = db
    .select({ key: uploads.key })
    .from(uploads)
    .where(or(eq(uploads.status, STATUS.removing), isUnused, isOfDeletedPost))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .update(uploads)
    .set({ status: STATUS.removing })
    .where(sql`${uploads.key} in ${removable}`)
    .returning({ key: uploads.key });
  return rows.map((row) => row.key);
}

/** Forgets rows whose objects are gone. */
export async function deleteRemovedUploads(db: Executor, keys: string[]): Promise<void> {
  await db
    .delete(uploads)
    .where(and(inArray(uploads.key, keys), eq(uploads.status, STATUS.removing)));
}
