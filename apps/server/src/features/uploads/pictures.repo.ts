import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { banners, members, posts, settings, uploads } from '../../db/schema/index.ts';
import { isRemovedByStaff } from '../../domain/authorship/author.sql.ts';
import { type Attach, createUploadRows, STATUS } from './uploads.repo.ts';

const isProfilePicture = sql`exists (select 1 from ${members}
  where ${members.profileImageUrl} = '/files/' || ${uploads.key} || '.webp')`;

const isLogo = sql`exists (select 1 from ${settings} where ${settings.key} = 'identity'
  and ${settings.value}::jsonb ->> 'logoUrl' = '/files/' || ${uploads.key} || '.webp')`;

const isOfBanner = sql`exists (select 1 from ${banners}
  where ${banners.imageUrl} = '/files/' || ${uploads.key} || '.webp')`;

export const pictureRows = createUploadRows({
  table: uploads,
  isFree: sql`${uploads.profileOf} is null and not ${isLogo} and not ${isOfBanner}`,
  isUnused: sql`not ${isProfilePicture} and not ${isLogo} and not ${isOfBanner}`,
  isOfDeleted: (before) => sql`exists (select 1 from ${posts}
    where ${posts.id} = ${uploads.postId} and ${lt(posts.deletedAt, before)}
      and not ${isRemovedByStaff(posts)})`,
});

/** `isAnonymous` removes the link between the pictures and the member. */
export function attachPictures(
  db: Executor,
  { isAnonymous, ...use }: Attach & { isAnonymous: boolean },
) {
  if (!isAnonymous) {
    return pictureRows.attach(db, use, {
      ownerId: sql`coalesce(${uploads.ownerId}, ${use.memberId})`,
    });
  }
  return pictureRows.attach(db, use, {
    ownerId: null,
    // The exact size could be matched with the same picture in another post of the member.
    bytes: 0,
    width: null,
    height: null,
    // Exact times could be matched with the start of a member's upload counter.
    createdAt: sql`date_trunc('day', ${uploads.createdAt})`,
    readyAt: sql`date_trunc('day', ${uploads.readyAt})`,
  });
}

/** Whether the picture is a checked upload of the member that nothing else uses. */
export async function isReadyOf(db: Executor, key: string, memberId: number): Promise<boolean> {
  const isMine = and(
    eq(uploads.ownerId, memberId),
    isNull(uploads.postId),
    isNull(uploads.profileOf),
  );
  const rows = await db
    .select({ key: uploads.key })
    .from(uploads)
    .where(and(eq(uploads.key, key), eq(uploads.status, STATUS.ready), isMine))
    .for('update');
  return rows.length > 0;
}

/** Prepares the check that a picture is ready and its post, if any, is not deleted. */
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
