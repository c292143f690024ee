import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Executor } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import {
  banners,
  comments,
  inquiries,
  members,
  posts,
  reportedContents,
  settings,
  uploads,
} from '../../db/schema/index.ts';
import { isRemovedByStaff } from '../../domain/authorship/author.sql.ts';
import { type Attach, createUploadRows, STATUS } from './uploads.repo.ts';

const isProfilePicture = sql`exists (select 1 from ${members}
  where ${members.profileImageUrl} = '/files/' || ${uploads.key} || '.webp')`;

const isLogo = sql`exists (select 1 from ${settings} where ${settings.key} = 'identity'
  and ${settings.value}::jsonb ->> 'logoUrl' = '/files/' || ${uploads.key} || '.webp')`;

const isOfBanner = sql`exists (select 1 from ${banners}
  where ${banners.imageUrl} = '/files/' || ${uploads.key} || '.webp')`;

/** Staff look at what was reported until they decide. */
const isReported = sql`exists (select 1 from ${reportedContents}
  inner join ${inquiries} on ${inquiries.id} = ${reportedContents.inquiryId}
  where ${inquiries.completedAt} is null
    and position(${uploads.key} in array_to_string(${reportedContents.pictures}, ' ')) > 0)`;

const isFree = sql`${uploads.profileOf} is null and ${uploads.commentId} is null
  and not ${isLogo} and not ${isOfBanner}`;

const isLost = (table: typeof posts | typeof comments, before: Date) =>
  sql`(${lt(table.deletedAt, before)} and not ${isRemovedByStaff(table)})`;

export const pictureRows = createUploadRows({
  table: uploads,
  isFree,
  isUnused: sql`${uploads.commentId} is null and not ${isProfilePicture} and not ${isLogo}
    and not ${isOfBanner} and not ${isReported}`,
  isOfDeleted: (before) => sql`not ${isReported} and (exists (select 1 from ${posts}
      where ${posts.id} = ${uploads.postId} and ${isLost(posts, before)})
    or exists (select 1 from ${comments} inner join ${posts} on ${posts.id} = ${comments.postId}
      where ${comments.id} = ${uploads.commentId} and (${isLost(comments, before)} or ${isLost(posts, before)})))`,
});

/** Removes what links a picture of anonymous content to the member. */
const WITHOUT_OWNER = {
  ownerId: null,
  // The exact size could be matched with the same picture in another post of the member.
  bytes: 0,
  width: null,
  height: null,
  // Exact times could be matched with the start of a member's upload counter.
  createdAt: sql`date_trunc('day', ${uploads.createdAt})`,
  readyAt: sql`date_trunc('day', ${uploads.readyAt})`,
};

/** `isAnonymous` removes the link between the pictures and the member. */
export function attachPictures(
  db: Executor,
  { isAnonymous, ...use }: Attach & { isAnonymous: boolean },
) {
  if (!isAnonymous) {
    return pictureRows.attach(db, use, {
      ownerId: sql`case when ${uploads.copiedFrom} is null then coalesce(${uploads.ownerId}, ${use.memberId}) end`,
    });
  }
  return pictureRows.attach(db, use, WITHOUT_OWNER);
}

interface CommentUse {
  key: string;
  commentId: number;
  memberId: number;
  attachedAt: Date;
  /** Removes the link between the picture and the member. */
  isAnonymous: boolean;
}

/** Gives a comment a checked, unused picture of its author; false when it is none. */
export async function attachToComment(
  db: Executor,
  { key, commentId, memberId, attachedAt, isAnonymous }: CommentUse,
): Promise<boolean> {
  const { rowCount } = await db
    .update(uploads)
    .set({ commentId, attachedAt, ...(isAnonymous && WITHOUT_OWNER) })
    .where(
      and(
        eq(uploads.key, key),
        eq(uploads.ownerId, memberId),
        eq(uploads.status, STATUS.ready),
        isNull(uploads.postId),
        isFree,
      ),
    );
  return rowCount === 1;
}

/** Leaves the pictures of the member's open comments without a use. */
export async function detachFromComments(db: Executor, memberId: number): Promise<void> {
  await db
    .update(uploads)
    .set({ commentId: null })
    .where(and(eq(uploads.ownerId, memberId), isNotNull(uploads.commentId)));
}

/** Whether the picture is a checked upload of the member that nothing else uses. */
export async function isReadyOf(db: Executor, key: string, memberId: number): Promise<boolean> {
  const isMine = and(
    eq(uploads.ownerId, memberId),
    isNull(uploads.postId),
    isNull(uploads.profileOf),
    isNull(uploads.commentId),
  );
  const rows = await db
    .select({ key: uploads.key })
    .from(uploads)
    .where(and(eq(uploads.key, key), eq(uploads.status, STATUS.ready), isMine))
    .for('update');
  return rows.length > 0;
}

/** Whether the picture is checked and not about to be erased, whatever became of its post. */
export async function isReady(db: Executor, key: string): Promise<boolean> {
  const isIt = and(eq(uploads.key, key), eq(uploads.status, STATUS.ready));
  return (await db.$count(uploads, isIt)) > 0;
}

const postOfComment = alias(posts, 'post_of_comment');

/** Prepares the check that a picture is ready and its post and comment, if any, are not deleted. */
export function prepareIsPublic(db: Db): (key: string) => Promise<boolean> {
  const select = db
    .select({ key: uploads.key })
    .from(uploads)
    .leftJoin(posts, eq(posts.id, uploads.postId))
    .leftJoin(comments, eq(comments.id, uploads.commentId))
    .leftJoin(postOfComment, eq(postOfComment.id, comments.postId))
    .where(
      and(
        eq(uploads.key, sql.placeholder('key')),
        eq(uploads.status, STATUS.ready),
        isNull(posts.deletedAt),
        isNull(comments.deletedAt),
        isNull(postOfComment.deletedAt),
      ),
    );
  const query = prepare(db, 'is_public_upload', select);
  return (key) => query({ key }, (rows) => rows.length > 0)(db);
}

export async function markProfilePicture(db: Executor, key: string, memberId: number, now: Date) {
  await db
    .update(uploads)
    .set({ profileOf: memberId, attachedAt: now })
    .where(eq(uploads.key, key));
}

/** Marks the member's profile pictures for removal; returns their keys. */
export async function dropProfilePictures(db: Executor, memberId: number) {
  const rows = await db
    .update(uploads)
    .set({ profileOf: null, status: STATUS.removing })
    .where(eq(uploads.profileOf, memberId))
    .returning({ key: uploads.key });
  return rows.map((row) => row.key);
}

/** Returns false for a withdrawn member. */
export async function updateProfileImage(
  db: Executor,
  memberId: number,
  profileImageUrl: string | null,
) {
  const result = await db
    .update(members)
    .set({ profileImageUrl })
    .where(and(eq(members.id, memberId), isNull(members.withdrawnAt)));
  return result.rowCount === 1;
}
