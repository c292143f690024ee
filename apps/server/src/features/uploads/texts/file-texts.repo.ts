import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { attachments, fileTexts } from '../../../db/schema/index.ts';
import { STATUS } from '../uploads.repo.ts';

/** Attempts to read one file, which may crash its reader. */
const TRIES = 3;

/** Files of posts that have not been read, those with fewer attempts and the newest first. */
export function listUnread(db: Executor, limit: number) {
  return db
    .select({ key: attachments.key, name: attachments.name, bytes: attachments.bytes })
    .from(attachments)
    .leftJoin(fileTexts, eq(fileTexts.key, attachments.key))
    .where(
      and(
        eq(attachments.status, STATUS.ready),
        isNotNull(attachments.postId),
        or(isNull(fileTexts.key), and(isNull(fileTexts.readAt), lt(fileTexts.tries, TRIES))),
      ),
    )
    .orderBy(
      asc(sql`coalesce(${fileTexts.tries}, 0)`),
      sql`${attachments.attachedAt} desc nulls last`,
    )
    .limit(limit);
}

/** Counts an attempt before it is made. False for a file that has been deleted meanwhile. */
export async function countTry(db: Executor, key: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into ${fileTexts} (key, tries)
    select ${attachments.key}, 1 from ${attachments} where ${attachments.key} = ${key} for key share
    on conflict (key) do update set tries = file_texts.tries + 1`);
  return rowCount === 1;
}

export async function takeTryBack(db: Executor, key: string): Promise<void> {
  await db
    .update(fileTexts)
    .set({ tries: sql`${fileTexts.tries} - 1` })
    .where(eq(fileTexts.key, key));
}

export async function storeText(
  db: Executor,
  { key, text, readAt }: { key: string; text: string; readAt: Date },
): Promise<void> {
  await db.update(fileTexts).set({ text, readAt }).where(eq(fileTexts.key, key));
}
