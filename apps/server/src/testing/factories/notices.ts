import { asc, eq } from 'drizzle-orm';
import { notices } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

/** An unread notice of the member; answers its id. */
export async function createNotice(
  t: TestApp,
  member: { id: number },
  values: Partial<typeof notices.$inferInsert> = {},
): Promise<number> {
  const [row] = await t.db
    .insert(notices)
    .values({
      memberId: member.id,
      type: 'other',
      content: '시험 알림입니다.',
      targetUrl: '/main',
      createdAt: t.clock.now(),
      ...values,
    })
    .returning({ id: notices.id });
  if (row === undefined) throw new Error('no notice was made');
  return row.id;
}

/** Stored notices of the member in the order of writing. */
export async function readNotices(t: TestApp, member: { id: number }) {
  return t.db
    .select()
    .from(notices)
    .where(eq(notices.memberId, member.id))
    .orderBy(asc(notices.id));
}
