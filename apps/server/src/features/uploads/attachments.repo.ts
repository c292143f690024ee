import { and, asc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  attachments,
  inquiries,
  lectures,
  members,
  posts,
  reportedContents,
} from '../../db/schema/index.ts';
import { countedRoles } from '../../domain/access/held-back.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';
import { roomAccess } from '../../domain/access/room-access.sql.ts';
import type { RoomViewer } from '../../domain/access/room-access.ts';
import { lacksRequiredFactor } from '../../domain/access/second-factors.repo.ts';
import { isRemovedByStaff } from '../../domain/authorship/author.sql.ts';
import { isListed, isLive } from '../../domain/posts/post.sql.ts';
import { type Attach, createUploadRows, STATUS } from './uploads.repo.ts';

const columns = {
  key: attachments.key,
  name: attachments.name,
  bytes: attachments.bytes,
  contentType: attachments.contentType,
};

/** Pictures belong into the text of a post, where they are re-encoded. */
const isForPosts = sql`${attachments.inquiryId} is null and ${attachments.contentType} not like 'image/%'`;

/** Staff look at what was reported until they decide, also at files that the author has dropped since. */
const isReported = sql`(exists (select 1 from ${inquiries}
    where ${inquiries.targetType} = 'POST' and ${inquiries.targetId} = ${attachments.postId}
      and ${inquiries.completedAt} is null)
  or exists (select 1 from ${reportedContents}
    inner join ${inquiries} on ${inquiries.id} = ${reportedContents.inquiryId}
    where ${inquiries.completedAt} is null
      and ${attachments.key} || '/' || ${attachments.name} = any(${reportedContents.files})))`;

export const attachmentRows = createUploadRows({
  table: attachments,
  isFree: isForPosts,
  isUnused: sql`${attachments.inquiryId} is null and not ${isReported}`,
  isOfDeleted: (before) =>
    sql`exists (select 1 from ${posts} left join ${lectures} on ${lectures.id} = ${posts.lectureId}
      where ${posts.id} = ${attachments.postId}
        and (${lt(posts.deletedAt, before)} and not ${isRemovedByStaff(posts)}
          or ${lt(lectures.deletedAt, before)})) and not ${isReported}`,
});

const positionIn = (keys: string[]) =>
  sql`array_position(${sql.param(keys)}::text[], ${attachments.key})`;

/** Stores the position of each file in `use.keys`. */
export function attachAll(db: Executor, use: Attach) {
  return attachmentRows.attach(db, use, { position: positionIn(use.keys) });
}

/** The same for copies of files of another site; see `setCopies`. */
export function setCopiedFiles(db: Executor, use: Omit<Attach, 'memberId'>) {
  return attachmentRows.setCopies(db, use, { position: positionIn(use.keys) });
}

/** Attaches ready, unused files of the member; returns how many. */
export async function attachToInquiry(
  db: Executor,
  { keys, inquiryId, memberId, attachedAt }: Omit<Attach, 'postId'> & { inquiryId: number },
): Promise<number> {
  const { rowCount } = await db
    .update(attachments)
    .set({ inquiryId, attachedAt, position: positionIn(keys) })
    .where(
      and(
        inArray(attachments.key, keys),
        eq(attachments.status, STATUS.ready),
        eq(attachments.ownerId, memberId),
        isNull(attachments.postId),
        isNull(attachments.inquiryId),
      ),
    );
  return rowCount ?? 0;
}

export async function findName(db: Executor, key: string) {
  const [row] = await db
    .select({ name: attachments.name })
    .from(attachments)
    .where(eq(attachments.key, key));
  return row?.name ?? '';
}

export const listOfPost = (db: Executor, postId: number) =>
  listFiles(db, eq(attachments.postId, postId));

export const listOfInquiry = (db: Executor, inquiryId: number) =>
  listFiles(db, eq(attachments.inquiryId, inquiryId));

function listFiles(db: Executor, isWanted: SQL) {
  return db
    .select(columns)
    .from(attachments)
    .where(and(isWanted, eq(attachments.status, STATUS.ready)))
    .orderBy(asc(attachments.position), asc(attachments.key));
}

/** Checked files of a member that no post or inquiry has, in the order of the keys. */
export function listUnused(db: Executor, ownerId: number, keys: string[]) {
  return db
    .select(columns)
    .from(attachments)
    .where(
      and(
        inArray(attachments.key, keys),
        eq(attachments.status, STATUS.ready),
        eq(attachments.ownerId, ownerId),
        isNull(attachments.postId),
        isForPosts,
      ),
    )
    .orderBy(positionIn(keys));
}

/** Roles, as they count now, of a member who may log in; null for others. */
export async function findReader(db: Executor, memberId: number, now: Date) {
  const [row] = await db
    .select({ roles: rolesOf(members.id), lacksRequiredFactor: lacksRequiredFactor(members.id) })
    .from(members)
    .where(and(eq(members.id, memberId), isActive(now)));
  return row === undefined ? null : { roles: countedRoles(row).roles };
}

/** Returns a ready file of a post, an inquiry or a reported post that the reader may read now, or null. */
export async function findDownload(
  db: Executor,
  key: string,
  reader: RoomViewer<number | boolean> & { isAdmin: boolean; seesBlinded: boolean },
) {
  const isOpenPost = and(
    reader.seesBlinded ? isLive : isListed,
    sql`${roomAccess(reader)} = 'open'`,
  );
  const isOwnInquiry = eq(inquiries.memberId, sql`${reader.memberId}::bigint`);
  const isOpenInquiry = reader.isAdmin ? sql`${inquiries.id} is not null` : isOwnInquiry;
  const [row] = await db
    .select(columns)
    .from(attachments)
    .leftJoin(posts, eq(posts.id, attachments.postId))
    .leftJoin(inquiries, eq(inquiries.id, attachments.inquiryId))
    .where(
      and(
        eq(attachments.key, key),
        eq(attachments.status, STATUS.ready),
        or(
          and(sql`${posts.id} is not null`, isOpenPost),
          isOpenInquiry,
          reader.seesBlinded ? isReported : undefined,
        ),
      ),
    );
  return row ?? null;
}
