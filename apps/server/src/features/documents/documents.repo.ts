import type { SiteDocument } from '@naru/contract/document-names';
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { memberConsents, siteDocuments } from '../../db/schema/index.ts';

export type VersionRow = Omit<typeof siteDocuments.$inferSelect, 'content'>;

/** Newest first, without their texts: every page of the site reads the current versions. */
export function listVersions(db: Executor, document: SiteDocument): Promise<VersionRow[]> {
  const { content: _, ...columns } = getTableColumns(siteDocuments);
  return db
    .select(columns)
    .from(siteDocuments)
    .where(eq(siteDocuments.document, document))
    .orderBy(desc(siteDocuments.id));
}

/** Null for an unknown version. */
export async function findText(
  db: Executor,
  document: SiteDocument,
  version: string,
): Promise<string | null> {
  const [row] = await db
    .select({ content: siteDocuments.content })
    .from(siteDocuments)
    .where(and(eq(siteDocuments.document, document), eq(siteDocuments.version, version)));
  return row?.content ?? null;
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
