import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { uploads } from '../../db/schema/index.ts';

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
