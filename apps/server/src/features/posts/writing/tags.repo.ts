import { TEXTS } from '@naru/contract/texts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { lectures } from '../../../db/schema/index.ts';
import { fieldError } from '../../../platform/errors.ts';

/**
 * Keeps a lecture from being deleted until the transaction ends. Throws VALIDATION_FAILED when it is
 * missing or removed.
 */
export async function requireLecture(db: Executor, id: number): Promise<void> {
  const [row] = await db
    .select({ id: lectures.id })
    .from(lectures)
    .where(and(eq(lectures.id, id), isNull(lectures.deletedAt)))
    .for('key share');
  if (row === undefined) throw fieldError('lectureTagId', TEXTS.lectureTagUnknown);
}
