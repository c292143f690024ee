import type { TeamInput } from '@naru/contract/team-fields';
import { eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { teamApplications, teams } from '../../db/schema/index.ts';
import { teamColumns } from './teams.sql.ts';

/** Locks a team until the transaction ends; null for a post that recruits nobody. */
export async function lockTeam(db: Executor, postId: number) {
  const [row] = await db
    .select(teamColumns)
    .from(teams)
    .where(eq(teams.postId, postId))
    .for('no key update');
  return row ?? null;
}

export async function putTeam(db: Executor, postId: number, team: TeamInput): Promise<void> {
  const values = { ...team, roles: [...team.roles] };
  await db
    .insert(teams)
    .values({ postId, ...values })
    .onConflictDoUpdate({ target: teams.postId, set: values });
}

/** Deletes the applications of a member, whose places become free. */
export async function leaveTeams(db: Executor, memberId: number): Promise<void> {
  const isOwn = eq(teamApplications.memberId, memberId);
  const own = db.select({ id: teamApplications.postId }).from(teamApplications).where(isOwn);
  await db
    .select({ id: teams.postId })
    .from(teams)
    .where(inArray(teams.postId, own))
    .orderBy(teams.postId)
    .for('no key update');
  await db.delete(teamApplications).where(isOwn);
}
