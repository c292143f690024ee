import { type SQL, sql } from 'drizzle-orm';
import { posts, teams } from '../../db/schema/index.ts';
import type { TeamRow } from './teams.ts';

export const teamColumns = {
  kind: teams.kind,
  places: teams.places,
  lastDay: teams.lastDay,
  roles: teams.roles,
  isClosed: teams.isClosed,
  acceptedCount: teams.acceptedCount,
};

/** What a row of `posts` recruits; null for posts of other boards. */
export const teamOfPost: SQL<TeamRow | null> = sql<TeamRow | null>`(${sql`case when ${posts.boardType} = 'TEAM' then (
  select json_build_object('kind', ${teams.kind}, 'places', ${teams.places}, 'lastDay', ${teams.lastDay},
    'roles', ${teams.roles}, 'isClosed', ${teams.isClosed}, 'acceptedCount', ${teams.acceptedCount})
  from ${teams} where ${teams.postId} = ${posts.id}
) end`})`;

/** Whether a row of `posts` recruits on a Korean day. */
export function isRecruitingOn(day: string): SQL {
  return sql`exists (select 1 from ${teams} where ${teams.postId} = ${posts.id} and not ${teams.isClosed}
    and ${teams.acceptedCount} < ${teams.places} and ${teams.lastDay} >= ${day}::date)`;
}
