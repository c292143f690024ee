import { type SQL, sql } from 'drizzle-orm';
import { notificationMutes } from '../../db/schema/index.ts';

/** Whether the member wants no notifications of the type; both may be columns or placeholders. */
export function hasMuted(memberId: unknown, type: unknown): SQL<boolean> {
  return sql<boolean>`exists (select from ${notificationMutes} m
    where m.member_id = ${memberId} and m.type = ${type})`;
}
