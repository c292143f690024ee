import type { ApplicationState } from '@naru/contract/teams';
import { and, asc, desc, eq, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, posts, teamApplications, teams } from '../../db/schema/index.ts';
import type { Authorised } from '../../domain/access/authorised.ts';
import { blocks, isBlockedPost } from '../../domain/access/blocks.sql.ts';
import type { KnownAuthor } from '../../domain/authorship/author.ts';
import { isListed } from '../../domain/posts/post.sql.ts';
import { teamColumns } from '../../domain/teams/teams.sql.ts';
import { addDays, kstDay } from '../../platform/clock.ts';
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

/** Applications that the author sees: of members who are there and whom the author does not block. */
const isSeen = (authorId: number) =>
  and(isNull(members.withdrawnAt), not(blocks(authorId, members.id) as SQL));

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
    .where(and(eq(application.postId, postId), isSeen(authorId)))
    .orderBy(
      sql`array_position(array['WAITING', 'ACCEPTED', 'DECLINED', 'ENDED'], ${application.state})`,
      asc(application.createdAt),
      asc(application.memberId),
    );
}

/** Whether the author sees applications of the member. */
export async function isApplicant(db: Executor, memberId: number, authorId: number) {
  const [row] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isSeen(authorId)));
  return row !== undefined;
}

export function countApplications(db: Executor, postId: number): Promise<number> {
  return db.$count(application, eq(application.postId, postId));
}

/** Of those that wait, how many the author sees. */
export async function countWaiting(db: Executor, postId: number, authorId: number) {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(application)
    .innerJoin(members, eq(members.id, application.memberId))
    .where(and(eq(application.postId, postId), eq(application.state, 'WAITING'), isSeen(authorId)));
  return row?.total ?? 0;
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

/** Returns whether there was one. */
export async function deleteApplication(tx: Executor, postId: number, memberId: number) {
  const { rowCount } = await tx.delete(application).where(isOf(postId, memberId));
  return rowCount === 1;
}

export async function decideApplication(
  tx: Executor,
  { postId, memberId }: Authorised<'decide', ApplicationRow>,
  state: ApplicationState,
  decidedAt: Date,
): Promise<void> {
  await tx.update(application).set({ state, decidedAt }).where(isOf(postId, memberId));
}

/** Closes or reopens a team; needs its lock. */
export async function setClosed(tx: Executor, postId: number, isClosed: boolean): Promise<void> {
  await tx.update(teams).set({ isClosed }).where(eq(teams.postId, postId));
}

/** Ends the applications of a team that wait; returns whose they were. Needs the lock of the team. */
export async function endWaiting(tx: Executor, postId: number, decidedAt: Date) {
  const rows = await tx
    .update(application)
    .set({ state: 'ENDED', decidedAt })
    .where(and(eq(application.postId, postId), eq(application.state, 'WAITING')))
    .returning({ memberId: application.memberId });
  return rows.map(({ memberId }) => memberId);
}

/** Teams with waiting applications about which nobody decides any more. */
export async function listOver(db: Executor, now: Date, decideDays: number): Promise<number[]> {
  const isOver = or(
    sql`not (${isListed})`,
    isNull(posts.authorId),
    sql`exists (select from ${members} where ${members.id} = ${posts.authorId} and ${members.withdrawnAt} is not null)`,
    eq(teams.isClosed, true),
    lt(teams.lastDay, addDays(kstDay(now), -decideDays)),
  );
  const rows = await db
    .selectDistinct({ postId: teams.postId })
    .from(application)
    .innerJoin(teams, eq(teams.postId, application.postId))
    .innerJoin(posts, eq(posts.id, teams.postId))
    .where(and(eq(application.state, 'WAITING'), isOver))
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
