import type { BoardType } from '@naru/contract/boards';
import { asc, eq } from 'drizzle-orm';
import { auditEntries, settings } from '../../db/schema/index.ts';
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

/** Audit entries of an action, oldest first. */
export function readAuditOf(t: TestApp, action: string) {
  return t.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, action))
    .orderBy(asc(auditEntries.id));
}
