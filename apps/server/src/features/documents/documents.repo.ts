import type { SiteDocument } from '@naru/contract/document-names';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { memberConsents, siteDocuments } from '../../db/schema/index.ts';

export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

/** Newest first, without the texts. */
export function listVersions(db: Executor, document: SiteDocument) {
  return db
    .select(columns(siteDocuments, 'version', 'note', 'asksConsent', 'publishedAt'))
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

/** The newest version of each document that has one. */
export function listCurrent(db: Executor) {
  return db
    .selectDistinctOn([siteDocuments.document], columns(siteDocuments, 'document', 'version'))
    .from(siteDocuments)
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
