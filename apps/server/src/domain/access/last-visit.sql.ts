import { type SQL, sql } from 'drizzle-orm';
import { accountUses, members, sessions } from '../../db/schema/index.ts';

/**
 * The last Korean day on which the member of the row of `members` used the site, as text; null when it is not known. The
 * noted use is as old as the last night, sessions are deleted in time; visits are for figures that name nobody.
 */
export const lastVisit = sql<string | null>`greatest(
  (select max((s.last_used_at at time zone 'Asia/Seoul')::date) from ${sessions} s
    where s.member_id = ${sql.raw('"members"."id"')}),
  (select u.last_used_on from ${accountUses} u where u.member_id = ${sql.raw('"members"."id"')}))::text`;

/** Whether the member has not been here since the day, nor joined after it. */
export function isUnseenSince(day: string): SQL {
  return sql`coalesce(${lastVisit}, to_char(${members.createdAt} at time zone 'Asia/Seoul', 'YYYY-MM-DD')) < ${day}`;
}
