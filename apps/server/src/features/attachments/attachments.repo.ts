import { and, asc, eq, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { attachments, lectures, posts } from '../../db/schema/index.ts';

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

export interface AttachmentRow {
  key: string;
  name: string;
  bytes: number;
  contentType: string;
}

const columns = {
  key: attachments.key,
  name: attachments.name,
  bytes: attachments.bytes,
  contentType: attachments.contentType,
};

export async function insertAttachment(
  db: Executor,
  values: { key: string; ownerId: number; name: string; contentType: string; createdAt: Date },
): Promise<void> {
  await db.insert(attachments).values({ ...values, status: STATUS.pending });
}

/** Begins the one PUT of an address; answers the file's name, null when it was used or is unknown. */
export async function claimAttachment(db: Executor, key: string): Promise<string | null> {
  const [row] = await db
    .update(attachments)
    .set({ status: STATUS.receiving })
    .where(and(eq(attachments.key, key), eq(attachments.status, STATUS.pending)))
    .returning({ name: attachments.name });
  return row?.name ?? null;
}

/** Answers whose it is; null when the row was swept in the meantime. */
export async function completeAttachment(
  db: Executor,
  key: string,
  values: { bytes: number; readyAt: Date },
): Promise<{ ownerId: number | null } | null> {
  const [row] = await db
    .update(attachments)
    .set({ ...values, status: STATUS.ready })
    .where(and(eq(attachments.key, key), eq(attachments.status, STATUS.receiving)))
    .returning({ ownerId: attachments.ownerId });
  return row ?? null;
}

export async function deleteAttachment(db: Executor, key: string): Promise<void> {
  await db.delete(attachments).where(eq(attachments.key, key));
}

/** Unties the files of a post that it no longer has; the sweep takes them. */
export async function releaseAttachments(
  db: Executor,
  postId: number,
  keep: string[],
): Promise<void> {
  await db
    .update(attachments)
    .set({ postId: null, attachedAt: null })
    .where(
      and(
        eq(attachments.postId, postId),
        keep.length > 0 ? notInArray(attachments.key, keep) : undefined,
      ),
    );
}

/** Ties ready files, free ones of the member or the post's own, to the post in this order; how many. */
export async function attachAll(
  db: Executor,
  use: { keys: string[]; postId: number; memberId: number; attachedAt: Date },
): Promise<number> {
  const { keys, postId, memberId, attachedAt } = use;
  const isFree = and(eq(attachments.ownerId, memberId), isNull(attachments.postId));
  const order = sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  );
  const result = await db
    .update(attachments)
    .set({
      postId,
      position: sql`array_position(array[${order}]::text[], ${attachments.key})`,
      attachedAt: sql`coalesce(${attachments.attachedAt}, ${attachedAt})`,
    })
    .where(
      and(
        inArray(attachments.key, keys),
        eq(attachments.status, STATUS.ready),
        or(isFree, eq(attachments.postId, postId)),
      ),
    );
  return result.rowCount ?? 0;
}

export function listOfPost(db: Executor, postId: number): Promise<AttachmentRow[]> {
  return db
    .select(columns)
    .from(attachments)
    .where(and(eq(attachments.postId, postId), eq(attachments.status, STATUS.ready)))
    .orderBy(asc(attachments.position), asc(attachments.key));
}

/** A checked file of a live post in a live room, or null. */
export async function findDownload(db: Executor, key: string): Promise<AttachmentRow | null> {
  const [row] = await db
    .select(columns)
    .from(attachments)
    .innerJoin(posts, eq(posts.id, attachments.postId))
    .innerJoin(lectures, eq(lectures.id, posts.lectureId))
    .where(
      and(
        eq(attachments.key, key),
        eq(attachments.status, STATUS.ready),
        isNull(posts.deletedAt),
        isNull(lectures.deletedAt),
      ),
    );
  return row ?? null;
}

/**
 * Takes unused files, and those of posts and rooms that were deleted, out of use and answers their
 * keys. Rows locked by a running attach are left alone.
 */
export async function markRemovable(
  db: Executor,
  limits: { unusedBefore: Date; deletedBefore: Date; limit: number },
): Promise<string[]> {
  const isUnused = and(isNull(attachments.postId), lt(attachments.createdAt, limits.unusedBefore));
  const isOfDeleted = sql`exists (select 1 from ${posts} left join ${lectures} on ${lectures.id} = ${posts.lectureId}
    where ${posts.id} = ${attachments.postId}
      and (${lt(posts.deletedAt, limits.deletedBefore)} or ${lt(lectures.deletedAt, limits.deletedBefore)}))`;
  const removable = db
    .select({ key: attachments.key })
    .from(attachments)
    .where(or(eq(attachments.status, STATUS.removing), isUnused, isOfDeleted))
    .limit(limits.limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .update(attachments)
    .set({ status: STATUS.removing })
    .where(sql`${attachments.key} in ${removable}`)
    .returning({ key: attachments.key });
  return rows.map((row) => row.key);
}

/** Forgets rows whose objects are gone. */
export async function deleteRemoved(db: Executor, keys: string[]): Promise<void> {
  await db
    .delete(attachments)
    .where(and(inArray(attachments.key, keys), eq(attachments.status, STATUS.removing)));
}
