import { asc, eq } from 'drizzle-orm';
import { events } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

/** Stored live events of the member in order; only written while the member listens. */
export async function readEvents(t: TestApp, member: { id: number }) {
  return t.db.select().from(events).where(eq(events.memberId, member.id)).orderBy(asc(events.seq));
}
