import type { TeamInput } from '@naru/contract/team-fields';
import { and, eq, inArray, or } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { posts, teamApplications, teams } from '../../db/schema/index.ts';
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

/** Ends the applications of a team that wait; returns whose they were. Needs the lock of the team. */
export async function endWaiting(tx: Executor, postId: number, decidedAt: Date) {
  const rows = await tx
    .update(teamApplications)
    .set({ state: 'ENDED', decidedAt })
    .where(and(eq(teamApplications.postId, postId), eq(teamApplications.state, 'WAITING')))
    .returning({ memberId: teamApplications.memberId });
  return rows.map(({ memberId }) => memberId);
}

/** Closes the recruiting, which ends what waits; returns whose applications ended. Needs the lock of the team. */
export async function closeTeam(tx: Executor, postId: number, now: Date): Promise<number[]> {
  await tx.update(teams).set({ isClosed: true }).where(eq(teams.postId, postId));
  return endWaiting(tx, postId, now);
}

/**
 * Deletes the applications of a member, whose places become free, and closes the teams of their posts, whose
 * waiting applications the job ends. Needs the lock of the member; returns the posts whose authors saw an application.
 */
export async function leaveTeams(db: Executor, memberId: number): Promise<number[]> {
  const isOwn = eq(teamApplications.memberId, memberId);
  const joined = db.select({ id: teamApplications.postId }).from(teamApplications).where(isOwn);
  const written = db.select({ id: posts.id }).from(posts).where(eq(posts.authorId, memberId));
  await db
    .select({ id: teams.postId })
    .from(teams)
    .where(or(inArray(teams.postId, joined), inArray(teams.postId, written)))
    .orderBy(teams.postId)
    .for('no key update');
  const left = await db
    .delete(teamApplications)
    .where(isOwn)
    .returning({ postId: teamApplications.postId });
  await db.update(teams).set({ isClosed: true }).where(inArray(teams.postId, written));
  return left.map(({ postId }) => postId).sort((a, b) => a - b);
}
