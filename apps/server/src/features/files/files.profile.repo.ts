import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, uploads } from '../../db/schema/index.ts';

/** Ties a stored picture to a member as its profile picture. */
export async function markProfilePicture(
  db: Executor,
  key: string,
  memberId: number,
  now: Date,
): Promise<void> {
  await db
    .update(uploads)
    .set({ profileOf: memberId, attachedAt: now })
    .where(eq(uploads.key, key));
}

/** Takes the member's profile pictures out of use, and answers their keys; the sweep takes what stays. */
export async function dropProfilePictures(db: Executor, memberId: number): Promise<string[]> {
  const rows = await db
    .update(uploads)
    .set({ profileOf: null, status: 'removing' })
    .where(eq(uploads.profileOf, memberId))
    .returning({ key: uploads.key });
  return rows.map((row) => row.key);
}

/** Sets the address of the picture of a member that has not withdrawn; answers false without one. */
export async function updateProfileImage(
  db: Executor,
  memberId: number,
  profileImageUrl: string | null,
): Promise<boolean> {
  const result = await db
    .update(members)
    .set({ profileImageUrl })
    .where(and(eq(members.id, memberId), isNull(members.withdrawnAt)));
  return result.rowCount === 1;
}
