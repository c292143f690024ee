import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { academicDates } from '../../db/schema/index.ts';
import type { AcademicDateRow } from '../../domain/academic-calendar/academic-dates.repo.ts';

type NewDate = typeof academicDates.$inferInsert;

/** A date that is not deleted, or with `isDeleted` one that is; locked until the transaction ends. */
export async function findDate(tx: Tx, id: number, { isDeleted = false } = {}) {
  const { deletedAt } = academicDates;
  const [row] = await tx
    .select()
    .from(academicDates)
    .where(and(eq(academicDates.id, id), isDeleted ? isNotNull(deletedAt) : isNull(deletedAt)))
    .for('update');
  return row ?? null;
}

export async function insertDate(tx: Tx, values: NewDate): Promise<AcademicDateRow> {
  const [row] = await tx.insert(academicDates).values(values).returning();
  if (row === undefined) throw new Error('the stored date is missing');
  return row;
}

export async function updateDate(
  tx: Tx,
  id: number,
  values: Partial<NewDate>,
): Promise<AcademicDateRow> {
  const [row] = await tx
    .update(academicDates)
    .set(values)
    .where(eq(academicDates.id, id))
    .returning();
  if (row === undefined) throw new Error('the stored date is missing');
  return row;
}

/**
 * Erases dates that were deleted before `time` and that nothing brings back: those entered by staff or
 * uploaded, whose source key is `fileSource`.
 */
export async function eraseDeleted(tx: Tx, time: Date, fileSource: string): Promise<void> {
  const { deletedAt, sourceKey } = academicDates;
  await tx
    .delete(academicDates)
    .where(and(lt(deletedAt, time), or(isNull(sourceKey), eq(sourceKey, fileSource))));
}
