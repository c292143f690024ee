import type { BoardType } from '@naru/contract/boards';
import type { SiteDocument } from '@naru/contract/document-names';
import { asc, eq, gt } from 'drizzle-orm';
import { auditEntries, settings, siteDocuments } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

export function countSettings(t: TestApp): Promise<number> {
  return t.db.$count(settings);
}

/** Stores a value, valid or not. */
export async function storeSetting(t: TestApp, key: string, value: string): Promise<void> {
  await t.db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

/** Lets authors of posts on these boards choose to be anonymous. */
export function allowAnonymous(t: TestApp, ...boards: BoardType[]): Promise<void> {
  return storeSetting(t, 'anonymousBoards', JSON.stringify(boards));
}

/** Removes the versions that do not hold yet, far ahead; returns the revision of the document. */
export async function dropAnnounced(t: TestApp, document: SiteDocument): Promise<string> {
  await t.db.delete(siteDocuments).where(gt(siteDocuments.effectiveOn, '2900-01-01'));
  return (await t.call('GET', `/api/documents/${document}`)).json.revision;
}

/** Announces a version far ahead; returns the revision of the document. */
export async function announceDocument(t: TestApp, document: SiteDocument): Promise<string> {
  await dropAnnounced(t, document);
  await t.db.insert(siteDocuments).values({
    ...{ document, version: '2999-01-01', content: '새 내용', note: '시험', asksConsent: false },
    ...{ change: 'NORMAL', effectiveOn: '2999-01-01', publishedAt: t.clock.now() },
  });
  return (await t.call('GET', `/api/documents/${document}`)).json.revision;
}

/** Audit entries of an action, oldest first. */
export function readAuditOf(t: TestApp, action: string) {
  return t.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, action))
    .orderBy(asc(auditEntries.id));
}
