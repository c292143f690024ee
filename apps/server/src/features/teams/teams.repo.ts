import { LIMITS } from '@naru/contract/limits';
import type { ApplicationState } from '@naru/contract/teams';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, posts, teamApplications, teams } from '../../db/schema/index.ts';
import type { Authorised } from '../../domain/access/authorised.ts';
import { isBlockedPost } from '../../domain/access/blocks.sql.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { holdsRoleFrom } from '../../domain/access/roles.sql.ts';
import { isRemovedByStaff } from '../../domain/authorship/author.sql.ts';
import type { KnownAuthor } from '../../domain/authorship/author.ts';
import { isListed } from '../../domain/posts/post.sql.ts';
import { countWaitingFor, isSeenBy, teamColumns } from '../../domain/teams/teams.sql.ts';
import { addDays, addSeconds, kstDay } from '../../platform/clock.ts';
import type { PageRange } from '../../platform/paging.ts';

const application = teamApplications;
const isOf = (postId: number, memberId: number) =>
  and(eq(application.postId, postId), eq(application.memberId, memberId));

function selectTeam(db: Executor, postId: number, self: KnownAuthor) {
  return db
    .select({ postId: teams.postId, authorId: posts.authorId, ...teamColumns })
    .from(teams)
    .innerJoin(posts, eq(posts.id, teams.postId))
    .where(and(eq(teams.postId, postId), isListed, not(isBlockedPost(self) as SQL)));
}

/** Null for a post that is missing, hidden, recruits nobody, or is by somebody whom the reader blocks. */
export async function findTeam(db: Executor, postId: number, reader: KnownAuthor) {
  const [row] = await selectTeam(db, postId, reader);
  return row ?? null;
}

/** The same, and serialises what happens to the team until the transaction ends. */
export async function lockOpenTeam(tx: Executor, postId: number, reader: KnownAuthor) {
  const [row] = await selectTeam(tx, postId, reader).for('no key update', { of: teams });
  return row ?? null;
}

export type FoundTeam = NonNullable<Awaited<ReturnType<typeof findTeam>>>;

/** Locks the team whatever became of its post. */
export async function lockAnyTeam(tx: Executor, postId: number) {
  const [row] = await tx
    .select({ postId: teams.postId, authorId: posts.authorId, ...teamColumns })
    .from(teams)
    .innerJoin(posts, eq(posts.id, teams.postId))
    .where(eq(teams.postId, postId))
    .for('no key update', { of: teams });
  return row ?? null;
}

export async function findApplication(db: Executor, postId: number, memberId: number) {
  const [row] = await db.select().from(application).where(isOf(postId, memberId));
  return row ?? null;
}

export type ApplicationRow = NonNullable<Awaited<ReturnType<typeof findApplication>>>;

/** Waiting ones first, each oldest first. */
export function listApplicants(db: Executor, postId: number, authorId: number) {
  return db
    .select({
      memberId: application.memberId,
      nickname: members.nickname,
      profileImageUrl: members.profileImageUrl,
      state: application.state,
      message: application.message,
      createdAt: application.createdAt,
    })
    .from(application)
    .innerJoin(members, eq(members.id, application.memberId))
    .where(and(eq(application.postId, postId), isSeenBy(authorId)))
    .orderBy(
      sql`array_position(array['WAITING', 'ACCEPTED', 'DECLINED', 'ENDED'], ${application.state})`,
      asc(application.createdAt),
      asc(application.memberId),
    );
}

/** An application that the author sees, with whether its member may join a team now; null for any other. */
export async function findSeen(
  db: Executor,
  { postId, memberId }: { postId: number; memberId: number },
  { authorId, now }: { authorId: number; now: Date },
) {
  const mayJoin = sql<boolean>`(${isActive(now)} and ${holdsRoleFrom(members.id, 'STUDENT')})`;
  const [row] = await db
    .select({ ...getTableColumns(application), mayJoin })
    .from(application)
    .innerJoin(members, eq(members.id, application.memberId))
    .where(and(isOf(postId, memberId), isSeenBy(authorId)));
  return row ?? null;
}

export type SeenRow = NonNullable<Awaited<ReturnType<typeof findSeen>>>;

