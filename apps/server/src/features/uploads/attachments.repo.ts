import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { attachments, lectures, posts } from '../../db/schema/index.ts';
import { type Attach, createUploadRows, STATUS } from './uploads.repo.ts';

const columns = {
  key: attachments.key,
  name: attachments.name,
  bytes: attachments.bytes,
  contentType: attachments.contentType,
};

export const attachmentRows = createUploadRows({
  table: attachments,
  isOfDeleted: (before) =>
    sql`exists (select 1 from ${posts} left join ${lectures} on ${lectures.id} = ${posts.lectureId}
      where ${posts.id} = ${attachments.postId}
        and (${lt(posts.deletedAt, before)} or ${lt(lectures.deletedAt, before)}))`,
});

/** Stores the position of each file in `use.keys`. */
export function attachAll(db: Executor, use: Attach) {
  const position = sql`array_position(${sql.param(use.keys)}::text[], ${attachments.key})`;
  return attachmentRows.attach(db, use, { position });
}

export async function findName(db: Executor, key: string) {
  const [row] = await db
    .select({ name: attachments.name })
    .from(attachments)
    .where(eq(attachments.key, key));
  return row?.name ?? '';
}

export function listOfPost(db: Executor, postId: number) {
  return db
    .select(columns)
    .from(attachments)
    .where(and(eq(attachments.postId, postId), eq(attachments.status, STATUS.ready)))
    .orderBy(asc(attachments.position), asc(attachments.key));
}

/** Returns a ready file whose post and lecture are not deleted, or null. */
export async function findDownload(db: Executor, key: string) {
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
