import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { inquiries, outsideReporters } from '../../db/schema/index.ts';

type NewReporter = typeof outsideReporters.$inferInsert;

/** Serialises reports without an account, so that their limits and client ids are exact. */
export async function lockOutsideReports(db: Executor): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('outside reports', 0))`);
}

/** Who sent the report that is stored under the client id; null when there is none. */
export async function findReporter(db: Executor, clientId: string | null) {
  if (clientId === null) return null;
  const [row] = await db
    .select({
      ...columns(outsideReporters, 'inquiryId', 'email'),
      ...columns(inquiries, 'state', 'createdAt'),
    })
    .from(outsideReporters)
    .innerJoin(inquiries, eq(inquiries.id, outsideReporters.inquiryId))
    .where(eq(outsideReporters.clientId, clientId));
  return row ?? null;
}

export async function updateReporter(
  db: Executor,
  inquiryId: number,
  { email, name }: Pick<NewReporter, 'email' | 'name'>,
): Promise<void> {
  await db
    .update(outsideReporters)
    .set({ email, name })
    .where(eq(outsideReporters.inquiryId, inquiryId));
}

export async function insertOutsideReporter(db: Executor, values: NewReporter): Promise<void> {
  await db.insert(outsideReporters).values(values);
}
