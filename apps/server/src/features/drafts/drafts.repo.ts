import { and, desc, eq, gte, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { drafts, lectures } from '../../db/schema/index.ts';

export interface DraftKey {
  memberId: number;
  place: string;
}

const isOf = ({ memberId, place }: DraftKey) =>
  and(eq(drafts.memberId, memberId), eq(drafts.place, place));

/** Newest first, with the titles of their lecture rooms. */
export function listDrafts(db: Executor, memberId: number, since: Date) {
  return db
    .select({
      ...columns(drafts, 'place', 'version', 'head', 'savedAt'),
      lectureTitle: lectures.title,
    })
    .from(drafts)
    .leftJoin(
      lectures,
      sql`${lectures.id} = substring(${drafts.place} from '^LECTURE-([0-9]+)')::bigint`,
    )
    .where(and(eq(drafts.memberId, memberId), gte(drafts.savedAt, since)))
    .orderBy(desc(drafts.savedAt), drafts.place);
}

export async function findDraft(db: Executor, key: DraftKey, since: Date) {
  const [row] = await db
    .select(columns(drafts, 'version', 'content', 'savedAt'))
    .from(drafts)
    .where(and(isOf(key), gte(drafts.savedAt, since)));
  return row ?? null;
}

export async function findVersion(db: Executor, key: DraftKey, since: Date) {
  const [row] = await db
    .select(columns(drafts, 'version', 'savedAt'))
    .from(drafts)
    .where(and(isOf(key), gte(drafts.savedAt, since)));
  return row ?? null;
}

/** How many drafts the member has at other places. */
export function countOthers(db: Executor, { memberId, place }: DraftKey, since: Date) {
  return db.$count(
    drafts,
    and(eq(drafts.memberId, memberId), ne(drafts.place, place), gte(drafts.savedAt, since)),
  );
}

export async function storeDraft(db: Executor, row: typeof drafts.$inferInsert): Promise<void> {
  const { version, head, content, savedAt } = row;
  await db
    .insert(drafts)
    .values(row)
    .onConflictDoUpdate({
      target: [drafts.memberId, drafts.place],
      set: { version, head, content, savedAt },
    });
}

export async function deleteDraft(db: Executor, key: DraftKey, version: string): Promise<void> {
  await db.delete(drafts).where(and(isOf(key), eq(drafts.version, version)));
}

/** All of them as they were sealed, for the export. */
export function readDrafts(db: Executor, memberId: number) {
  return db
    .select(columns(drafts, 'place', 'content', 'savedAt'))
    .from(drafts)
    .where(eq(drafts.memberId, memberId))
    .orderBy(drafts.place);
}
