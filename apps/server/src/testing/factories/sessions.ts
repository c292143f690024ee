import { asc, eq } from 'drizzle-orm';
import { sessions } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

type Place = Pick<TestApp, 'db'>;

/** The sessions of a member, oldest first. */
export function readSessions({ db }: Place, member: { id: number }) {
  return db
    .select()
    .from(sessions)
    .where(eq(sessions.memberId, member.id))
    .orderBy(asc(sessions.createdAt));
}

/** Sets columns that no call can set. */
export async function changeSession(
  { db }: Place,
  id: string,
  values: Partial<typeof sessions.$inferInsert>,
): Promise<void> {
  await db.update(sessions).set(values).where(eq(sessions.id, id));
}

export async function deleteSession({ db }: Place, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id));
}
