import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { attachments, uploads } from '../../db/schema/index.ts';
import { createKey } from '../../features/uploads/file-names.ts';
import { createUploadRows } from '../../features/uploads/uploads.repo.ts';

/** Inserts the row of an uploaded, unused picture without its files and returns the URL. */
export async function createPicture(
  db: Db,
  owner: { id: number },
  values: Partial<typeof uploads.$inferInsert> = {},
): Promise<string> {
  const key = `a${randomBytes(18).toString('base64url').slice(1)}`;
  await db.insert(uploads).values({
    key,
    ownerId: owner.id,
    contentType: 'image/png',
    status: 'ready',
    bytes: 1000,
    width: 40,
    height: 30,
    ...values,
  });
  return `/files/${key}.webp`;
}

/** The row of a picture; undefined once it is gone. */
export async function readPicture(db: Db, url: string) {
  const key = url.slice('/files/'.length, -'.webp'.length);
  const [row] = await db.select().from(uploads).where(eq(uploads.key, key));
  return row;
}

/** A checked file of 2026-11-01 that waits for its post; returns its key. */
export async function createAttachment(db: Db, owner: { id: number }): Promise<string> {
  const key = createKey();
  await db.insert(attachments).values({
    key,
    ownerId: owner.id,
    name: '안내.pdf',
    contentType: 'application/pdf',
    status: 'ready',
    bytes: 10,
    createdAt: new Date('2026-11-01'),
  });
  return key;
}

/** Attachments whose sweep waits for an advisory lock in the middle of each of its statements. */
export function createSlowRows(lock: number) {
  return createUploadRows({
    table: attachments,
    isUnused: sql`pg_advisory_xact_lock_shared(${lock})::text = ''`,
    isOfDeleted: () => sql`false`,
  });
}
