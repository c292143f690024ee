import { asc, eq } from 'drizzle-orm';
import { notifications } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

/** An unread notification of the member; returns its id. */
export async function createNotification(
  t: TestApp,
  member: { id: number },
  values: Partial<typeof notifications.$inferInsert> = {},
): Promise<number> {
  const [row] = await t.db
    .insert(notifications)
    .values({
      memberId: member.id,
      type: 'other',
      content: '시험 알림입니다.',
      targetUrl: '/main',
      createdAt: t.clock.now(),
      ...values,
    })
    .returning({ id: notifications.id });
  if (row === undefined) throw new Error('no notice was made');
  return row.id;
}

/** Stored notifications of the member, oldest first. */
export async function readNotifications(t: TestApp, member: { id: number }) {
  return t.db
    .select()
    .from(notifications)
    .where(eq(notifications.memberId, member.id))
    .orderBy(asc(notifications.id));
}
