import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { actorNameOf, namesActor, notifications } from '../../db/schema/index.ts';
import { actorName } from '../../domain/notifications/texts.ts';

/**
 * Replaces the actor's nickname in stored notifications: `해솔님이` becomes `물결님이`, or `탈퇴한 회원이` if `renamed` is
 * null. Only the part after the closing quotation mark of a title is changed, because a title may contain the
 * same word.
 */
export async function renameActor(
  db: Executor,
  nickname: string,
  renamed: string | null,
): Promise<void> {
  const [name, label] = [actorName(nickname), actorName(renamed)];
  // Locked in the order in which notifications are written.
  const own = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(namesActor(notifications), eq(actorNameOf(notifications), name)))
    .orderBy(asc(notifications.memberId), asc(notifications.groupKey))
    .for('no key update');
  await db
    .update(notifications)
    .set({
      content: sql`regexp_replace(${notifications.content}, ${`(^|^.* )${name}([^']*)$`}, ${`\\1${label}\\2`})`,
      cause: sql`jsonb_set(${notifications.cause}, '{facts,actor}', to_jsonb(${label}::text))`,
    })
    .where(inArray(notifications.id, own));
}
