import { and, eq, isNotNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { attachments, uploads } from '../../db/schema/index.ts';
import { STATUS } from './uploads.repo.ts';

/** Pictures of a post that were copied. */
export function listCopiedPictures(db: Executor, postId: number) {
  const { key, copiedFrom, width, height } = uploads;
  return db
    .select({ key, copiedFrom, width, height })
    .from(uploads)
    .where(isCopyOf(uploads, postId));
}

/** The same for its files. */
export function listCopiedFiles(db: Executor, postId: number) {
  const { key, copiedFrom } = attachments;
  return db.select({ key, copiedFrom }).from(attachments).where(isCopyOf(attachments, postId));
}

function isCopyOf(table: typeof uploads | typeof attachments, postId: number) {
  const isReady = eq(table.status, STATUS.ready);
  return and(eq(table.postId, postId), isReady, isNotNull(table.copiedFrom));
}