export function countApplications(db: Executor, postId: number): Promise<number> {
  return db.$count(application, eq(application.postId, postId));
}

/** Of those that wait, how many the author sees. */
export async function countWaiting(db: Executor, postId: number, authorId: number) {
  const { rows } = await db.execute<{ total: number }>(
    sql`select ${countWaitingFor(postId, authorId)} as total`,
  );
  return rows[0]?.total ?? 0;
}

/** Stores the application of a member in place of an earlier one. */
export async function putApplication(
  tx: Executor,
  { postId }: Authorised<'apply', FoundTeam>,
  values: { memberId: number; message: string; createdAt: Date },
): Promise<void> {
  const waiting = { ...values, state: 'WAITING' as const, decidedAt: null };
  await tx
    .insert(application)
    .values({ postId, ...waiting })
    .onConflictDoUpdate({ target: [application.postId, application.memberId], set: waiting });
}

export async function deleteApplication(tx: Executor, postId: number, memberId: number) {
  await tx.delete(application).where(isOf(postId, memberId));
}

/** Leaves the decision. */
export async function eraseText(tx: Executor, postId: number, memberId: number): Promise<void> {
  await tx.update(application).set({ message: '' }).where(isOf(postId, memberId));
}

export async function decideApplication(
  tx: Executor,
  { postId, memberId }: Authorised<'decide', SeenRow>,
  state: ApplicationState,
  decidedAt: Date,
): Promise<void> {
  await tx.update(application).set({ state, decidedAt }).where(isOf(postId, memberId));
}

/** Needs the lock of the team. */
export async function reopenTeam(tx: Executor, postId: number): Promise<void> {
  await tx.update(teams).set({ isClosed: false }).where(eq(teams.postId, postId));
}

/**
 * Teams with waiting applications about which nobody decides any more, or whether `postId` is one. A post that
 * is hidden or that staff removed may come back.
 */
export async function listOver(db: Executor, now: Date, postId?: number): Promise<number[]> {
  const removedBefore = addSeconds(now, -LIMITS.removedDays * 24 * 60 * 60);
  const isOver = or(
    and(
      isNotNull(posts.deletedAt),
      or(not(isRemovedByStaff(posts)), lt(posts.deletedAt, removedBefore)),
    ),
    isNull(posts.authorId),
    sql`exists (select from ${members} where ${members.id} = ${posts.authorId} and ${members.withdrawnAt} is not null)`,
    eq(teams.isClosed, true),
    lt(teams.lastDay, addDays(kstDay(now), -LIMITS.teamDecideDays)),
  );
  const rows = await db
    .selectDistinct({ postId: teams.postId })
    .from(application)
    .innerJoin(teams, eq(teams.postId, application.postId))
    .innerJoin(posts, eq(posts.id, teams.postId))
    .where(
      and(
        eq(application.state, 'WAITING'),
        isOver,
        postId === undefined ? undefined : eq(teams.postId, postId),
      ),
    )
    .orderBy(asc(teams.postId));
  return rows.map(({ postId }) => postId);
}

/** Erases the texts of applications that were decided or ended before `before`; returns how many. */
export async function eraseTexts(db: Executor, before: Date): Promise<number> {
  const { rowCount } = await db
    .update(application)
    .set({ message: '' })
    .where(and(ne(application.message, ''), lt(application.decidedAt, before)));
  return rowCount ?? 0;
}

/** The applications of a member, newest first, with what can be seen of their posts. */
export async function listOwn(db: Executor, self: KnownAuthor, { limit, offset }: PageRange) {
  const isOwn = eq(application.memberId, self.memberId);
  const isThere = sql<boolean>`(${isListed} and not ${isBlockedPost(self)})`;
  const [rows, total] = await Promise.all([
    db
      .select({
        postId: application.postId,
        title: sql<string>`case when ${isThere} then ${posts.title} else '' end`,
        isThere,
        state: application.state,
        createdAt: application.createdAt,
      })
      .from(application)
      .innerJoin(posts, eq(posts.id, application.postId))
      .where(isOwn)
      .orderBy(desc(application.createdAt), desc(application.postId))
      .limit(limit)
      .offset(offset),
    db.$count(application, isOwn),
  ]);
  return { rows, total };
}
