import { and, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { members, posts, teamApplications, teams } from '../../db/schema/index.ts';
import { blocks } from '../access/blocks.sql.ts';
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

/** Applications that the author sees: of members who are there, and in the team or not blocked by the author. */
export const isSeenBy = (authorId: unknown) =>
  and(
    isNull(members.withdrawnAt),
    or(eq(teamApplications.state, 'ACCEPTED'), not(blocks(authorId, members.id) as SQL)),
  );

/** Of the applications to a post that wait, how many its author sees. */
export function countWaitingFor(postId: unknown, authorId: unknown): SQL<number> {
  return sql<number>`(select count(*)::int from ${teamApplications}
    inner join ${members} on ${members.id} = ${teamApplications.memberId}
    where ${teamApplications.postId} = ${postId} and ${teamApplications.state} = 'WAITING' and ${isSeenBy(authorId)})`;
}
