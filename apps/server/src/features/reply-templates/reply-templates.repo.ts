import type { TemplateKind } from '@naru/contract/reply-templates';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { replyTemplates } from '../../db/schema/index.ts';

const shown = columns(replyTemplates, 'id', 'kind', 'title', 'content');

/** Of these kinds, by title. */
export function listTemplates(db: Executor, kinds: readonly TemplateKind[]) {
  return db
    .select(shown)
    .from(replyTemplates)
    .where(inArray(replyTemplates.kind, [...kinds]))
    .orderBy(asc(replyTemplates.title), asc(replyTemplates.id));
}

export type TemplateRow = Awaited<ReturnType<typeof listTemplates>>[number];

/** Serialises changes, so that the limit and the versions are exact. */
export async function lockTemplates(db: Executor): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('reply templates', 0))`);
}

export function countTemplates(db: Executor, kind: TemplateKind): Promise<number> {
  return db.$count(replyTemplates, eq(replyTemplates.kind, kind));
}

export async function findTemplate(db: Executor, id: number): Promise<TemplateRow | null> {
  const [row] = await db.select(shown).from(replyTemplates).where(eq(replyTemplates.id, id));
  return row ?? null;
}

export async function insertTemplate(
  db: Executor,
  values: typeof replyTemplates.$inferInsert,
): Promise<TemplateRow | null> {
  const [row] = await db.insert(replyTemplates).values(values).returning(shown);
  return row ?? null;
}

export async function updateTemplate(
  db: Executor,
  id: number,
  values: { title: string; content: string },
): Promise<TemplateRow | null> {
  const [row] = await db
    .update(replyTemplates)
    .set(values)
    .where(eq(replyTemplates.id, id))
    .returning(shown);
  return row ?? null;
}

export async function deleteTemplate(db: Executor, id: number): Promise<void> {
  await db.delete(replyTemplates).where(eq(replyTemplates.id, id));
}
