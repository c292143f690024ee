import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { auditEntries } from '../../db/schema/index.ts';

export type NewAuditEntry = Omit<typeof auditEntries.$inferInsert, 'id' | 'hash'>;

export async function insertEntry(db: Executor, entry: NewAuditEntry): Promise<void> {
  await db.insert(auditEntries).values(entry);
}

/** Returns the id of the first row whose hash does not match the chain, or null. */
export async function findBrokenLink(db: Executor): Promise<number | null> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with links as (
      select e.id, e.hash,
        audit_hash(coalesce(lag(e.hash) over (order by e.id), ''::bytea), e) as expected
      from audit_entries e
    )
    select id from links where hash <> expected order by id limit 1`);
  return rows[0]?.id ?? null;
}
