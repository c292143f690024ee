import type { SiteDocument } from '@naru/contract/document-names';
import { and, desc, eq, isNull, lte, not, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { memberConsents, members, siteDocuments } from '../../db/schema/index.ts';
import { holdsRoleFrom } from '../../domain/access/roles.sql.ts';

export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

/** Newest first, without the texts; the first may not hold yet. */
export function listVersions(db: Executor, document: SiteDocument) {
  return db
    .select(
      columns(
        siteDocuments,
        'id',
        'version',
        'note',
        'asksConsent',
        'publishedAt',
        'effectiveOn',
        'change',
      ),
    )
    .from(siteDocuments)
    .where(eq(siteDocuments.document, document))
    .orderBy(desc(siteDocuments.id));
}

/** The text of a version that exists. */
export async function readContent(
  db: Executor,
  { document, version }: { document: SiteDocument; version: string },
): Promise<string> {
  const [row] = await db
    .select({ content: siteDocuments.content })
    .from(siteDocuments)
    .where(and(eq(siteDocuments.document, document), eq(siteDocuments.version, version)));
  return row?.content ?? '';
}

/** The version of each document that holds on the Korean day, if one was published. */
export function listCurrent(db: Executor, today: string) {
  return db
    .selectDistinctOn([siteDocuments.document], columns(siteDocuments, 'document', 'version'))
    .from(siteDocuments)
    .where(or(isNull(siteDocuments.effectiveOn), lte(siteDocuments.effectiveOn, today)))
    .orderBy(siteDocuments.document, desc(siteDocuments.id));
}

/** One editor at a time, so that each version is based on the one before. */
export async function lockDocuments(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('site-documents', 0))`);
}

export async function insertVersion(
  tx: Executor,
  row: typeof siteDocuments.$inferInsert,
): Promise<void> {
  await tx.insert(siteDocuments).values(row);
}

/** Changes an announced version. */
export async function updateVersion(
  tx: Executor,
  id: number,
  row: Partial<typeof siteDocuments.$inferInsert>,
): Promise<void> {
  await tx.update(siteDocuments).set(row).where(eq(siteDocuments.id, id));
}

/** Removes an announced version. */
export async function deleteVersion(tx: Executor, id: number): Promise<void> {
  await tx.delete(siteDocuments).where(eq(siteDocuments.id, id));
}

/** Whether anybody but administrators has joined. */
export async function hasMembers(db: Executor): Promise<boolean> {
  const others = and(isNull(members.withdrawnAt), not(holdsRoleFrom(members.id, 'ADMIN')));
  return (await db.$count(members, others)) > 0;
}

/** Versions that the member has agreed to, by document. */
export async function listConsents(db: Executor, memberId: number) {
  return db
    .select({ document: memberConsents.document, version: memberConsents.version })
    .from(memberConsents)
    .where(eq(memberConsents.memberId, memberId));
}

export async function insertConsent(
  tx: Executor,
  row: typeof memberConsents.$inferInsert,
): Promise<void> {
  const same = and(
    eq(memberConsents.memberId, row.memberId),
    eq(memberConsents.document, row.document),
    eq(memberConsents.version, row.version),
  );
  if ((await tx.$count(memberConsents, same)) === 0) await tx.insert(memberConsents).values(row);
}
