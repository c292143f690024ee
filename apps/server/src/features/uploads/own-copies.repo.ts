import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { attachments, posts, scheduledNotices, uploads } from '../../db/schema/index.ts';
import { isAuthorOf } from '../../domain/authorship/author.sql.ts';
import type { AuthorIdentity } from '../../domain/authorship/author.ts';
import { STATUS } from './uploads.repo.ts';

const TABLES = { pictures: uploads, files: attachments };

/** A member, and the seal by which anonymous posts are theirs. */
export type Owner = AuthorIdentity<number, Buffer>;

export type OwnKind = keyof typeof TABLES;

/** What has an upload besides a post; a file of an inquiry stays with it alone. */
const OTHER_USES: Record<OwnKind, SQL> = {
  pictures: sql`${uploads.commentId} is not null or ${uploads.profileOf} is not null`,
  files: sql`false`,
};

const MORE_COLUMNS: Record<OwnKind, SQL> = {
  pictures: sql`width, height`,
  files: sql`name`,
};

interface Wanted {
  keys: readonly string[];
  /** Whose own uploads are none of another post; null for a new one. */
  postId: number | null;
  /** The scheduled notice that they are for; every other one that names an upload uses it. */
  scheduledId: number | null;
}

/** Those of the uploads that another thing of the member uses, such as an earlier post. */
export async function listInOtherUse(
  db: Executor,
  kind: OwnKind,
  viewer: Owner,
  { keys, postId, scheduledId }: Wanted,
): Promise<string[]> {
  // Only columns that both tables have.
  const table = TABLES[kind] as typeof uploads;
  const isOfOther = and(
    isNotNull(table.postId),
    sql`${table.postId} is distinct from ${postId}::bigint`,
  );
  const isScheduled = sql`exists (select 1 from ${scheduledNotices}
    where ${scheduledNotices.id} is distinct from ${scheduledId}::bigint
      and position(${table.key} in ${scheduledNotices.body}::text) > 0)`;
  const isOfOwnPost = sql`exists (select 1 from ${posts}
    where ${posts.id} = ${table.postId} and ${isAuthorOf(posts, viewer)})`;
  const rows = await db
    .select({ key: table.key })
    .from(table)
    .where(
      and(
        inArray(table.key, [...keys]),
        eq(table.status, STATUS.ready),
        or(isOfOther, OTHER_USES[kind], isScheduled),
        or(eq(table.ownerId, viewer.memberId), isOfOwnPost),
      ),
    );
  return rows.map(({ key }) => key);
}

/** Adds the row of a copy whose bytes are being stored; nothing in it names the original. */
export async function insertCopy(
  db: Executor,
  kind: OwnKind,
  { from, key, memberId, at }: { from: string; key: string; memberId: number; at: Date },
): Promise<void> {
  const table = TABLES[kind];
  const more = MORE_COLUMNS[kind];
  await db.execute(sql`
    insert into ${table} (key, owner_id, content_type, status, bytes, created_at, ${more})
    select ${key}, ${memberId}::bigint, content_type, ${STATUS.receiving}, bytes, ${at.toISOString()}::timestamptz, ${more}
    from ${table} where key = ${from}`);
}

/** What is stored of a copy is complete, or, without its bytes, left to the sweep. */
export async function endCopy(
  db: Executor,
  kind: OwnKind,
  key: string,
  readyAt: Date | null,
): Promise<void> {
  const table = TABLES[kind] as typeof uploads;
  const status = readyAt === null ? STATUS.removing : STATUS.ready;
  await db
    .update(table)
    .set({ status, readyAt })
    .where(and(eq(table.key, key), eq(table.status, STATUS.receiving)));
}
